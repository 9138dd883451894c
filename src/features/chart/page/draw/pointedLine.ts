/** How far a pointer may be from a line at which it points, in pixels. */
export const nearPx = 12;

/** Where a line is near a pointer, in pixels from above. */
export interface LineStretch {
  readonly id: string;
  /** What it reaches about the pointer. */
  readonly top: number;
  readonly bottom: number;
  /** Right above or below the pointer. */
  readonly at: number;
}

/**
 * The id of the line that comes nearest to a height; of several that reach it, of the one that is nearest right there.
 * Null where none is within `mostPx`.
 */
export function lineNear(
  lines: readonly LineStretch[],
  y: number,
  mostPx: number = nearPx,
): string | null {
  let nearest: string | null = null;
  let [least, leastAt] = [mostPx, Number.POSITIVE_INFINITY];
  for (const { id, top, bottom, at } of lines) {
    const distance = Math.max(0, top - y, y - bottom);
    const distanceAt = Math.abs(at - y);
    if (distance > least || (distance === least && distanceAt >= leastAt)) continue;
    [nearest, least, leastAt] = [id, distance, distanceAt];
  }
  return nearest;
}
