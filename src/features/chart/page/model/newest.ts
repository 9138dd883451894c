import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Day } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { percentileToDate } from "../../../../shared/series/nativeStep";
import { lastKnownRow } from "../../../../shared/series/observations";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type Line, type Pane } from "./pane";
import { type Observable, observedOf } from "./observed";
import { Remembered } from "./remembered";

/** The newest value of a line, for its right edge. */
export interface NewestValue {
  readonly id: string;
  readonly label: string;
  readonly unit: ShownUnit;
  readonly colour: number;
  readonly day: Day;
  readonly value: number;
  /** `+1.23`, `5.12 %`. */
  readonly text: string;
  /** The share of the series' own observations at or below the value, in whole percent. */
  readonly percentile: number;
  /** `19 Nov 2026 · percentile 93`. */
  readonly detail: string;
}

const percentiles = new Remembered<number>();

/** The newest value of a line and its percentile among all observations of the series; undefined without a value. */
export function newestValue(line: Line): NewestValue | undefined {
  const known = lastKnown(line);
  if (known === undefined) return undefined;
  const { day, value } = known;
  const { id, label, unit, colour } = line;
  return {
    id,
    label,
    unit,
    colour,
    day,
    value,
    text: formatValue(unit, value),
    // A getter, because a percentile reads all rows.
    get percentile() {
      return line.percentile ?? percentileOfNewest(line);
    },
    get detail() {
      return t("{0} · percentile {1}", dateText(day), this.percentile);
    },
  };
}

/** The percentile of a series' newest value among all its observations, in whole percent; NaN without any. */
export function percentileOfNewest(series: Observable): number {
  const { days, values } = series.served ?? series;
  return percentiles.of(values, days, () => {
    const { observed } = observedOf(series);
    return percentileToDate(observed, observed.values.length - 1);
  });
}

/** The texts for the newest value of a line or a layer: the value, and a detail if there is one. */
export interface NewestLabels {
  readonly text: string;
  readonly detail?: string;
}

/**
 * Maps the id of each line and layer to the texts of its newest value; the detail of a difference is its day, a layer
 * has none. The value of a layer is of the same day as the total beside it, because values of different days do not add
 * up.
 */
export function newestText({
  panes,
  newest,
}: {
  readonly panes: readonly Pane[];
  readonly newest: readonly NewestValue[];
}): ReadonlyMap<string, NewestLabels> {
  const words = new Map<string, NewestLabels>(newest.map((each) => [each.id, each]));
  for (const { kind, lines, layers } of panes) {
    const [total] = lines;
    for (const layer of layers) {
      const value = layer.values[lastKnownRow((total ?? layer).values)];
      if (value !== undefined) words.set(layer.id, { text: formatValue(layer.unit, value) });
    }
    for (const line of kind === "difference" ? lines : []) {
      const known = lastKnown(line);
      if (known === undefined) continue;
      const text = formatChange(line.unit, known.value);
      words.set(line.id, { text, detail: dateText(known.day) });
    }
  }
  return words;
}

function lastKnown(line: Line): { readonly day: Day; readonly value: number } | undefined {
  const row = lastKnownRow(line.values);
  const [day, value] = [line.days[row], line.values[row]];
  return day === undefined || value === undefined ? undefined : { day, value };
}
