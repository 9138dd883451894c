import { type FromLatest } from "../../../shared/latest/latestProtocol";
import { type ViewState, parseViewState } from "./viewState";

interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The editor around the page. */
export class Editor {
  private readonly api = acquireVsCodeApi();

  post(message: FromLatest): void {
    this.api.postMessage(message);
  }

  /** The view that was kept last. */
  get kept(): ViewState {
    return parseViewState(this.api.getState());
  }

  keep(state: ViewState): void {
    this.api.setState(state);
  }
}
