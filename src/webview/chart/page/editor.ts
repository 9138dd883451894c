import { type FromChart } from "../../../shared/chart/chartProtocol";
import { type ViewState, parseViewState } from "../model/viewState";

interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** How long a state may change before it is kept. */
const keepAfterMs = 200;

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

  post(message: FromChart): void {
    this.api.postMessage(message);
  }

  /** The state that was kept last; the first one when there is none, or one of another version. */
  viewState(): ViewState {
    return parseViewState(this.api.getState());
  }

  keep(state: ViewState): void {
    this.unkept = state;
    this.timer ??= window.setTimeout(() => this.keepNow(), keepAfterMs);
  }

  private keepNow(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.unkept !== undefined) this.api.setState(this.unkept);
    this.unkept = undefined;
  }
}
