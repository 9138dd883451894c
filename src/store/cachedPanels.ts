import { LRUCache } from "lru-cache";
import { type PanelRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Panel } from "./panel";

/** Bytes of days; that of thousands of variants which all have days of their own still fits. */
const capacityBytes = 128 * 1024 * 1024;
/** A panel that has hardly any days is still something. */
const leastBytes = 1_024;

/** Panels that were fetched, without their frames, by what was asked for and by what was sent. */
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

/** Variants may share their days. */
function sizeOf({ variants }: Panel): number {
  const buffers = new Set(variants.map(({ observed }) => observed.buffer));
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  return leastBytes * (variants.length + 1) + bytes;
}
