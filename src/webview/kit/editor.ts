interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The editor around the page: what is said to it, and the view that it keeps. */
export class Editor<Message, State> {
  private readonly api = acquireVsCodeApi();

  /** @param parse - Reads a state that was kept, perhaps by another version. */
  constructor(private readonly parse: (kept: unknown) => State) {}

  post(message: Message): void {
    this.api.postMessage(message);
  }

  /** The view that was kept last. */
  get kept(): State {
    return this.parse(this.api.getState());
  }

  keep(state: State): void {
    this.api.setState(state);
  }
}
