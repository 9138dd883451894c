import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { matchedForecasts } from "../../../src/catalog/changedForecasts";
import { changedRecords } from "../../../src/catalog/changedRecords";
import { forecastCoordinates } from "../../../src/catalog/forecastCoordinates";
import { ForecastRows } from "../../../src/catalog/forecastRows";
import { ForecastValues } from "../../../src/catalog/forecastValues";
import { LabelOrder } from "../../../src/catalog/labelOrder";
import { LatestRecords } from "../../../src/catalog/latestRecords";
import { movedForecasts } from "../../../src/catalog/movedForecasts";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { filteredRows, forecastTest, signalTest } from "../../../src/catalog/rowFilter";
import {
  allMarkets,
  ForecastGroups,
  forecastIndexes,
  type TagText,
  VariantGroups,
} from "../../../src/catalog/searchEntries";
import { type SearchGroup, SearchIndex } from "../../../src/catalog/searchIndex";
import { SignalRows } from "../../../src/catalog/signalRows";
import { variantsOf } from "../../../src/catalog/variants";
import { LatestForecasts } from "../../../src/service/latestForecasts";
import { LatestSignals } from "../../../src/service/latestSignals";
import { maxReports } from "../../../src/service/listing";
import { type BodyForm, type BodyPage, readBody } from "../../../src/service/readBody";
import { tagLabels } from "../../../src/shared/latestColumns";
import { runs } from "../../support/propertyRuns";

const facts = { request: "GET /", attempts: 1 };

function read<F extends BodyForm>(form: F, wire: unknown): BodyPage<F> {
  return readBody({ form, bytes: Buffer.from(JSON.stringify(wire)), facts });
}

/** The prototype of what steps through arrays and typed arrays. */
const arraySteps = Object.getPrototypeOf([].values()) as { next: () => IteratorResult<unknown> };

/**
 * Counts the entries of columns and lists that are read, the steps through any array, and the characters of texts that are
 * hashed or rewritten.
 */
class Visits {
  count = 0;

  columns<C extends object>(columns: C): C {
    const counted = Object.entries<object>(columns as Record<string, object>).map(
      ([name, column]) => [name, this.list(column)] as const,
    );
    return Object.fromEntries(counted) as C;
  }

  /** An array or a typed array. */
  list<T extends object>(target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof name === "string" && /^\d+$/.test(name)) {
          this.count += 1;
          return value;
        }
        if (typeof value !== "function") return value;
        return (...given: readonly unknown[]) => this.called(target, name, value, given);
      },
    });
  }

  private called(
    target: object,
    name: string | symbol,
    method: unknown,
    given: readonly unknown[],
  ): unknown {
    const result: unknown = Reflect.apply(method as () => unknown, target, given);
    if (name === "subarray") this.count += (result as { length: number }).length;
    else if (name === "entries" || name === Symbol.iterator)
      return this.steps(result as Iterable<unknown>);
    else this.count += (target as { length: number }).length;
    return result;
  }

  private *steps(items: Iterable<unknown>): Generator {
    for (const item of items) {
      this.count += 1;
      yield item;
    }
  }

  /** A map whose keys are counted. */
  map<V>(target: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
    const keys = (): Generator => this.steps([...target.keys()]);
    return Object.assign(new Map(target), { keys });
  }

  /** The most that is visited between two pauses, and the result. */
  longestStep<T>(steps: Generator<unknown, T>): { readonly most: number; readonly result: T } {
    const restore = this.countEverywhere();
    let most = 0;
    try {
      for (;;) {
        this.count = 0;
        const step = steps.next();
        most = Math.max(most, this.count);
        if (step.done === true) return { most, result: step.value };
      }
    } finally {
      restore();
    }
  }

  /** Replaces the methods of texts, expressions and arrays by ones that count; returns what puts them back. */
  private countEverywhere(): () => void {
    const texts = String.prototype;
    const expressions = RegExp.prototype;
    const { Int32Array: integers } = globalThis;
    // oxlint-disable-next-line typescript/unbound-method -- each is called with its own text, expression or array
    const [{ charCodeAt, normalize, replace }, { exec }, { next }] = [
      texts,
      expressions,
      arraySteps,
    ];
    const countMore = (length: number): void => void (this.count += length);
    texts.charCodeAt = function counted(this: string, at: number): number {
      countMore(1);
      return charCodeAt.call(this, at);
    };
    texts.normalize = function counted(this: string, form?: string): string {
      countMore(this.length);
      return normalize.call(this, form);
    };
    texts.replace = function counted(this: string, ...given: Parameters<typeof replace>): string {
      countMore(this.length);
      return replace.apply(this, given);
    } as typeof replace;
    expressions.exec = function counted(this: RegExp, text: string): RegExpExecArray | null {
      countMore(text.length);
      return exec.call(this, text);
    };
    arraySteps.next = function counted(this: Iterator<unknown>): IteratorResult<unknown> {
      countMore(1);
      return next.call(this);
    };
    // Copying into a typed array takes about a nanosecond an entry, and is not counted.
    globalThis.Int32Array = new Proxy(integers, {
      construct: (target, given) => {
        const { count } = this;
        const copy = Reflect.construct(target, given) as object;
        this.count = count;
        return copy;
      },
    });
    return () => {
      Object.assign(texts, { charCodeAt, normalize, replace });
      expressions.exec = exec;
      arraySteps.next = next;
      globalThis.Int32Array = integers;
    };
  }
}

function countedSignals(items: LatestSignals, visits: Visits): LatestSignals {
  const counted = new LatestSignals(items.packed);
  return Object.defineProperty(counted, "columns", { value: visits.columns(items.columns) });
}

function countedForecasts(items: LatestForecasts, visits: Visits): LatestForecasts {
  const counted = new LatestForecasts(items.packed);
  return Object.defineProperty(counted, "columns", { value: visits.columns(items.columns) });
}

const names = new ReadableNames("en");
const recordNames = { signal: (code: string) => code, variant: () => "" };
const size = 3_000;

/** Answers with about 3,000 entries that have either as many codes, tags, versions and coordinates, or only a few. */
const shape = fc.record({
  codes: fc.constantFrom(1, 7, size),
  values: fc.constantFrom(1, 50, size),
  fields: fc.constantFrom(1, size),
  tags: fc.integer({ min: 1, max: 3 }),
  // Versions that differ only above 32 bits.
  versionStep: fc.constantFrom(0, 1, 2 ** 32),
  markets: fc.constantFrom(1, 13, size),
  horizons: fc.constantFrom(1, 900, size),
  currencies: fc.constantFrom(100, size),
});
type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never;

const allDiffer = { codes: size, values: size, fields: size, tags: 3, versionStep: 1 } as const;
const allAlike = { codes: 1, values: 1, fields: 1, tags: 1, versionStep: 0 } as const;

/** Each loop of the catalog is long in one of these. */
const extremes: readonly Shape[] = [
  { ...allDiffer, markets: size, horizons: 1, currencies: 100 },
  { ...allAlike, markets: 1, horizons: size, currencies: size },
  { ...allAlike, markets: 1, horizons: 1, currencies: size },
];

function signalsIn({ codes, values, fields, tags, versionStep }: Shape): LatestSignals {
  const wire = Array.from({ length: size }, (_, at) => ({
    signal_code: `C${at % codes}`,
    version: at * versionStep,
    ...Object.fromEntries(
      Array.from({ length: tags }, (__, tag) => [`k${tag}_${at % fields}_name`, `V${at % values}`]),
    ),
    latest: { Date: "2024-06-28", Level: at % 3, Momentum: 0, Aggregate: null },
  }));
  return read("latestSignals", wire).items;
}

function forecastsIn({ markets, currencies, horizons, codes, values }: Shape): LatestForecasts {
  const wire = Array.from({ length: 2 * size }, (_, at) => ({
    market_code: `M${at % markets}`,
    // At most 60 forecasts have the same coordinates.
    currency_iso: `C${at % currencies}`,
    horizon: `${at % horizons} Months`,
    hedging: "Local",
    latest: { kind: "Forecast", forecast: at },
    attributions: Array.from({ length: at === 0 ? size : 1 }, (__, n) => ({
      signal_code: `C${n % codes}`,
      variant: { company_name: `V${(at + n) % values}` },
      forecast: n,
    })),
  }));
  return read("latestForecasts", wire).items;
}

/** Work on answers of a shape, in the order in which it must be done, by the generator that does it. */
function workOf(of: Shape, visits: Visits): Readonly<Record<string, Generator<unknown, unknown>>> {
  const [newer, older] = [signalsIn(of), signalsIn({ ...of, versionStep: 1 })].map((items) =>
    countedSignals(items, visits),
  ) as [LatestSignals, LatestSignals];
  const [newest, before] = [forecastsIn(of), forecastsIn({ ...of, codes: 7 })].map((items) =>
    countedForecasts(items, visits),
  ) as [LatestForecasts, LatestForecasts];
  const listed = Array.from({ length: size }, (_, at) => `V${at % of.values}`);
  const tag = { kind: "company", values: visits.list([...new Set(listed)]), subTags: [] };
  const tags = [tag, { kind: "k0_0", values: visits.list(["V0", "V1"]), subTags: [] }];
  const definition = { code: "C0", version: 1, name: "C0", tags, unreadable: [] };
  // Repeats each variant, as a pair does that is listed from both sides.
  const repeating = { ...definition, tags: [...tags, tag] };
  const records = new LatestRecords(newer);
  const rows = new ForecastRows({ connectionId: "c", names, order: new LabelOrder("en") });
  const regions = listed.map((_, at) => `R${at % of.markets}`);
  const markets = visits.list(
    listed.map((name, at) => ({
      ticker: `T${at}`,
      name,
      tags: [
        {
          kind: "region",
          values: visits.list(at === 0 ? regions : regions.slice(at, at + 1)),
          subTags: [],
        },
      ],
    })),
  );
  const known = visits.map(new Map(listed.map((_, at) => [`M${at % of.markets}`, []])));
  const horizons = listed.map((_, at) => ({ horizon: `${at} Months`, currencies: ["USD"] }));
  const market = { ticker: "T", name: "T", tags };
  const dated = (items: LatestSignals): { records: LatestSignals; fetchedAtMs: number } => ({
    records: items,
    fetchedAtMs: 0,
  });
  const attributed = { code: "C0", tags: { company: "V0" } };
  const indexing = <S extends { text: string }>(group: SearchGroup<unknown, S>): Generator<void> =>
    new SearchIndex<unknown, S>().indexing("key", group);
  const index = new SearchIndex<unknown, TagText>();
  visits.longestStep(index.indexing("key", new VariantGroups(names).of(repeating, 0)));
  const matches = listed.map((value) => ({ signal: definition, tags: { company: value } }));
  const { result: passes } = visits.longestStep(signalTest(matches, []));
  const order = new LabelOrder("en");
  const signalRows = new SignalRows({
    ...{ connectionId: "c", names, order },
    dataKind: "SNAP",
    asOf: "latest",
  });
  const shown = { label: "", description: "", id: "", parent: undefined };
  const row = { ...shown, kind: "signal", signal: definition, chosen: {} } as const;
  // The rows of a range are created in one step, at most 2,000.
  const values = [...new Set(listed)].slice(0, 1_000);
  const company = { ...definition, tags: [{ ...tag, values }] };
  const candidates = listed.map((horizon) => ({
    market: "T",
    name: "T",
    coordinates: { currency: "USD", horizon },
  }));
  return {
    "changedRecords.ts changedRecords": changedRecords(dated(newer), dated(older), recordNames),
    "changedForecasts.ts matchedForecasts": matchedForecasts(newest, before),
    "latestRecords.ts LatestRecords.read": records.read(),
    "latestRecords.ts LatestRecords.valuesOf": records.valuesOf(definition, [1]),
    "forecastValues.ts ForecastValues.read": new ForecastValues(newest).read(),
    "forecastCoordinates.ts forecastCoordinates": forecastCoordinates(newest),
    "movedForecasts.ts movedForecasts": movedForecasts(newest, attributed, definition),
    "forecastRows.ts ForecastRows.inOrder": rows.inOrder(markets),
    "forecastRows.ts ForecastRows.inOrder, without tags": rows.inOrder(
      visits.list(listed.map((name, at) => ({ ticker: `T${at}`, name, tags: [] }))),
    ),
    "searchEntries.ts allMarkets": allMarkets(markets, known),
    "searchEntries.ts forecastIndexes": forecastIndexes(markets, known, names),
    "rowFilter.ts filteredRows": filteredRows(signalRows.inSignal(row, company), passes),
    "rowFilter.ts forecastTest": forecastTest(visits.list(candidates)),
    "rowFilter.ts signalTest": signalTest(
      visits.list(matches),
      visits.list(listed.map((name, version) => ({ code: "C", version, name }))),
    ),
    "variants.ts variantsOf": variantsOf(tags),
    "searchIndex.ts SearchIndex.indexing": indexing(new VariantGroups(names).of(repeating, 0)),
    "searchIndex.ts SearchIndex.indexing, of a market": indexing(
      new ForecastGroups(names).of(market, horizons, 0),
    ),
    // The words of a query are read as with each key that is pressed, which the bench measures.
    "searchIndex.ts SearchIndex.matching": index.matching(""),
    "shared tagLabels": tagLabels(newer.columns, (_, value) => value),
  };
}

/** Generators that are steps of others, and the generator that runs each; one of these, in the end, is in {@link workOf}. */
const partOf: Readonly<Record<string, string>> = {
  "changedForecasts.ts unused": "changedForecasts.ts matchedForecasts",
  "changedRecords.ts Signals.all": "changedRecords.ts changedRecords",
  "changedRecords.ts columnsOf": "changedRecords.ts changedRecords",
  "changedRecords.ts vanishedRecords": "changedRecords.ts changedRecords",
  "olderRecords.ts olderRecords": "changedRecords.ts changedRecords",
  "textIndex.ts textsIn": "olderRecords.ts olderRecords",
  "textIndex.ts TextIndex.read": "textIndex.ts textsIn",
  "latestRecords.ts SignalValues.readDays": "latestRecords.ts LatestRecords.valuesOf",
  "variantIndex.ts variantIndex": "latestRecords.ts LatestRecords.valuesOf",
  "variantIndex.ts Dimension.read": "variantIndex.ts variantIndex",
  "forecastCoordinates.ts byLengthInSteps": "forecastCoordinates.ts forecastCoordinates",
  "../shared/sortInSteps.ts sortInSteps": "movedForecasts.ts movedForecasts",
  "../shared/sortInSteps.ts merge": "../shared/sortInSteps.ts sortInSteps",
  "forecastRows.ts ForecastRows.groupsOf": "forecastRows.ts ForecastRows.inOrder",
  "forecastRows.ts ForecastRows.sorted": "forecastRows.ts ForecastRows.inOrder",
  "labelOrder.ts LabelOrder.sortedInSteps": "forecastRows.ts ForecastRows.sorted",
  "labelOrder.ts sortedByLetters": "labelOrder.ts LabelOrder.sortedInSteps",
  "variants.ts variantSteps": "variants.ts variantsOf",
  "variants.ts combinationsOf": "variants.ts variantSteps",
  "rowFilter.ts rowsOf": "rowFilter.ts filteredRows",
  "rowFilter.ts VariantMatches.has": "rowFilter.ts filteredRows",
  "rowFilter.ts VariantMatches.chosenBy": "rowFilter.ts VariantMatches.has",
  "searchEntries.ts VariantGroups.entriesOf": "searchIndex.ts SearchIndex.indexing",
  "searchEntries.ts ForecastGroups.entriesOf": "searchIndex.ts SearchIndex.indexing",
  "searchEntries.ts ForecastGroups.sharedTexts": "searchIndex.ts SearchIndex.indexing",
  "searchEntries.ts collected": "searchEntries.ts forecastIndexes",
};

/** The generators in a file of the catalog: functions, methods, and function expressions. */
function generatorsIn(file: string): string[] {
  const text = readFileSync(path.join("src/catalog", file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isFunction =
      ts.isFunctionDeclaration(node) ||
      ts.isFunctionExpression(node) ||
      ts.isMethodDeclaration(node);
    if (isFunction && node.asteriskToken !== undefined) {
      const owner = ts.isClassLike(node.parent) ? `${node.parent.name?.text ?? ""}.` : "";
      const { line } = source.getLineAndCharacterOfPosition(node.pos);
      found.push(`${file} ${owner}${node.name?.getText(source) ?? `at line ${line + 1}`}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Far fewer than the entries of an answer; a record here has at most three tags, with short names. */
const most = 2_500;

describe("a step of work in the catalog", () => {
  it("is measured for each generator, by itself or within another (LIST-04)", () => {
    const entries = readdirSync("src/catalog", { recursive: true, encoding: "utf8" });
    const files = entries.map((entry) => entry.replaceAll("\\", "/"));
    const all = [...files, "../shared/sortInSteps.ts"];
    const found = all.filter((file) => file.endsWith(".ts")).flatMap(generatorsIn);
    const [of] = fc.sample(shape, { numRuns: 1, seed: 1 });
    assert.ok(of);
    const driven = Object.keys(workOf(of, new Visits()))
      .map((name) => name.replace(/, .*/, ""))
      .filter((name) => !name.startsWith("shared "));
    assert.deepEqual(found.sort(), [...new Set([...driven, ...Object.keys(partOf)])].sort());
    for (const part of Object.keys(partOf)) {
      const way = [part];
      for (let name = partOf[part]; name !== undefined; name = partOf[name]) {
        assert.ok(!way.includes(name), `${way.join(" < ")} is a circle`);
        way.push(name);
      }
      assert.ok(driven.includes(way.at(-1) ?? ""), `${way.join(" < ")} is not measured`);
    }
  });

  it("visits few entries and characters, however large the answer is (LIST-04)", function () {
    // Counting a visit takes far longer than the visit itself.
    this.timeout(240_000);
    fc.assert(
      fc.property(shape, (of) => {
        const visits = new Visits();
        for (const [what, steps] of Object.entries(workOf(of, visits))) {
          const { most: visited } = visits.longestStep(steps);
          assert.ok(visited <= most, `${what} visits ${visited} between two pauses`);
        }
      }),
      { numRuns: Math.min(runs(extremes.length), 200), examples: extremes.map((of) => [of]) },
    );
  });

  it("visits few of 33,000 dimensions to find the variant of a record (LIST-04)", () => {
    const visits = new Visits();
    const fields = Array.from({ length: 32 }, (_, at) => `k${at}_name`);
    const wire = Array.from({ length: 50 }, (_, at) => ({
      signal_code: "C",
      ...Object.fromEntries(fields.map((field) => [field, `V${at}`])),
      latest: { Date: "2024-06-28", Level: 0 },
    }));
    const records = countedSignals(read("latestSignals", wire).items, visits);
    const dimension = (kind: string): { kind: string; values: string[] } => ({
      kind,
      values: visits.list(["V1"]),
    });
    const tags = Array.from({ length: 1_000 }, (_, tag) => ({
      ...dimension("k0"),
      subTags: [...fields.slice(1).map(dimension), dimension(`other${tag}`)],
    }));
    const definition = { code: "C", version: 0, name: "C", tags, unreadable: [] };
    const all = new LatestRecords(records);
    visits.longestStep(all.read());
    const { most: visited } = visits.longestStep(all.valuesOf(definition, [0]));
    assert.ok(visited <= 150_000, `${visited} between two pauses`);
  });

  it("never collects more reports than the limit, whatever the answer is (LIST-04)", () => {
    const junk = fc.constantFrom(
      null,
      7,
      {},
      { latest: {} },
      { tags: [null, { kind: "a", values: [null] }] },
    );
    const forms = ["signals", "markets", "hedgings", "latestSignals", "latestForecasts"] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        junk,
        fc.integer({ min: 1, max: 5_000 }),
        (form, entry, count) => {
          const page = read(
            form,
            Array.from({ length: count }, () => entry),
          );
          assert.ok(page.unreadable.length <= maxReports);
          assert.ok(
            page.unreadable.length + (page.moreUnreadable ?? 0) >= count - page.items.length,
          );
        },
      ),
      { numRuns: Math.min(runs(50), 500) },
    );
  });
});
