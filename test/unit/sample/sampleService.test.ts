import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { hedgings, sampleMarkets } from "../../../src/sample/markets";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { sampleSignals } from "../../../src/sample/signals";
import { dayNamed, numbersOf, rowsOf, signalNamed, world } from "./sampleWorlds";
import { signalSeries } from "../../../src/sample/signalSeries";
import { apiKey, get, getJson } from "./serviceRequests";

/** Monday noon: the newest production is that of Friday 1996-06-28, the world's last. */
const now = (): number => Date.parse("1996-07-01T12:00:00Z");
const infl = "signal/INFL/2/data/?country_iso=US";
const spx = "forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=csv";

interface Summary {
  readonly hedging: string;
  readonly currency_iso: string;
  readonly latest: { readonly forecast: number };
}

describe("the sample service", () => {
  let service: SampleService;
  before(async () => {
    service = await startSampleService({ apiKey, now });
  });
  after(() => service.close());

  describe("lists", () => {
    it("signals with code, version and name", async () => {
      const listing = (await getJson(service, "signal/")) as unknown[];
      assert.equal(listing.length, sampleSignals.length);
      assert.deepEqual(listing[1], { code: "INFL", version: 2, name: "Inflation" });
    });

    it("the definition of a signal", async () => {
      const definition = await getJson(service, "signal/ENERGY/1/");
      assert.deepEqual(definition, {
        name: "Energy Balance",
        code: "ENERGY",
        tags: [
          {
            kind: "commodity",
            values: ["Brent Crude Oil", "WTI Crude Oil", "Natural Gas"],
            sub_tags: null,
          },
        ],
        version: 1,
      });
    });

    it("markets with ticker, name and tags", async () => {
      const listing = (await getJson(service, "forecast/market/")) as unknown[];
      assert.equal(listing.length, sampleMarkets.length);
      assert.deepEqual(listing[0], {
        ticker: "SPX",
        name: "US Large Caps",
        tags: [
          { kind: "investment_category_name", values: ["Equities"], sub_tags: null },
          { kind: "currency_iso", values: ["USD"], sub_tags: null },
          { kind: "country_iso", values: ["US"], sub_tags: null },
        ],
      });
    });

    it("three hedging modes without a description", async () => {
      assert.deepEqual(
        await getJson(service, "forecast/hedging/"),
        ["Local", "Hedged", "Unhedged"].map((name) => ({ name, description: null })),
      );
    });
  });

  describe("serves series", () => {
    const series = signalSeries(
      world,
      signalNamed("INFL", 2),
      { country_iso: "US" },
      "SNAP",
      world.last,
    );
    const levels = [...numbersOf(series, "Level")];
    const iso = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

    it("as Parquet when no format is asked for", async () => {
      const { body, headers } = await get(service, infl);
      const file = new Uint8Array(body).buffer;
      const rows = await parquetReadObjects({ file, compressors });
      assert.equal(headers["content-type"], "application/vnd.apache.parquet");
      assert.deepEqual(
        rows.map((row) => Number(row["Level"])),
        levels,
      );
      assert.deepEqual(
        rows.map((row) => (row["Date"] as Date).toISOString().slice(0, 10)),
        [...series.days].map(iso),
      );
    });

    it("as CSV", async () => {
      const { body, headers } = await get(service, `${infl}&fmt=csv`);
      const [header, ...lines] = body.toString("utf8").trimEnd().split(/\r?\n/);
      assert.equal(headers["content-type"], "text/csv; charset=utf-8");
      assert.equal(header, "Date,Level,Momentum,Aggregate");
      assert.deepEqual(
        lines.map((line) => Number(line.split(",")[1])),
        levels,
      );
    });

    it("as JSON", async () => {
      const { body, headers } = await get(service, `${infl}&fmt=json`);
      const rows = JSON.parse(body.toString("utf8")) as { Date: string; Level: number }[];
      assert.equal(headers["content-type"], "application/json");
      assert.deepEqual(
        rows.map((row) => row.Level),
        levels,
      );
      assert.deepEqual(
        rows.map((row) => row.Date),
        [...series.days].map(iso),
      );
    });

    it("of forecasts up to the newest production", async () => {
      const lines = (await get(service, spx)).body.toString("utf8").trimEnd().split(/\r?\n/);
      assert.match(lines[0] ?? "", /^Date,Forecast,_Trend,_Trend_Growth,/);
      assert.match(lines[1] ?? "", /^1990-01-01,/);
      assert.match(lines.at(-1) ?? "", /^1996-06-28,/);
    });

    const lastDays: [asOf: string, lastDay: string | undefined][] = [
      ["1996-06-28T17:59:59", "1996-06-27"],
      ["1996-06-28T18:00:00", "1996-06-28"],
      ["1996-06-28T20:00:00%2B02:00", "1996-06-28"],
      ["1996-06-28T18:59:59.5%2B01:00", "1996-06-27"],
      ["1993-09-15T18:00:00Z", "1993-09-15"],
      ["2100-01-01T00:00:00", "1996-06-28"],
      ["1990-01-01T17:59:59", undefined],
      ["1850-01-01T00:00:00", undefined],
    ];
    for (const [asOf, lastDay] of lastDays) {
      it(`as of ${asOf} up to ${lastDay ?? "no day"}`, async () => {
        for (const kind of ["SNAP", "FIT"]) {
          const { body } = await get(service, `${infl}&fmt=csv&kind=${kind}&as_of_utc=${asOf}`);
          const lines = body.toString("utf8").trimEnd().split(/\r?\n/);
          assert.equal(lines[0], "Date,Level,Momentum,Aggregate");
          assert.equal(lines.slice(1).at(-1)?.split(",")[0], lastDay);
        }
      });
    }
  });

  describe("serves the latest", () => {
    it("of every variant, equal to the end of its series", async () => {
      const records = (await getJson(service, "signal/latest/")) as Record<string, unknown>[];
      const record = records.find(
        (each) =>
          each["signal_code"] === "EARN" &&
          each["country_iso"] === "US" &&
          each["sector_name"] === "Energy",
      );
      const path = "signal/EARN/1/data/?country_iso=US&sector=Energy&fmt=json";
      const row = ((await getJson(service, path)) as object[]).at(-1);
      assert.ok(records.length > 2_500);
      assert.deepEqual(record, {
        signal_code: "EARN",
        version: 1,
        region_name: "North America",
        country_iso: "US",
        sector_name: "Energy",
        latest: { ...row, Date: "1996-06-28T00:00:00" },
        point_in_time: "1996-06-28T18:00:00",
      });
    }).timeout(20_000);

    it("of one commodity", async () => {
      const path = "signal/latest/?commodity_name=Gold";
      const records = (await getJson(service, path)) as Record<string, unknown>[];
      assert.ok(records.length > 2);
      assert.deepEqual(new Set(records.map((each) => each["commodity_name"])), new Set(["Gold"]));
    });

    it("forecast of a market and a horizon", async () => {
      const path = "forecast/latest/?market_code=SPX&horizon_name=12%20Months";
      const summaries = (await getJson(service, path)) as Summary[];
      const local = summaries.find(
        (each) => each.hedging === "Local" && each.currency_iso === "USD",
      );
      const lastLine = (await get(service, spx)).body
        .toString("utf8")
        .trimEnd()
        .split(/\r?\n/)
        .at(-1);
      assert.equal(summaries.length, 4 * hedgings.length);
      assert.equal(local?.latest.forecast, Number(lastLine?.split(",")[1]));
    });

    it("of nothing for a filter that nothing matches", async () => {
      assert.deepEqual(await getJson(service, "signal/latest/?commodity_name=Tin"), []);
      assert.deepEqual(await getJson(service, "forecast/latest/?market_code=NONE"), []);
    });
  });

  describe("refuses", () => {
    const cases: [path: string, status: number][] = [
      ["signal/NONE/1/", 404],
      ["signal/INFL/3/", 404],
      ["signal/INFL/02/", 404],
      ["signal/INFL/2/data/?country_iso=XX", 404],
      ["signal/TERMS/1/data/?country_iso=US&commodity=Brent%20Crude%20Oil&commodity=Gold", 422],
      ["signal/EARN/1/data/?country_iso=US&sector=Energy&as_of_utc=1996-02-30T00:00:00", 422],
      ["signal/INFL/2/data/?country_iso=US&as_of_utc=1996-02-29", 422],
      ["signal/INFL/2/data/?country_iso=US&as_of_utc=", 422],
      ["signal/INFL/2/data/", 422],
      ["signal/EARN/1/data/?country_iso=US", 422],
      ["signal/INFL/2/data/?country_iso=US&sector=Energy", 422],
      ["signal/INFL/2/data/?country_iso=US&fmt=xlsx", 422],
      ["signal/INFL/2/data/?country_iso=US&kind=snap", 422],
      ["signal/INFL/2/data/?country_iso=US&hedging=Local", 422],
      ["signal/?page=2", 422],
      ["signal/latest/?signal_code=INFL", 422],
      ["signal/INFL/2", 404],
      ["signal//2/", 404],
      ["signal/%/2/", 404],
      ["forecast/", 404],
      ["forecast/market/NONE/currency/USD/horizon/12%20Months/data/", 404],
      ["forecast/market/SPX/currency/PLN/horizon/12%20Months/data/", 404],
      ["forecast/market/SPX/currency/USD/horizon/12+Months/data/", 404],
      ["forecast/market/SPX/currency/USD/horizon/12%20Months/data/?kind=FIT", 422],
      ["forecast/market/SPX/currency/USD/horizon/12%20Months/data/?fmt=", 422],
    ];
    for (const [path, status] of cases) {
      it(`${path} with ${status}`, async () => {
        const received = await get(service, path);
        const { detail } = JSON.parse(received.body.toString("utf8")) as { detail: unknown };
        assert.equal(received.status, status);
        assert.ok(typeof detail === "string" && detail.length > 0);
      });
    }

    it("a listed combination without data with 404, and serves the others", async () => {
      const codes: number[] = [];
      for (const commodity of ["Gold", "Silver", "Copper", "Nickel", "Wheat", "Corn"]) {
        const path = `signal/TERMS/1/data/?country_iso=DE&commodity=${commodity}&fmt=csv`;
        codes.push((await get(service, path)).status);
      }
      assert.deepEqual([...new Set(codes)].sort(), [200, 404]);
    });
  });

  describe("takes the key", () => {
    const cases: [when: string, headers: Record<string, string>, query: string, status: number][] =
      [
        ["in the header", { "X-API-KEY": apiKey }, "", 200],
        ["in the URL", {}, `?api_key=${apiKey}`, 200],
        ["from the header when both are given", { "X-API-KEY": apiKey }, "?api_key=wrong", 200],
        [
          "not from the URL when the header is wrong",
          { "X-API-KEY": "wrong" },
          `?api_key=${apiKey}`,
          401,
        ],
        ["not when it is missing", {}, "", 401],
        ["not when it is empty", { "X-API-KEY": "" }, "", 401],
        ["not in part", { "X-API-KEY": apiKey.slice(0, -1) }, "", 401],
        ["not twice in the URL", {}, `?api_key=${apiKey}&api_key=${apiKey}`, 401],
      ];
    for (const [when, headers, query, status] of cases) {
      it(when, async () => {
        assert.equal((await get(service, `forecast/hedging/${query}`, headers)).status, status);
      });
    }

    it("before it says anything about paths", async () => {
      assert.equal((await get(service, "none/", {})).status, 401);
    });
  });

  describe("answers", () => {
    it("with a Date header that tells its own time", async () => {
      const { headers } = await get(service, "forecast/hedging/");
      assert.equal(headers.date, "Mon, 01 Jul 1996 12:00:00 GMT");
    });

    const encodings: [acceptEncoding: string, contentEncoding: string | undefined][] = [
      ["gzip, deflate, br", "gzip"],
      ["deflate, GZIP;q=0.5", "gzip"],
      ["*", "gzip"],
      ["br", undefined],
      ["gzip;q=0", undefined],
      ["*, gzip;q=0.0", undefined],
      ["", undefined],
    ];
    for (const [accepted, encoding] of encodings) {
      it(`with ${encoding ?? "no encoding"} when "${accepted}" is accepted`, async () => {
        const headers = { "X-API-KEY": apiKey, "Accept-Encoding": accepted };
        const plain = await get(service, `${infl}&fmt=csv`);
        const received = await get(service, `${infl}&fmt=csv`, headers);
        const body = encoding === "gzip" ? gunzipSync(received.body) : received.body;
        assert.equal(received.headers["content-encoding"], encoding);
        assert.ok(body.equals(plain.body));
      });
    }

    it("with Parquet that is not compressed again", async () => {
      const headers = { "X-API-KEY": apiKey, "Accept-Encoding": "gzip" };
      const received = await get(service, infl, headers);
      assert.equal(received.headers["content-encoding"], undefined);
    });
  });
});

describe("two sample services", () => {
  const paths = [
    `${infl}&fmt=parquet`,
    `${infl}&fmt=json&kind=FIT`,
    "signal/FLOWS/1/data/?region=World&sector=Energy&investment_style_name=Value&fmt=csv",
    "signal/VOL/1/data/?region=World&investment_category_name=Equities&fmt=csv",
    spx,
    "forecast/latest/",
    "forecast/market/",
  ];

  it("answer the same request with the same bytes", async () => {
    const services = [
      await startSampleService({ apiKey, now }),
      await startSampleService({ apiKey, now }),
    ] as const;
    for (const path of paths) {
      const [one, other] = await Promise.all(services.map((service) => get(service, path)));
      assert.equal(one?.status, 200);
      assert.ok(other !== undefined && one.body.equals(other.body), path);
    }
    await Promise.all(services.map((service) => service.close()));
  });

  it("agree on what a day holds wherever their histories end", async () => {
    const early = await startSampleService({ apiKey, now, until: dayNamed("1992-06-30") });
    const late = await startSampleService({ apiKey, now });
    const asOf = "&fmt=csv&as_of_utc=1992-06-30T18:00:00";
    const [one, other] = [await get(early, `${infl}&fmt=csv`), await get(late, infl + asOf)];
    const [short, long] = [await get(early, spx), await get(late, spx)];
    await Promise.all([early.close(), late.close()]);
    assert.ok(one.body.equals(other.body));
    assert.ok(long.body.subarray(0, short.body.length).equals(short.body));
  });

  it("never tell of what their clock has not seen", async () => {
    const clock = (): number => Date.parse("1992-06-30T17:00:00Z");
    const service = await startSampleService({ apiKey, now: clock, until: dayNamed("1994-01-03") });
    const { body } = await get(service, `${infl}&fmt=csv`);
    await service.close();
    assert.match(body.toString("utf8"), /\n1992-06-29,[^\n]*\r?\n$/);
  });
});

describe("a day of the sample service", () => {
  it("adds yesterday when it begins", async () => {
    let clock = "1996-07-02T23:59:59Z";
    const service = await startSampleService({ apiKey, now: () => Date.parse(clock) });
    const before = await get(service, `${infl}&fmt=csv&kind=FIT`);
    clock = "1996-07-03T00:00:00Z";
    const after = await get(service, `${infl}&fmt=csv&kind=FIT`);
    await service.close();
    assert.match(before.body.toString("utf8"), /\n1996-07-01,[^\n]*\r?\n$/);
    assert.match(after.body.toString("utf8"), /\n1996-07-02,[^\n]*\r?\n$/);
    assert.ok(after.body.subarray(0, before.body.length).equals(before.body));
  });

  it("holds the same rows as the computation behind it", async () => {
    const service = await startSampleService({ apiKey, now, until: dayNamed("1996-06-28") });
    const { body } = await get(service, `${infl}&fmt=csv&kind=FIT`);
    await service.close();
    const frame = signalSeries(
      world,
      signalNamed("INFL", 2),
      { country_iso: "US" },
      "FIT",
      world.last,
    );
    const rows = body.toString("utf8").trimEnd().split(/\r?\n/).slice(1);
    const columns = [1, 2, 3].map((column) =>
      Float64Array.from(rows, (row) => Number(row.split(",")[column])),
    );
    assert.deepEqual(columns, rowsOf(frame).slice(1));
  });
});
