import { type Line, type Pane } from "../model/pane";
import { type Day } from "../../../shared/day";

/** From the pointer to a line at which it points. */
export const nearPx = 12;

/**
 * The id of the line that comes nearest to a height between two days, of a small multiple however far it is; else null.
 *
 * @param y - In pixels, like `topOf`, which is undefined where a line has no value.
 */
export function lineNear(
  { kind, lines }: Pick<Pane, "kind" | "lines">,
  topOf: (line: Line, day: Day) => number | undefined,
  [from, to]: readonly [Day, Day],
  y: number,
): string | null {
  let nearest: string | null = null;
  let least = kind === "multiple" ? Number.POSITIVE_INFINITY : nearPx;
  for (const line of lines) {
    const [before, after] = [topOf(line, from), topOf(line, to)];
    const [one, other] = [before ?? after, after ?? before];
    if (one === undefined || other === undefined) continue;
    // Where the value changes the line stands upright.
    const distance = Math.max(0, Math.min(one, other) - y, y - Math.max(one, other));
    if (distance >= least) continue;
    [nearest, least] = [line.id, distance];
  }
  return nearest;
}
