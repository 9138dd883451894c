import { type PanelProgress } from "../protocol";
import { type PanelTarget } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { type Panels } from "../../../store/panels";
import { otherKind } from "../../../shared/reference";

interface ComparedPanelOptions {
  readonly target: PanelTarget;
  /** Called often, on each change of progress. */
  readonly onProgress: () => void;
}

export const noProgress: PanelProgress = { done: 0, of: 0 };

/** Fetches and holds the other kind of a panel, as of the same instant. */
export class ComparedPanel {
  private fetched: { readonly of: Panel; readonly panel: Panel } | undefined;
  private underWay: AbortController | undefined;
  private known: PanelProgress | null = null;

  constructor(private readonly options: ComparedPanelOptions) {}

  get progress(): PanelProgress | null {
    return this.known;
  }

  /** The panel to compare with; undefined until it is fetched for the same instant. */
  of(panel: Panel): Panel | undefined {
    return this.fetched?.of.reference.asOf === panel.reference.asOf
      ? this.fetched.panel
      : undefined;
  }

  /**
   * Fetches the panel to compare with, or those of its variants that failed.
   *
   * @throws as `Panels.panel` does; nothing when the fetch was ended.
   */
  async fetch(panels: Panels, own: Panel): Promise<void> {
    const known = this.of(own);
    if (known?.failed.length === 0) return;
    this.end();
    const controller = (this.underWay = new AbortController());
    const { signal } = controller;
    this.known = noProgress;
    const onProgress = (done: number, of: number): void => {
      if (this.underWay !== controller) return;
      this.known = { done, of };
      this.options.onProgress();
    };
    try {
      const panel = await (known === undefined
        ? panels.panel(otherKindOf(this.options.target, own), { signal, onProgress })
        : panels.retry(known, { signal, onProgress }));
      if (this.underWay === controller) this.fetched = { of: own, panel };
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (this.underWay === controller) this.clear();
    }
  }

  end(): void {
    this.underWay?.abort();
    this.clear();
  }

  private clear(): void {
    this.underWay = undefined;
    this.known = null;
  }
}

/** The reference of the other kind, as of the instant that `latest` resolved to in a panel. */
export function otherKindOf({ reference }: PanelTarget, own: Panel): PanelTarget["reference"] {
  return { ...reference, dataKind: otherKind(reference.dataKind), asOf: own.reference.asOf };
}
