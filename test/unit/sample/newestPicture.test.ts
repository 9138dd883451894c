import assert from "node:assert/strict";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { dayOfIso, isBusinessDay } from "../../../src/shared/day";
import { apiKey, get, getJson } from "./serviceRequests";

interface LatestRecord {
  readonly signal_code: string;
  readonly version: number;
  readonly latest: { readonly Date: string };
  readonly point_in_time: string;
  readonly region_name?: string;
  readonly country_iso?: string;
  readonly sector_name?: string;
  readonly commodity_name?: string;
  readonly currency_iso?: string;
}

/** Noon of a Wednesday, and the midnight after which its production is there. */
const [firstClock, secondClock] = ["2024-07-03T12:00:00Z", "2024-07-04T00:00:00Z"];
const withPeriodRows = ["RETAIL", "FREIGHT", "LENDING", "EXPORTS"];

describe("the newest picture of the sample service", function () {
  this.timeout(120_000);
  let service: SampleService;
  let clock = firstClock;
  let first: LatestRecord[];
  let second: LatestRecord[];

  before(async () => {
    service = await startSampleService({ apiKey, now: () => Date.parse(clock) });
    first = (await getJson(service, "signal/latest/")) as LatestRecord[];
    clock = secondClock;
    second = (await getJson(service, "signal/latest/")) as LatestRecord[];
  });
  beforeEach(() => (clock = firstClock));
  after(() => service.close());

  const recordsOf = (code: string, records = first): LatestRecord[] =>
    records.filter((each) => each.signal_code === code);

  it("has the time of the signal's own newest production in each record", () => {
    const timesOf = (code: string): string[] => [
      ...new Set(recordsOf(code).map((each) => each.point_in_time)),
    ];
    assert.deepEqual(timesOf("INFL"), ["2024-07-02T18:00:00"]);
    assert.deepEqual(timesOf("FREIGHT"), ["2024-06-26T13:00:00"]);
    const monthly: [code: string, period: string, time: string, lag: number][] = [
      ["RETAIL", "2024-05-31", "T08:30:00", 10],
      ["LENDING", "2024-05-31", "T10:00:00", 18],
      ["EXPORTS", "2024-04-30", "T15:30:00", 25],
    ];
    for (const [code, period, time, lag] of monthly) {
      const [produced = "", ...others] = timesOf(code);
      assert.deepEqual(others, []);
      assert.equal(produced.slice(10), time);
      const businessDays = businessDaysBetween(period, produced.slice(0, 10));
      assert.ok(businessDays >= lag && businessDays <= lag + 3, `${code} ${businessDays}`);
    }
  });

  it("was never produced later than the clock says", () => {
    assert.ok(
      first.every((each) => Date.parse(`${each.point_in_time}Z`) <= Date.parse(firstClock)),
    );
    assert.ok(
      second.every((each) => Date.parse(`${each.point_in_time}Z`) <= Date.parse(secondClock)),
    );
  });

  it("has days of months, of weeks and of business days", () => {
    const daysOf = (code: string): Set<string> =>
      new Set(recordsOf(code).map(({ latest }) => latest.Date));
    assert.deepEqual(daysOf("INFL"), new Set(["2024-07-02T00:00:00"]));
    assert.deepEqual(daysOf("FREIGHT"), new Set(["2024-06-21T00:00:00"]));
    assert.deepEqual(daysOf("LENDING"), new Set(["2024-05-31T00:00:00"]));
    assert.deepEqual(daysOf("EXPORTS"), new Set(["2024-04-30T00:00:00"]));
  });

  it("has one record whose day is older than the others of its signal, from the same production", () => {
    const retail = recordsOf("RETAIL");
    const stale = retail.filter(({ latest }) => latest.Date !== "2024-05-31T00:00:00");
    assert.equal(retail.length, 40);
    assert.deepEqual(
      stale.map((each) => [each.country_iso, each.latest.Date]),
      [["TR", "2024-02-29T00:00:00"]],
    );
    assert.equal(new Set(retail.map((each) => each.point_in_time)).size, 1);
  });

  it("loses a variant and gains another with the next production, and moves only that signal's week", () => {
    const routes = (records: LatestRecord[]): unknown[] =>
      recordsOf("FREIGHT", records).map((each) => each.region_name);
    assert.deepEqual(routes(first), ["World", "North America", "Latin America", "Europe"]);
    assert.deepEqual(routes(second), ["World", "North America", "Europe", "Asia Pacific"]);
    assert.deepEqual(
      new Set(
        recordsOf("FREIGHT", second).map((each) => [each.latest.Date, each.point_in_time].join()),
      ),
      new Set(["2024-06-28T00:00:00,2024-07-03T13:00:00"]),
    );
    for (const code of ["RETAIL", "LENDING", "EXPORTS"]) {
      assert.deepEqual(recordsOf(code, second), recordsOf(code), code);
    }
  });

  it("has the series of these two variants as long as it has their records", async () => {
    const statusOf = async (region: string, more = ""): Promise<number> => {
      const path = `signal/FREIGHT/1/data/?region=${encodeURIComponent(region)}&fmt=csv${more}`;
      return (await get(service, path)).status;
    };
    assert.deepEqual([await statusOf("Latin America"), await statusOf("Asia Pacific")], [200, 404]);
    clock = secondClock;
    assert.deepEqual([await statusOf("Latin America"), await statusOf("Asia Pacific")], [404, 200]);
    const earlier = "&as_of_utc=2024-07-03T12:59:59";
    const then = "&as_of_utc=2024-07-03T13:00:00";
    assert.deepEqual(
      [await statusOf("Latin America", earlier), await statusOf("Asia Pacific", earlier)],
      [200, 404],
    );
    assert.deepEqual(
      [await statusOf("Latin America", then), await statusOf("Asia Pacific", then)],
      [404, 200],
    );
  });

  it("has in each record of a period the last row of the variant's series", async () => {
    const records = first.filter((each) => withPeriodRows.includes(each.signal_code));
    assert.equal(records.length, 40 + 4 + 8 * 4 + 7 * 3 * 2);
    for (const record of records) {
      const row = (await rowsOf(record)).at(-1);
      assert.deepEqual({ ...row, Date: `${row?.Date}T00:00:00` }, record.latest);
    }
  });

  it("is what the series holds as of the record's production, and not a second earlier", async () => {
    for (const code of withPeriodRows) {
      const [record] = recordsOf(code);
      assert.ok(record !== undefined);
      const produced = Date.parse(`${record.point_in_time}Z`);
      const [then, earlier] = [produced, produced - 1_000].map((ms) =>
        new Date(ms).toISOString().slice(0, 19),
      );
      const [newest, older] = [await rowsOf(record, then), await rowsOf(record, earlier)];
      assert.equal(`${newest.at(-1)?.Date}T00:00:00`, record.latest.Date);
      assert.equal(older.length, newest.length - 1);
    }
  });

  it("tells a region beside most countries, and always the same", () => {
    const regions = new Map<string, Set<string | undefined>>();
    for (const { country_iso: country, region_name: region } of first) {
      if (country === undefined) continue;
      regions.set(country, (regions.get(country) ?? new Set()).add(region));
    }
    assert.equal(regions.size, 40);
    const regionsOf = (country: string): unknown[] => [...(regions.get(country) ?? [])];
    assert.ok([...regions.values()].every(({ size }) => size === 1));
    assert.deepEqual(regionsOf("US"), ["North America"]);
    assert.deepEqual(regionsOf("DE"), ["Euro Area"]);
    const without = [...regions.keys()].filter((country) => regionsOf(country)[0] === undefined);
    assert.deepEqual(without.sort(), ["IL", "TR", "ZA"]);
  });

  it("has records with two and with three tags", () => {
    const [loan, invoice] = [recordsOf("LENDING")[0], recordsOf("EXPORTS")[0]];
    assert.deepEqual(tagsOf(loan), { country_iso: "US", sector: "Energy" });
    assert.deepEqual(tagsOf(invoice), {
      country_iso: "US",
      commodity: "Natural Gas",
      currency_iso: "USD",
    });
  });

  async function rowsOf(record: LatestRecord, asOf?: string): Promise<{ Date: string }[]> {
    const query = new URLSearchParams({
      ...tagsOf(record),
      fmt: "json",
      ...(asOf === undefined ? {} : { as_of_utc: asOf }),
    });
    const path = `signal/${record.signal_code}/${record.version}/data/?${query.toString()}`;
    return (await getJson(service, path)) as { Date: string }[];
  }
});

/** The record's variant by the kinds of the listing; a country's region is none of them. */
function tagsOf(record: LatestRecord | undefined): Record<string, string> {
  const tags = {
    region: record?.country_iso === undefined ? record?.region_name : undefined,
    country_iso: record?.country_iso,
    sector: record?.sector_name,
    commodity: record?.commodity_name,
    currency_iso: record?.currency_iso,
  };
  return Object.fromEntries(
    Object.entries(tags).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** Those after the first day, up to and with the second. */
function businessDaysBetween(one: string, other: string): number {
  const [from = 0, to = 0] = [dayOfIso(one), dayOfIso(other)];
  return Array.from({ length: to - from }, (_, index) => from + 1 + index).filter(isBusinessDay)
    .length;
}
