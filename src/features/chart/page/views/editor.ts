import { type FromChart } from "../../messages";
import { type ViewState } from "../../model/viewState";

export interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** How often a state is kept at most that changes with each frame of a zoom. */
const keepEveryMs = 200;

/** The editor around the page. */
export class Editor {
  private readonly api = acquireVsCodeApi();
  private timer: number | undefined;
  private unkept: ViewState | undefined;

  constructor() {
    // A page that is hidden is thrown away, without another word.
    addEventListener("pagehide", () => this.keepNow());
    document.addEventListener("visibilitychange", () => this.keepNow());
  }

  /** What was kept before goes before. */
  post(message: FromChart): void {
    this.keepNow();
    this.api.postMessage(message);
  }

  /** The state that was kept last, of whatever version; undefined when there is none. */
  get kept(): unknown {
    return this.api.getState();
  }

  /** At once: who has pressed something may leave in the next moment. */
  keep(state: ViewState): void {
    this.unkept = state;
    this.keepNow();
  }

  /** The first of many changes at once, the others now and then, the last one in any case. */
  keepZoomed(state: ViewState): void {
    this.unkept = state;
    if (this.timer !== undefined) return;
    this.keepNow();
    this.timer = window.setTimeout(() => {
      this.timer = undefined;
      this.keepNow();
    }, keepEveryMs);
  }

  private keepNow(): void {
    const state = this.unkept;
    if (state === undefined) return;
    this.unkept = undefined;
    this.api.setState(state);
    this.post({ type: "keep", state });
  }
}
