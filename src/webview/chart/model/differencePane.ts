import { differenceOf, type Observations } from "../../../shared/series/observations";
import { t } from "../../l10n";
import { type Line, type Pane } from "./pane";
import { Remembered } from "./remembered";

const differences = new Remembered<Observations>();
const noRows = new Int32Array(0);

/** The last that every theme has: it is neither of the two lines', nor a column's in the legend. */
const differenceColour = 7;

/** Why there is no difference of the lines of two series; undefined where there is one, and of less than two lines. */
export function missingDifference(lines: readonly Line[]): string | undefined {
  if (lines.length < 2 || differencePane(lines) !== undefined) return undefined;
  return lines.length > 2 || lines[0]?.unit !== lines[1]?.unit
    ? t("To see a difference, show exactly two lines with the same unit")
    : t("The two lines have no day in common, so no difference is shown");
}

/**
 * A − B of exactly two lines of one unit, on the days that both list; undefined for any others, and where the two
 * share no day.
 */
export function differencePane(lines: readonly Line[]): Pane | undefined {
  const [a, b] = lines;
  if (lines.length !== 2 || b === undefined || a?.unit !== b.unit) return undefined;
  const { days, values } = differences.of(a.values, b.values, () => differenceOf(a, b));
  if (days.length === 0) return undefined;
  const { unit } = a;
  const label = `${a.label} − ${b.label}`;
  const line = {
    id: "difference",
    label,
    unit,
    days,
    values,
    colour: differenceColour,
    dash: 0,
    marks: noRows,
    isFilled: true,
  };
  const axis = { unit, domain: "fit", label: "", guides: [0] } as const;
  return {
    id: "difference",
    kind: "difference",
    title: label,
    axes: [axis],
    layers: [],
    lines: [line],
  };
}
