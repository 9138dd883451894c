/** The greatest distance of a pointer from a line that it points at, in pixels. */
export const nearPx = 12;

/** The stretch of a line near a pointer, in pixels from above. */
export interface LineStretch {
  readonly id: string;
  /** The range of the line about the pointer, `top` above `bottom`. */
  readonly top: number;
  readonly bottom: number;
  /** The line's position exactly above or below the pointer. */
  readonly at: number;
}

/**
 * The id of the line nearest to a height; of several that reach it, the one nearest exactly there. Null if none is
 * within `mostPx`.
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
