import { type Frame } from "../frame";

/** A series of a panel with its values for the given tag kinds, in order; null for a kind that it lacks. */
export interface VariantFrame {
  readonly values: readonly (string | null)[];
  readonly frame: Frame;
}

/** One variant in several panels; undefined where a panel lacks it. */
export interface PairedVariant {
  readonly values: readonly (string | null)[];
  readonly frames: readonly (Frame | undefined)[];
}

/**
 * The variants of several panels side by side. All panels must be sorted by UTF-16 code unit, null first; the result
 * is, too. One variant of each is in memory at a time.
 */
export async function* pairedVariants(
  panels: readonly AsyncIterable<VariantFrame>[],
): AsyncGenerator<PairedVariant, void, void> {
  const sources = panels.map((panel) => panel[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(sources.map(headOf));
    for (;;) {
      const least = heads.reduce(
        (first, head) =>
          head !== undefined &&
          (first === undefined || comparedVariants(head.values, first.values) < 0)
            ? head
            : first,
        undefined,
      );
      if (least === undefined) return;
      const { values } = least;
      const isHere = heads.map(
        (head) => head !== undefined && comparedVariants(head.values, values) === 0,
      );
      yield {
        values,
        frames: heads.map((head, at) => (isHere[at] === true ? head?.frame : undefined)),
      };
      for (const [at, source] of sources.entries()) {
        if (isHere[at] === true) heads[at] = await headOf(source);
      }
    }
  } finally {
    for (const source of sources) await source.return?.();
  }
}

/** Negative if the first sorts before the second. */
function comparedVariants(
  one: readonly (string | null)[],
  other: readonly (string | null)[],
): number {
  for (const [at, a] of one.entries()) {
    const b = other[at] ?? null;
    if (a === b) continue;
    if (a === null || b === null) return a === null ? -1 : 1;
    return a < b ? -1 : 1;
  }
  return 0;
}

async function headOf(source: AsyncIterator<VariantFrame>): Promise<VariantFrame | undefined> {
  const next = await source.next();
  return next.done === true ? undefined : next.value;
}
