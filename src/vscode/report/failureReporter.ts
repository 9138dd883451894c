import * as vscode from "vscode";
import { ServiceError, UnauthorizedError } from "../../service/errors";
import { plainMessage } from "../../shared/plainText";
import { isCancellation } from "../cancellation";
import { commandId } from "../commandNames";
import { UnknownConnectionError } from "../connection/unknownConnectionError";
import { failureWords } from "./failureWords";

export interface FailureContext {
  /** What was attempted, as a person would say it: `Opening INFL US`. */
  readonly attempt: string;
  /** Of whose key a refusal speaks. */
  readonly connectionId?: string;
  /** Whether the service has accepted the key before: then a 403 is about a subscription and asks for no key. */
  readonly hasKeyWorked?: boolean;
  readonly retry?: () => unknown;
}

/** The same failure told again within this time is told once: the editor reads one document several times. */
const echoMs = 3_000;

/** The one place that tells people of failures: the log has the stack, the person one message with one action that helps. */
export class FailureReporter {
  private lastTold: { readonly message: string; readonly atMs: number } | undefined;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** Resolves when the person has answered the message; a cancellation is told to nobody. */
  async report(error: unknown, context: FailureContext): Promise<void> {
    if (isCancellation(error)) return;
    this.log.error(error instanceof Error ? error : String(error), context.attempt);
    const message = plainMessage(`${context.attempt}: ${failureWords(error)}`);
    const now = Date.now();
    if (this.lastTold?.message === message && now - this.lastTold.atMs < echoMs) return;
    this.lastTold = { message, atMs: now };
    const action = this.actionFor(error, context);
    const chosen = await vscode.window.showErrorMessage(message, action.title);
    if (chosen !== undefined) await action.run();
  }

  private actionFor(
    error: unknown,
    context: FailureContext,
  ): { readonly title: string; readonly run: () => unknown } {
    if (asksForKey(error, context.hasKeyWorked === true)) {
      const run = (): unknown =>
        vscode.commands.executeCommand(commandId("enterApiKey"), context.connectionId);
      return { title: vscode.l10n.t("Enter API Key"), run };
    }
    if (error instanceof UnknownConnectionError) {
      const run = (): unknown => vscode.commands.executeCommand(commandId("switchConnection"));
      return { title: vscode.l10n.t("Switch Connection"), run };
    }
    if (context.retry !== undefined) return { title: vscode.l10n.t("Retry"), run: context.retry };
    return { title: vscode.l10n.t("Show Log"), run: () => this.log.show(true) };
  }
}

/** A 401, a 403 before this key ever worked, or no key at all. */
export function asksForKey(error: unknown, hasKeyWorked: boolean): boolean {
  if (error instanceof UnauthorizedError) return error.status === 401 || !hasKeyWorked;
  return error instanceof ServiceError && error.kind === "missing-key";
}

/** A 403 after the same key has worked. */
export function isNotSubscribed(error: unknown, hasKeyWorked: boolean): boolean {
  return error instanceof UnauthorizedError && error.status === 403 && hasKeyWorked;
}
