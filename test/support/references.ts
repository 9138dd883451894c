import { isSavedChartPath, type Openable, type ServiceOpenable } from "../../src/shared/openable";
import fc from "fast-check";
import { maxDay, minDay } from "../../src/shared/day";
import { type AsOf, instantOfMs } from "../../src/shared/instant";
import { type Form, type Place, type SeriesTarget } from "../../src/shared/place";
import {
  type ForecastRef,
  type PanelRef,
  type Reference,
  type SignalRef,
  type TagSet,
  forecastRef,
  panelRef,
  signalRef,
} from "../../src/shared/reference";
import { isNameable } from "../../src/shared/segment";
import { type Slice } from "../../src/shared/slice";

/** Values that have broken encoders before. */
const nasty = [
  "",
  ".",
  "..",
  "../admin",
  "//evil",
  "a/b?x#y",
  "%2e%2e",
  "%00",
  " x ",
  ".x.",
  "*",
  "a+b",
  "a,b=c",
  "latest",
  "SNAP",
  "..2020-01-01",
  "cols=Level",
  "__proto__",
  "constructor",
  "İstanbul",
  "e\u0301",
  "日本",
  "😀",
  "\\",
  "a\nb",
  "x".repeat(10_000),
];

/** Any text that a service may use as a code, a ticker, a tag kind, a tag value or a horizon. */
export const names: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string({ unit: "binary" }).filter(isNameable),
  fc.string({ unit: fc.constantFrom("%", "/", "+", ",", "=", "*", ".", " ", "a", "é", "2", "E") }),
);

const asOfs: fc.Arbitrary<AsOf> = fc.oneof(
  fc.constant("latest" as const),
  fc
    .integer({ min: minDay * 86_400, max: maxDay * 86_400 })
    .map((second) => instantOfMs(second * 1000) ?? ("latest" as const)),
);

const versions = fc.oneof(fc.nat(), fc.constant(Number.MAX_SAFE_INTEGER));
const dataKinds = fc.constantFrom("SNAP" as const, "FIT" as const);

function tagged<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .array(fc.tuple(names, values), { maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs));
}

const shape = { code: names, version: versions, dataKind: dataKinds, asOf: asOfs };

export const signalRefs: fc.Arbitrary<SignalRef> = fc
  .record({ ...shape, tags: tagged(names) })
  .map(signalRef);

export const forecastRefs: fc.Arbitrary<ForecastRef> = fc
  .record({ market: names, currency: names, horizon: names })
  .map(forecastRef);

const tagSets: fc.Arbitrary<TagSet> = fc.oneof(
  fc.constant("*" as const),
  fc.array(names, { minLength: 1, maxLength: 6 }),
);

export const panelRefs: fc.Arbitrary<PanelRef | SignalRef> = fc
  .record({ ...shape, tags: tagged(tagSets) })
  .map(panelRef);

export const references: fc.Arbitrary<Reference> = fc.oneof(signalRefs, forecastRefs, panelRefs);

const days = fc.option(fc.integer({ min: minDay, max: maxDay }), { nil: undefined });

export const slices: fc.Arbitrary<Slice> = fc
  .record({ first: days, second: days, columns: fc.uniqueArray(names, { maxLength: 3 }) })
  .map(({ first, second, columns }) => {
    const swapped = first !== undefined && second !== undefined && first > second;
    const [from, to] = swapped ? [second, first] : [first, second];
    return {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(columns.length === 0 ? {} : { columns: columns.map((name) => name.normalize("NFC")) }),
    };
  })
  .filter(({ columns = [] }) => new Set(columns).size === columns.length);

const connections = fc.oneof(
  fc.constantFrom("sample", "acme"),
  fc.string({ unit: fc.constantFrom(...Array.from("abcz019-")), minLength: 1, maxLength: 32 }),
);

/** A series of a connection. */
export const placedSeries: fc.Arbitrary<SeriesTarget> = fc
  .record({ connectionId: connections, reference: fc.oneof(signalRefs, forecastRefs) })
  .map(({ connectionId, reference }) => ({ connectionId, reference }));

export const places: fc.Arbitrary<Place> = fc
  .record({
    connectionId: connections,
    reference: references,
    slice: slices,
    form: fc.constantFrom<Form>("csv", "json", "chart"),
  })
  .map(({ slice, ...place }) => (Object.keys(slice).length === 0 ? place : { ...place, slice }));

/** Whatever a link can name. */
export const serviceOpenables: fc.Arbitrary<ServiceOpenable> = fc.oneof(
  places.map(({ reference, slice }): ServiceOpenable => ({
    kind: "reference",
    reference,
    ...(slice === undefined ? {} : { slice }),
  })),
  fc
    .tuple(names, names, fc.constantFrom("SNAP" as const, "FIT" as const))
    .map(([tagKind, value, dataKind]): ServiceOpenable => ({
      kind: "profile",
      tagKind: tagKind.normalize("NFC"),
      value: value.normalize("NFC"),
      dataKind,
    })),
  fc
    .constantFrom("latest" as const, "explorer" as const, "changes" as const)
    .map((page): ServiceOpenable => ({ kind: "page", page })),
);

/** Whatever a pin can name. */
export const openables: fc.Arbitrary<Openable> = fc.oneof(
  serviceOpenables,
  fc
    .array(names, { minLength: 1, maxLength: 4 })
    .map((path) => `${path.join("/")}.macrochart.json`.normalize("NFC"))
    .filter(isSavedChartPath)
    .map((path): Openable => ({ kind: "savedChart", path })),
);
