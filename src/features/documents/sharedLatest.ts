import { type DocumentPlace } from "../../shared/documentPlace";
import { placePath } from "../../shared/place";
import { type Latest } from "../../store/latest";

/** The current reads of both sides of a comparison. */
interface Shared {
  readonly latest: Promise<Latest>;
  readers: number;
}

/**
 * Gives both sides of a comparison the same latest while the editor reads each by itself: after a reload of the window
 * nothing has aligned them.
 */
export class SharedLatest {
  /** By the URIs of both sides. */
  private readonly underWay = new Map<string, Shared>();

  /** @param begin - Determines latest from what is cached of both sides. */
  constructor(private readonly begin: (sides: readonly DocumentPlace[]) => Promise<Latest>) {}

  /** Starts over when no read of either side is under way. */
  async use<T>(sides: readonly DocumentPlace[], read: (latest: Latest) => Promise<T>): Promise<T> {
    const key = sides.map(placePath).join(" ");
    const shared = this.underWay.get(key) ?? { latest: this.begin(sides), readers: 0 };
    this.underWay.set(key, shared);
    shared.readers += 1;
    try {
      return await read(await shared.latest);
    } finally {
      shared.readers -= 1;
      if (shared.readers === 0) this.underWay.delete(key);
    }
  }
}
