import * as v from "valibot";
import { parsedAs } from "../shared/messageSchemas";

export interface EditorApi {
  readonly postMessage: (message: unknown) => void;
  readonly getState: () => unknown;
  readonly setState: (state: unknown) => void;
}

declare function acquireVsCodeApi(): EditorApi;

/** Sends messages to the host, and saves the view settings with the tab. */
export class Editor<Message, View extends object> {
  private readonly api = acquireVsCodeApi();
  private current: View;

  /** @param parse - Parses saved view settings, which may be from another version. */
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

/** Parses saved settings; the schema replaces unreadable ones with their defaults. */
export function parseKept<S extends v.GenericSchema>(schema: S, kept: unknown): v.InferOutput<S> {
  return parsedAs(schema, kept) ?? v.parse(schema, {});
}
