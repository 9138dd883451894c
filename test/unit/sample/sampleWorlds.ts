import fc from "fast-check";
import { type Column, type Frame } from "../../../src/data/frame";
import { type Day, dayOfIso } from "../../../src/shared/day";
import { type DataKind, type TagValues } from "../../../src/shared/reference";
import { businessDayAtOrBefore, firstShown } from "../../../src/sample/businessDays";
import { type SampleSignal, sampleSignals, sampleVariants } from "../../../src/sample/signals";
import { World } from "../../../src/sample/world";

export function dayNamed(iso: string): Day {
  const day = dayOfIso(iso);
  if (day === undefined) throw new RangeError(`${iso} is no day`);
  return day;
}

export function productionOf(iso: string): number {
  return businessDayAtOrBefore(dayNamed(iso));
}

/** A Friday, so that the world's last production is that day's. */
export const world = new World(productionOf("1996-06-28"));

export function signalNamed(code: string, version = 1): SampleSignal {
  const found = sampleSignals.find((each) => each.code === code && each.version === version);
  if (found === undefined) throw new RangeError(`no signal ${code} ${version}`);
  return found;
}

export interface Variant {
  readonly signal: SampleSignal;
  readonly tags: TagValues;
}

/** The signals that have a row for every business day, and those that have one for every period. */
export const businessDaySignals = sampleSignals.filter(({ rows }) => rows === undefined);
export const periodSignals = sampleSignals.filter(({ rows }) => rows !== undefined);

export const variants = variantsAmong(sampleSignals);
export const businessDayVariants = variantsAmong(businessDaySignals);
export const periodVariants = variantsAmong(periodSignals);

function variantsAmong(signals: readonly SampleSignal[]): fc.Arbitrary<Variant> {
  return fc
    .constantFrom(...signals)
    .chain((signal) =>
      fc.constantFrom(...sampleVariants(signal)).map((tags) => ({ signal, tags })),
    );
}

export const productions = fc.integer({ min: firstShown, max: world.last });

export const dataKinds: fc.Arbitrary<DataKind> = fc.constantFrom("SNAP", "FIT");

/** The rows of a frame from one on and before another, as arrays that compare by value. */
export function rowsOf(frame: Frame, from = 0, to = frame.days.length): unknown[] {
  return [frame.days.slice(from, to), ...frame.columns.map(({ values }) => values.slice(from, to))];
}

export function numbersOf(frame: Frame, name: string): Float64Array {
  const column: Column | undefined = frame.columns.find((each) => each.name === name);
  if (column?.type !== "number") throw new RangeError(`no numbers ${name}`);
  return column.values;
}
