import { differenceOf, type Observations } from "../../../shared/series/observations";
import { t } from "../../l10n";
import { type Line, type Pane } from "./pane";
import { Remembered } from "./remembered";

const differences = new Remembered<Observations>();
const noRows = new Int32Array(0);

/** The last that every theme has: it is neither of the two lines', nor a column's in the legend. */
const differenceColour = 7;

/** Two lines of one unit, the second of which is subtracted from the first. */
interface DifferencePair {
  /** The same for the same columns of the same series. */
  readonly id: string;
  readonly label: string;
  readonly lines: readonly [Line, Line];
}

export interface DifferenceChoice {
  readonly id: string;
  readonly label: string;
  readonly isShown: boolean;
}

/** The difference below compared series, and what else it could be. */
export interface Difference {
  /** Absent where no two lines have one. */
  readonly pane?: Pane;
  /** All there are; none where there is no choice. */
  readonly choices: readonly DifferenceChoice[];
  /** Why there is none; absent where there is one. */
  readonly missing?: string;
}

/** The chosen difference A − B, or the first one there is of such pairs of lines. */
export function differenceOfOne(
  lines: readonly (readonly [a: Line, b: Line])[],
  chosen: string | null,
): Difference {
  const pairs = lines.flatMap(([a, b]): DifferencePair[] => {
    const [id, label] = [`${a.id} − ${b.id}`, `${a.label} − ${b.label}`];
    return a.unit === b.unit ? [{ id, label, lines: [a, b] }] : [];
  });
  const wanted = pairs.filter(({ id }) => id === chosen);
  for (const shown of [...wanted, ...pairs]) {
    const pane = differencePane(shown);
    if (pane === undefined) continue;
    const choices = pairs.map(({ id, label }) => ({ id, label, isShown: id === shown.id }));
    return { pane, choices: choices.length > 1 ? choices : [] };
  }
  const missing =
    pairs.length === 0
      ? t("To see a difference, show two lines with the same unit")
      : t("No two lines have a day in common, so no difference is shown");
  return { choices: [], missing };
}

/** A − B on the days that both list; undefined where they share none. */
function differencePane({ label, lines: [a, b] }: DifferencePair): Pane | undefined {
  const { days, values } = differences.of(a.values, b.values, () => differenceOf(a, b));
  if (days.length === 0) return undefined;
  const { unit } = a;
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
