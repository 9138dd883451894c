import { LRUCache } from "lru-cache";
import { type PanelRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Panel } from "./panel";

/** The size of the stored days; enough for a panel of thousands of variants without shared days. */
const capacityBytes = 128 * 1024 * 1024;
/** The minimum size of a panel, even if it has hardly any days. */
const leastBytes = 1_024;

/** Fetched panels, without their frames, by the requested reference and by the one that was sent. */
export class CachedPanels {
  private readonly byAsked = new LRUCache<string, Panel>({
    maxSize: capacityBytes,
    sizeCalculation: sizeOf,
  });

  get(asked: PanelRef): Panel | undefined {
    const path = referencePath(asked);
    const panel = this.byAsked.get(path);
    if (panel !== undefined) return panel;
    for (const each of this.byAsked.values()) {
      if (referencePath(each.reference) === path) return { ...each, asked };
    }
    return undefined;
  }

  set(panel: Panel): void {
    this.byAsked.set(referencePath(panel.asked), panel);
  }

  clear(): void {
    this.byAsked.clear();
  }
}

/** Counts shared arrays of days once. */
function sizeOf({ variants }: Panel): number {
  const buffers = new Set(variants.map(({ observed }) => observed.buffer));
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return leastBytes * (variants.length + 1) + bytes;
}
