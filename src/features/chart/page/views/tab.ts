import { type FromChart } from "../../messages";
import { type ViewState } from "../../model/viewState";
import { type EditorApi } from "../../../../ui/editor";

declare function acquireVsCodeApi(): EditorApi;

/** 200 ms: the least time between two saves of a state that changes with each frame of a zoom. */
const keepEveryMs = 200;

/** The tab of the page: receives its messages, and keeps the choices of the person. */
export class Tab {
  private readonly api = acquireVsCodeApi();
  private timer: number | undefined;
  private unkept: ViewState | undefined;

  constructor() {
    // A hidden page is discarded without further events.
    addEventListener("pagehide", () => this.keepNow());
    document.addEventListener("visibilitychange", () => this.keepNow());
  }

  /** Posts a pending state before the message. */
  post(message: FromChart): void {
    this.keepNow();
    this.api.postMessage(message);
  }

  /** The state that was saved last, of any version; undefined without one. */
  get kept(): unknown {
    return this.api.getState();
  }

  /** Saves at once, because a person may leave right after an action. */
  keep(state: ViewState): void {
    this.unkept = state;
    this.keepNow();
  }

  /** Saves the first of many rapid changes at once, the others at intervals, and always the last one. */
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
