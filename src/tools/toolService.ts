import { type DataKind } from "../shared/reference";
import { type AnswerArchive } from "../store/answerArchive";
import { type AsOfGate } from "../store/asOfGate";
import { type CatalogStore } from "../store/catalogStore";
import { type LatestSource } from "../store/latest";
import { type RequestAllowance } from "./requestLimits";
import { type SignalSearch } from "./signalSearch";

/** The stores of one connection, and the bound that a person set. */
export interface ToolService extends LatestSource {
  readonly catalog: CatalogStore;
  readonly search: SignalSearch;
  /** Its earlier latest signals and forecasts; absent where none are kept. */
  readonly archive?: AnswerArchive | undefined;
  /** The as-of that bounds every request; no argument of a tool can exceed it. */
  readonly gate: AsOfGate;
  /** The connection's name. */
  readonly name: string;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** The kind of references that a tool makes up. */
  readonly dataKind: DataKind;
  /** The scheme and the extension of links that open something in an editor. */
  readonly linkTarget: { readonly scheme: string; readonly extensionId: string };
}

/** One call of a tool. */
export interface ToolCall {
  readonly signal: AbortSignal;
  readonly requests: RequestAllowance;
}

/** A tool does not answer; the message is one sentence for the caller, without names of the service. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";

  /** @param facts - What the caller can use instead, as data. */
  constructor(
    message: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}
