import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { MissingKeyError } from "../../../src/service/errors";
import { type ItemList, type ListingParser } from "../../../src/service/listing";
import { forecastListing } from "../../../src/service/parseForecasts";
import { latestSignalListing } from "../../../src/service/parseLatestSignals";
import { marketListing } from "../../../src/service/parseMarkets";
import { signalListing } from "../../../src/service/parseSignals";
import { writeCheckedFile } from "../../../src/store/checkedFile";
import {
  latestForecastsForm,
  latestSignalsForm,
  ListingFiles,
  marketsForm,
  signalsForm,
} from "../../../src/store/listingFiles";
import { type ListingForm } from "../../../src/store/listingForms";
import { forecastsOf, node, summary } from "../../support/forecastSummaries";
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

  it("gives back a tree however deep it is", async () => {
    let deep = node("Leaf", 1);
    for (let level = 0; level < 100_000; level += 1) deep = node("Node", level, [deep]);
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
});
