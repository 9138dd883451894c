import { type DocumentPlace } from "../../shared/documentPlace";
import { placePath } from "../../shared/place";
import { type Latest } from "../../store/latest";

/** The reads of both sides of a comparison that are under way. */
interface Shared {
  readonly latest: Promise<Latest>;
  readers: number;
}

/**
 * What latest is for both sides of a comparison while the editor reads them, each by itself: after a reload of the window
 * nothing has aligned them before.
 */
export class SharedLatest {
  /** By both sides. */
  private readonly underWay = new Map<string, Shared>();

  /** @param begin - What latest is by what is kept of both sides. */
  constructor(private readonly begin: (sides: readonly DocumentPlace[]) => Promise<Latest>) {}

  /** Begins anew once nobody reads any of the sides. */
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
