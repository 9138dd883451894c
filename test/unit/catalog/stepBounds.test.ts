import assert from "node:assert/strict";
import fc from "fast-check";
import { matchedForecasts } from "../../../src/catalog/changedForecasts";
import { changedRecords } from "../../../src/catalog/changedRecords";
import { ForecastRows } from "../../../src/catalog/forecastRows";
import { ForecastValues } from "../../../src/catalog/forecastValues";
import { LabelOrder } from "../../../src/catalog/labelOrder";
import { LatestRecords } from "../../../src/catalog/latestRecords";
import { movedForecasts } from "../../../src/catalog/movedForecasts";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { LatestForecasts } from "../../../src/service/latestForecasts";
import { LatestSignals } from "../../../src/service/latestSignals";
import { maxReports } from "../../../src/service/listing";
import { type BodyForm, type BodyPage, readBody } from "../../../src/service/readBody";
import { tagLabels } from "../../../src/shared/latest/latestColumns";
import { runs } from "../../support/propertyRuns";

const facts = { request: "GET /", attempts: 1 };

function read<F extends BodyForm>(form: F, wire: unknown): BodyPage<F> {
  return readBody({ form, bytes: Buffer.from(JSON.stringify(wire)), facts });
}

/** Counts the entries of columns and lists that are read, and the characters of texts that are hashed or rewritten. */
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

  /** The most that is visited between two pauses, and the result. */
  longestStep<T>(steps: Generator<void, T>): { readonly most: number; readonly result: T } {
    const text = String.prototype;
    // oxlint-disable-next-line typescript/unbound-method -- each is called with its own text
    const { charCodeAt, normalize, replace } = text;
    const countText = (length: number): void => void (this.count += length);
    text.charCodeAt = function counted(this: string, at: number): number {
      countText(1);
      return charCodeAt.call(this, at);
    };
    text.normalize = function counted(this: string, form?: string): string {
      countText(this.length);
      return normalize.call(this, form);
    };
    text.replace = function counted(this: string, ...given: Parameters<typeof replace>): string {
      countText(this.length);
      return replace.apply(this, given);
    } as typeof replace;
    let most = 0;
    try {
      for (;;) {
        this.count = 0;
        const step = steps.next();
        most = Math.max(most, this.count);
        if (step.done === true) return { most, result: step.value };
      }
    } finally {
      Object.assign(text, { charCodeAt, normalize, replace });
    }
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
  horizons: fc.constantFrom(1, 900),
});
type Shape = typeof shape extends fc.Arbitrary<infer S> ? S : never;

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

function forecastsIn({ markets, horizons, codes, values }: Shape): LatestForecasts {
  const wire = Array.from({ length: 2 * size }, (_, at) => ({
    market_code: `M${at % markets}`,
    // At most 60 forecasts have the same coordinates.
    currency_iso: `C${at % 100}`,
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

/** Far fewer than the entries of an answer; a record here has at most three tags, with short names. */
const most = 2_000;

describe("a step of work in the catalog", () => {
  it("visits few entries and characters, however large the answer is (LIST-04)", function () {
    // Counting a visit takes far longer than the visit itself.
    this.timeout(60_000);
    fc.assert(
      fc.property(shape, (of) => {
        const visits = new Visits();
        const [newer, older] = [signalsIn(of), signalsIn({ ...of, versionStep: 1 })].map((items) =>
          countedSignals(items, visits),
        ) as [LatestSignals, LatestSignals];
        const [newest, before] = [forecastsIn(of), forecastsIn({ ...of, codes: 7 })].map((items) =>
          countedForecasts(items, visits),
        ) as [LatestForecasts, LatestForecasts];
        const listed = Array.from({ length: size }, (_, at) => `V${at % of.values}`);
        const tags = [
          { kind: "company", values: visits.list([...new Set(listed)]), subTags: [] },
          { kind: "k0_0", values: visits.list(["V0", "V1"]), subTags: [] },
        ];
        const definition = { code: "C0", version: 1, name: "C0", tags, unreadable: [] };
        const records = new LatestRecords(newer);
        const values = new ForecastValues(newest);
        const rows = new ForecastRows({ connectionId: "c", names, order: new LabelOrder("en") });
        const markets = visits.list(
          listed.map((name, at) => ({
            ticker: `T${at}`,
            name,
            tags: [{ kind: "region", values: visits.list([`R${at % of.markets}`]), subTags: [] }],
          })),
        );
        const dated = (items: LatestSignals): { records: LatestSignals; fetchedAtMs: number } => ({
          records: items,
          fetchedAtMs: 0,
        });
        const work: readonly (readonly [what: string, steps: Generator<void, unknown>])[] = [
          ["changedRecords", changedRecords(dated(newer), dated(older), recordNames)],
          ["matchedForecasts", matchedForecasts(newest, before)],
          ["LatestRecords.read", records.read()],
          ["LatestRecords.valuesOf", records.valuesOf(definition, [1])],
          ["ForecastValues.read", values.read()],
          [
            "movedForecasts",
            movedForecasts(newest, { code: "C0", tags: { company: "V0" } }, definition),
          ],
          ["ForecastRows.inOrder", rows.inOrder(markets)],
          ["tagLabels", tagLabels(newer.columns, (_, value) => value)],
        ];
        for (const [what, steps] of work) {
          const { most: visited } = visits.longestStep(steps);
          assert.ok(visited <= most, `${what} visits ${visited} between two pauses`);
        }
      }),
      { numRuns: Math.min(runs(3), 200) },
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
    assert.ok(visited <= 100_000, `${visited} between two pauses`);
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
