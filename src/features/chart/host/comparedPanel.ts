import { type PanelProgress } from "../protocol";
import { type PanelTarget } from "../../../shared/place";
import { type Panel } from "../../../store/panel";
import { type Panels } from "../../../store/panels";

/** The panel to compare, and the callback for progress. */
interface ComparedPanelOptions {
  readonly target: PanelTarget;
  /** Called often, on each change of progress. */
  readonly onProgress: () => void;
}

export const noProgress: PanelProgress = { done: 0, of: 0 };

/** The other kind of a panel as of the same instant, while the two are compared. */
export class ComparedPanel {
  private fetched: { readonly of: Panel; readonly panel: Panel } | undefined;
  private underWay: AbortController | undefined;
  private known: PanelProgress | null = null;

  constructor(private readonly options: ComparedPanelOptions) {}

  /** Null while it is not being fetched. */
  get progress(): PanelProgress | null {
    return this.known;
  }

  /** What is compared with a panel; undefined before it has come. */
  of(panel: Panel): Panel | undefined {
    return this.fetched?.of.reference.asOf === panel.reference.asOf
      ? this.fetched.panel
      : undefined;
  }

  /**
   * Fetches what a panel is compared with, or what of it has failed.
   *
   * @throws as `Panels.panel` does; nothing when it was ended.
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

  /** Ends the fetch that is under way. */
  end(): void {
    this.underWay?.abort();
    this.clear();
  }

  private clear(): void {
    this.underWay = undefined;
    this.known = null;
  }
}

/** As of the instant that a panel of latest has resolved to. */
export function otherKindOf(
  { reference }: PanelTarget,
  own: Pick<Panel, "reference">,
): PanelTarget["reference"] {
  const dataKind = reference.dataKind === "SNAP" ? "FIT" : "SNAP";
  return { ...reference, dataKind, asOf: own.reference.asOf };
}
