import assert from "node:assert/strict";
import { isoOfDay } from "../../../../src/shared/day";
import { type Instant } from "../../../../src/shared/instant";
import { dayHistory, type VintageOfSeries } from "../../../../src/shared/series/dayHistory";
import { revisionsOfVintages } from "../../../../src/shared/series/revisions";
import { type SampleProgram, startSampleProgram } from "../../../support/sampleProgram";
import { fetchedCsv, sampleSignal } from "../../../support/sampleSeries";

/** Month ends around a year end; the sample service revises what it published. */
const asOfs = ["20231130", "20231231", "20240131", "20240229", "20240331", "20240430"].map(
  (day) => `${day}T235959Z` as Instant,
);

/** The values of a vintage by ISO day, read from the service's own CSV without any code of the product. */
type Published = ReadonlyMap<string, number>;

function publishedIn(csv: string): Published {
  const [head = "", ...lines] = csv.trimEnd().split(/\r?\n/);
  const column = head.split(",").indexOf("Aggregate");
  return new Map(
    lines.map((line) => {
      const cells = line.split(",");
      return [cells[0] ?? "", Number(cells[column])];
    }),
  );
}

function observationsOf(asOf: Instant, published: Published): VintageOfSeries {
  const days = Array.from(published.keys(), (day) => Date.parse(`${day}T00:00Z`) / 86_400_000);
  return { asOf, days: Int32Array.from(days), values: Float64Array.from(published.values()) };
}

describe("the vintages of the sample service", () => {
  let sample: SampleProgram;
  let published: readonly Published[];
  let vintages: readonly VintageOfSeries[];

  before(async () => {
    sample = await startSampleProgram();
    published = await Promise.all(
      asOfs.map(async (asOf) =>
        publishedIn(await fetchedCsv(sample, { ...sampleSignal("US", "SNAP"), asOf })),
      ),
    );
    vintages = published.map((each, at) => observationsOf(asOfs[at] ?? assert.fail(), each));
  });
  after(() => sample.stop());

  it("were revised as the sentence and the table of revisions say", () => {
    const [first = new Map<string, number>()] = published;
    const last = published.at(-1) ?? assert.fail();
    const common = [...last].flatMap(([day, after]) => {
      const before = first.get(day);
      return before === undefined ? [] : [{ day, before, after, size: Math.abs(after - before) }];
    });
    const revised = common.filter(({ size }) => size >= 0.005);
    const largest = revised.toSorted((a, b) => b.size - a.size)[0] ?? assert.fail();
    const [older, newer] = [vintages[0] ?? assert.fail(), vintages.at(-1) ?? assert.fail()];
    const found = revisionsOfVintages(older, newer, "score");
    assert.ok(revised.length > 100, "the sample service revises nothing");
    assert.equal(found.compared, common.length);
    assert.equal(found.revised, revised.length);
    assert.equal(found.added, last.size - common.length);
    assert.equal(found.gone, first.size - common.length);
    assert.equal(found.signFlips, revised.filter(({ before, after }) => before * after < 0).length);
    assert.equal(isoOfDay(found.firstRevised ?? Number.NaN), revised[0]?.day);
    assert.equal(Math.abs(found.largest?.change ?? 0).toFixed(9), largest.size.toFixed(9));
    // The rows list every day that differs, however little.
    const listed = found.runs.reduce((sum, { days }) => sum + days, 0);
    const differing = common.filter(({ size }) => size > 1e-9).length;
    assert.equal(listed, differing + found.added + found.gone);
  });

  it("have the values of a day that its history shows", () => {
    // Published in the fourth month, and revised in the two after it.
    const day = "2024-02-15";
    const expected = published.map((each) => each.get(day) ?? Number.NaN);
    const { steps, first, revisions } = dayHistory(vintages, Date.parse(day) / 86_400_000);
    assert.deepEqual(
      steps.map(({ value }) => value),
      expected,
    );
    assert.equal(first?.asOf, asOfs[expected.findIndex((value) => !Number.isNaN(value))]);
    const known = expected.filter((value) => !Number.isNaN(value));
    const changes = known.slice(1).map((value, at) => Math.abs(value - (known[at] ?? 0)));
    assert.equal(revisions, changes.filter((change) => change >= 0.005).length);
  });
});
