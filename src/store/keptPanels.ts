import { LRUCache } from "lru-cache";
import { type PanelRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type Panel } from "./panel";

/** Bytes of days; that of thousands of variants which all have days of their own still fits. */
const capacityBytes = 128 * 1024 * 1024;
/** A panel that has hardly any days is still something. */
const leastBytes = 1_024;

/** A panel and since when it stands for what the service would give, milliseconds since 1970-01-01 UTC. */
interface KeptPanel {
  readonly panel: Panel;
  readonly sinceMs: number;
}

/** Panels that were fetched, without their frames, by what was asked for and by what was sent. */
export class KeptPanels {
  private readonly byAsked = new LRUCache<string, KeptPanel>({
    maxSize: capacityBytes,
    sizeCalculation: ({ panel }) => sizeOf(panel),
  });

  get(asked: PanelRef): KeptPanel | undefined {
    const path = referencePath(asked);
    const kept = this.byAsked.get(path);
    if (kept !== undefined) return kept;
    for (const { panel, sinceMs } of this.byAsked.values()) {
      if (referencePath(panel.reference) === path) return { panel: { ...panel, asked }, sinceMs };
    }
    return undefined;
  }

  set(panel: Panel, sinceMs: number): void {
    this.byAsked.set(referencePath(panel.asked), { panel, sinceMs });
  }

  /** Lets a panel stand from now on, unless it is not the one that is kept. */
  renew(panel: Panel, sinceMs: number): void {
    if (this.byAsked.peek(referencePath(panel.asked))?.panel === panel) this.set(panel, sinceMs);
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
