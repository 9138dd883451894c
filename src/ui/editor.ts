import * as v from "valibot";
import { parsedAs } from "../shared/messageSchemas";

interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Messages to the host, and the view settings that it keeps with the tab. */
export class Editor<Message, View extends object> {
  private readonly api = acquireVsCodeApi();
  private current: View;

  /** @param parse - Reads saved view settings, perhaps of another version. */
  constructor(parse: (kept: unknown) => View) {
    this.current = parse(this.api.getState());
  }

  get view(): View {
    return this.current;
  }

  keep(changes: Partial<View>): void {
    this.current = { ...this.current, ...changes };
    this.api.setState(this.current);
  }

  post(message: Message): void {
    this.api.postMessage(message);
  }
}

/** Parses saved settings; unreadable ones, which the schema replaces by their defaults, are not an error. */
export function parseKept<S extends v.GenericSchema>(schema: S, kept: unknown): v.InferOutput<S> {
  return parsedAs(schema, kept) ?? v.parse(schema, {});
}
