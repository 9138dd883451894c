interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Messages to the host, and the view state that it keeps. */
export class Editor<Message, State> {
  private readonly api = acquireVsCodeApi();

  /** @param parse - Reads a saved state, perhaps of another version. */
  constructor(private readonly parse: (kept: unknown) => State) {}

  post(message: Message): void {
    this.api.postMessage(message);
  }

  get kept(): State {
    return this.parse(this.api.getState());
  }

  keep(state: State): void {
    this.api.setState(state);
  }
}
