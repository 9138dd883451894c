import { type Column, type Frame } from "../data/frame";
import { type Instant } from "../shared/instant";
import { type SignalRef } from "../shared/reference";
import { type DatedSeries } from "./datedSeries";
import { type PanelVariant } from "./panel";
import { type StaleReason } from "./fetchState";
import { type SeriesValues } from "./seriesStore";

/** What is kept of a panel's variant after its frame is released. */
export interface TakenVariant extends StaleReason {
  readonly variant: PanelVariant;
  readonly retrievedAt: Instant;
}

/**
 * Makes variants of their series. Most variants have the same days: then they share one array, and a panel takes little
 * more memory than one series.
 */
export class VariantMaker {
  private readonly known = new Map<string, Int32Array[]>();

  take(reference: SignalRef, series: DatedSeries): TakenVariant {
    const { retrievedAt, staleBecause } = series;
    const variant = this.variant(reference, series);
    return { variant, retrievedAt, ...(staleBecause === undefined ? {} : { staleBecause }) };
  }

  variant(reference: SignalRef, { frame, repairs }: SeriesValues): PanelVariant {
    const columns = frame.columns.map(({ name, type }) => ({ name, type }));
    const observed = this.shared(observedDays(frame));
    return { reference, columns, observed, rows: frame.days.length, repairs };
  }

  /** An earlier array of the same days, if any, else a copy, so that the frame is not retained. */
  private shared(days: Int32Array): Int32Array {
    const key = [days.length, days[0], days.at(-1)].join(" ");
    const alike = this.known.get(key) ?? [];
    const same = alike.find((each) => Buffer.compare(bytesOf(each), bytesOf(days)) === 0);
    if (same !== undefined) return same;
    const own = days.slice();
    this.known.set(key, [...alike, own]);
    return own;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The days on which any column has a value, usually all of them. */
function observedDays({ days, columns }: Frame): Int32Array {
  if (columns.some(isWithoutGaps)) return days;
  const isObserved = new Uint8Array(days.length);
  for (const column of columns) noteValues(column, isObserved);
  return days.filter((_, row) => isObserved[row] === 1);
}

function isWithoutGaps(column: Column): boolean {
  return column.type === "number"
    ? !column.values.includes(Number.NaN)
    : !column.values.includes(null);
}

/** An index loop: an iterator would create more garbage than the numbers take up. */
function noteValues(column: Column, isObserved: Uint8Array): void {
  if (column.type === "number") {
    const { values } = column;
    for (let row = 0; row < values.length; row++) {
      if (!Number.isNaN(values[row])) isObserved[row] = 1;
    }
    return;
  }
  for (const [row, text] of column.values.entries()) if (text !== null) isObserved[row] = 1;
}
