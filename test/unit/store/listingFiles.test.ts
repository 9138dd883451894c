import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { MissingKeyError } from "../../../src/service/errors";
import { type ForecastColumns } from "../../../src/service/latestForecasts";
import { LatestSignals } from "../../../src/service/latestSignals";
import { type ItemList, type ListingParser } from "../../../src/service/listing";
import { forecastListing } from "../../../src/service/parseForecasts";
import { latestSignalListing } from "../../../src/service/parseLatestSignals";
import { marketListing } from "../../../src/service/parseMarkets";
import { signalListing } from "../../../src/service/parseSignals";
import { type SignalColumns } from "../../../src/shared/latestColumns";
import { writeCheckedFile } from "../../../src/store/checkedFile";
import {
  latestForecastsForm,
  latestSignalsForm,
  ListingFiles,
  marketsForm,
  signalsForm,
} from "../../../src/store/listingFiles";
import { type ListingForm } from "../../../src/store/listingForms";
import { attribution, forecastsOf, node, summary } from "../../support/forecastSummaries";
import { signalsOf } from "../../support/latestColumns";
import { latestRecord } from "../../support/latestRecords";
import { listingOf } from "../../support/parsedListing";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const text = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "x".repeat(1_200)));
const texts = fc.array(fc.oneof(text, fc.constantFrom(null, 7)), { maxLength: 3 });
const dimension = fc.record({ kind: text, values: texts });
const tags = fc.option(
  fc.array(
    fc
      .tuple(dimension, fc.array(dimension, { maxLength: 2 }))
      .map(([tag, subs]) => ({ ...tag, sub_tags: subs })),
    { maxLength: 3 },
  ),
);
// JSON has no negative zero, and nobody can tell it from zero.
const double = fc.double().map((value) => (value === 0 ? 0 : value));
const number = fc.oneof(double, fc.constantFrom(null, "NaN", "1.5"));

const wireNode = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.record({
    kind: text,
    forecast: number,
    exposure_adjustment: number,
    // Trees that grow on average would have no end.
    drivers: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie("node"), { maxLength: 2 })),
  }),
})).node;

const signals = fc.array(fc.record({ code: text, version: fc.nat(3), name: text, tags }));
const markets = fc.array(fc.record({ ticker: text, name: text, tags }));
const forecasts = fc.array(
  fc.record({
    market_code: text,
    currency_iso: text,
    horizon: text,
    hedging: text,
    latest: wireNode,
    attributions: fc.array(
      fc.record({ signal_code: text, variant: fc.dictionary(text, text), forecast: number }),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 4 },
);

const latestSignals = fc.array(
  fc
    .record({
      version: fc.nat(3),
      signal_code: fc.option(text),
      point_in_time: fc.constantFrom(null, "2024-06-28T18:03:12.2500001", "never"),
      latest: fc.record({
        Date: fc.constantFrom("2024-06-28T00:00:00", "1969-12-31"),
        Level: number,
        Momentum: number,
        Aggregate: number,
      }),
    })
    .chain((record) =>
      fc
        .dictionary(
          text.map((name) => `${name}_name`),
          fc.option(text),
          { maxKeys: 3 },
        )
        .map((tags) => ({ ...tags, ...record })),
    ),
  { maxLength: 5 },
);

describe("ListingFiles", () => {
  let root: TemporaryFolder;
  let folder: string;
  let files: ListingFiles;
  beforeEach(() => {
    root = temporaryFolder("listing-files");
    folder = path.join(root.path, "acme");
    files = new ListingFiles(folder);
  });
  afterEach(() => root.remove());

  /** That whatever a service lists is read back as it was first understood. */
  async function assertCached<T, L extends ItemList<unknown>>(
    pages: fc.Arbitrary<readonly unknown[]>,
    parser: ListingParser<T, L>,
    form: ListingForm<T, L>,
  ): Promise<void> {
    await fc.assert(
      fc.asyncProperty(pages, async (page) => {
        const listing = listingOf(parser, page);
        await files.write(form, { ...listing, fetchedAtMs: 5 });
        assert.deepEqual(await files.read(form), { ...listing, fetchedAtMs: 5 });
      }),
      { numRuns: 50 },
    );
  }

  it("gives back signals as they were listed, what could not be read included", () =>
    assertCached(signals, signalListing, signalsForm));

  it("gives back markets as they were listed", () =>
    assertCached(markets, marketListing, marketsForm));

  it("gives back the latest signals as they were listed", () =>
    assertCached(latestSignals, latestSignalListing, latestSignalsForm));

  it("gives back the latest forecasts as they were listed", () =>
    assertCached(forecasts, forecastListing, latestForecastsForm));

  it("gives back why a listing is not complete", async () => {
    const listing = {
      items: [],
      unreadable: [],
      isComplete: false,
      notice: "more",
      fetchedAtMs: 5,
    };
    await files.write(signalsForm, listing);
    assert.deepEqual(await files.read(signalsForm), listing);
  });

  it("keeps no reason for which a listing was stale", async () => {
    const listing = { items: [], unreadable: [], isComplete: true, fetchedAtMs: 5 };
    const staleBecause = new MissingKeyError("GET /");
    await files.write(signalsForm, { ...listing, staleBecause });
    assert.deepEqual(await files.read(signalsForm), listing);
  });

  it("gives one listing for no other, and none of another owner (HTTP-14)", async () => {
    await files.write(marketsForm, { items: [], unreadable: [], isComplete: true, fetchedAtMs: 5 });
    assert.equal(await files.read(signalsForm), undefined);
    const others = new ListingFiles(path.join(root.path, "other"));
    assert.equal(await others.read(marketsForm), undefined);
  });

  const wrong: [what: string, subject: string, lines: readonly string[]][] = [
    ["of another listing", "markets", ['{"count":0,"unreadable":[]}']],
    ["without its first line", "signals", []],
    ["with a line that is cut", "signals", ['{"count":1,"unreadable":[]}', '{"code":"IN']],
    ["with too few entries", "signals", ['{"count":2,"unreadable":[]}', '"INFL"']],
    ["of an earlier form", "signals", ['{"items":["INFL"],"unreadable":[]}']],
    ["with an entry that cannot be read", "signals", ['{"count":1,"unreadable":[]}', "7"]],
    ["with gaps that are none", "signals", ['{"count":0,"unreadable":[{"position":"1"}]}']],
  ];
  for (const [what, subject, lines] of wrong) {
    it(`deletes a file ${what} (CACHE-02)`, async () => {
      const file = path.join(folder, "signals.listing");
      const metadata = { subject, fetchedAtMs: 5 };
      await writeCheckedFile(file, { metadata, bytes: Buffer.from(lines.join("\n")) });
      assert.equal(await files.read(signalsForm), undefined);
      assert.equal(existsSync(file), false);
    });
  }

  it("reads back the deepest tree", async () => {
    let deep = node("Leaf", 1);
    for (let level = 0; level < 15; level += 1) deep = node("Node", level, [deep]);
    const items = forecastsOf([summary({ latest: deep })]);
    const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 5 };
    await files.write(latestForecastsForm, listing);
    const read = await files.read(latestForecastsForm);
    assert.deepEqual(read?.items.columns, items.columns);
  });

  it("takes columns of an earlier form for none (CACHE-02)", async () => {
    const file = path.join(folder, "latestSignals.listing");
    const lines = '{"count":1,"unreadable":[]}\n{"latest":{"Date":"2024-06-28"},"version":1}';
    const metadata = { subject: "latestSignals", fetchedAtMs: 5 };
    await writeCheckedFile(file, { metadata, bytes: Buffer.from(lines) });
    assert.equal(await files.read(latestSignalsForm), undefined);
    assert.equal(existsSync(file), false);
  });

  /** Whether the file of a listing whose columns are changed after the fact is read back. */
  async function isReadBack<T, L extends ItemList<unknown>>(
    form: ListingForm<T, L>,
    items: L,
  ): Promise<boolean> {
    await files.write(form, { items, unreadable: [], isComplete: true, fetchedAtMs: 5 });
    const isRead = (await files.read(form)) !== undefined;
    assert.equal(existsSync(path.join(folder, `${form.name}.listing`)), isRead);
    return isRead;
  }

  const us = latestRecord({ tags: { country_iso: "US" } });
  const german = latestRecord({ tags: { country_iso: "DE" } });
  const badSignals: [what: string, forge: (columns: SignalColumns) => void][] = [
    ["a tag that starts before the first", ({ tagStarts }) => (tagStarts[1] = -1)],
    ["tags beyond the last", ({ tagStarts }) => (tagStarts[2] = 2 ** 31 - 1)],
    ["no text of a tag", ({ tagValues }) => (tagValues[0] = -1)],
    ["a code beyond the texts", ({ codes }) => (codes[1] = 1_000)],
    ["a text with a NUL", ({ textBytes }) => (textBytes[0] = 0)],
    ["a text that is empty", ({ textStarts }) => (textStarts[1] = 0)],
    ["a text that ends beyond the bytes", ({ textStarts }) => (textStarts[1] = 2 ** 31 - 1)],
    ["a version that is no whole number", ({ versions }) => (versions[1] = 1.5)],
    ["a score that is infinite", ({ level }) => (level[0] = Infinity)],
    ["a day that has no date", ({ days }) => (days[1] = 2 ** 31 - 1)],
    ["a production that has no date", ({ pointInTimeMs }) => (pointInTimeMs[1] = 1e300)],
  ];
  for (const [what, forge] of badSignals) {
    it(`takes latest signals with ${what} for none (CACHE-02)`, async () => {
      const items = signalsOf([us, german]);
      assert.equal(await isReadBack(latestSignalsForm, items), true);
      forge(items.columns);
      assert.equal(await isReadBack(latestSignalsForm, items), false);
    });
  }

  it("takes latest signals whose columns have unlike lengths for none (CACHE-02)", async () => {
    const { lengths, bytes } = signalsOf([us, german]).packed;
    const [versions = 0, level = 0, ...others] = lengths;
    const items = new LatestSignals({ lengths: [versions + 1, level - 1, ...others], bytes });
    assert.equal(await isReadBack(latestSignalsForm, items), false);
  });

  const badForecasts: [what: string, forge: (columns: ForecastColumns) => void][] = [
    ["a root that is its own driver", ({ nodeParents }) => (nodeParents[0] = 0)],
    ["a second root", ({ nodeParents }) => (nodeParents[1] = -1)],
    ["a node that is its own driver", ({ nodeParents }) => (nodeParents[1] = 1)],
    ["a driver of another forecast", ({ nodeParents }) => (nodeParents[2] = 0)],
    ["a forecast without a tree", ({ nodeStarts }) => (nodeStarts[1] = 0)],
    ["nodes beyond the last", ({ nodeStarts }) => (nodeStarts[2] = 2 ** 31 - 1)],
    ["attributions beyond the last", ({ attributionStarts }) => (attributionStarts[2] = 1_000)],
    ["attributions that go back", ({ attributionStarts }) => (attributionStarts[1] = 2)],
    ["a market without a code", ({ markets }) => (markets[1] = -1)],
    ["a kind beyond the texts", ({ nodeKinds }) => (nodeKinds[1] = 1_000)],
    ["a forecast that is infinite", ({ nodeForecasts }) => (nodeForecasts[1] = -Infinity)],
  ];
  for (const [what, forge] of badForecasts) {
    it(`takes latest forecasts with ${what} for none (CACHE-02)`, async () => {
      const items = forecastsOf([
        summary({
          latest: node("Forecast", 0.05, [node("Trend", 0.05)]),
          attributions: [attribution("INFL", { country_iso: "US" }, 0.01)],
        }),
        summary({ hedging: "Hedged" }),
      ]);
      assert.equal(await isReadBack(latestForecastsForm, items), true);
      forge(items.columns);
      assert.equal(await isReadBack(latestForecastsForm, items), false);
    });
  }
});
