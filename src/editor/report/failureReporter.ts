import { type PageFailure, type FailureAction, type FailureCause } from "../../shared/pageProtocol";
import * as vscode from "vscode";
import {
  InvalidRequest,
  isOffline,
  isUnreachable,
  RedirectError,
  ServiceError,
  type ServiceErrorKind,
  UnauthorizedError,
} from "../../service/errors";
import { plainLabel, plainMessage, plainSentence } from "../../shared/plainText";
import { isCancellation } from "../cancellation";
import { type CommandName, commandId } from "../commandNames";
import { type OfflineServices } from "./offlineServices";
import { UnknownConnectionError } from "./unknownConnectionError";
import { failureText, isRefusalPage } from "./failureText";
import { waitingRetry } from "./waitingRetry";
import { LaterThanAsOfError } from "../../store/asOfGate";

export interface FailureContext {
  /** What could not be done: `Could not open INFL US`. */
  readonly attempt: string;
  /** The connection whose key a refusal is about. */
  readonly connectionId?: string;
  readonly retry?: () => unknown;
  /** Actions to choose from, instead of the single default; the most helpful first. */
  readonly offers?: readonly Offer[];
}

/** A failure shown in place of a document, with its buttons. */
export interface FailurePage {
  readonly message: string;
  readonly offers: readonly Offer[];
}

/** A button of a message or page. */
export interface Offer {
  readonly title: string;
  readonly run: () => unknown;
  /** Whether it only retries what failed. */
  readonly isRetry?: boolean;
}

/** The same failure is reported only once in this time: the editor reads one document several times. */
const echoMs = 3_000;
/** How long the status bar shows a message that is shown nowhere else. */
const quietMs = 8_000;

/** Where failures are reported. */
export interface Reporter {
  report(error: unknown, context: FailureContext): Promise<void>;
}

/** Reports all failures to the person: the log gets the stack, the person one message with one action that helps. */
export class FailureReporter implements Reporter {
  private lastReported: { readonly subject: string; readonly atMs: number } | undefined;
  /** Errors that are already in the log. */
  private readonly noted = new WeakSet<Error>();
  /** By connection, the start of the outage that was reported last. */
  private readonly reportedOutages = new Map<string, number>();

  /** @param offline - Without it, every outage is reported. */
  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly offline?: OfflineServices,
  ) {}

  /**
   * Shows a failure. Resolves when the person has answered the message and the chosen action has ended; never rejects,
   * so it need not be awaited. Cancellations are not reported.
   */
  async report(error: unknown, context: FailureContext): Promise<void> {
    if (isCancellation(error)) return;
    this.note(error, context);
    const message = plainMessage(`${context.attempt}: ${messageOf(error)}`);
    if (this.isKnownOutage(error, context)) {
      vscode.window.setStatusBarMessage(plainLabel(message), quietMs);
      return;
    }
    if (this.isEcho(subjectOf(error, message, context))) return;
    const offers = context.offers ?? this.offersFor(error, context);
    const titles = offers.map(({ title }) => title);
    const chosen = await vscode.window.showErrorMessage(message, ...titles);
    if (chosen === undefined) return;
    // After an answer, the same failure is reported again.
    this.lastReported = undefined;
    const offer = offers.find(({ title }) => title === chosen);
    if (offer !== undefined) await this.take(offer, context.attempt);
  }

  /** Runs an offer and reports its failure; never rejects. */
  async take(offer: Offer, attempt: string): Promise<void> {
    try {
      await offer.run();
    } catch (error) {
      await this.report(error, { attempt });
    }
  }

  /** The text and actions of a failure that is shown in place rather than in a message. */
  inPlace(error: unknown, context: FailureContext): PageFailure {
    this.note(error, context);
    const actions = actionsFor(error);
    return {
      cause: causeOf(error),
      message: plainSentence(messageOf(error)),
      cached: null,
      atMs: Date.now(),
      // A page has room for it, even if the service gave its reason.
      actions:
        isUnreachable(error) && !actions.includes("diagnose") ? ["diagnose", ...actions] : actions,
    };
  }

  /**
   * The text and buttons of a page that replaces a failed document. Logs the failure once, however often it is called.
   */
  pageOf(error: unknown, context: FailureContext): FailurePage {
    if (!(error instanceof Error && this.noted.has(error))) this.note(error, context);
    const offers =
      error instanceof UnknownConnectionError
        ? [this.actionFor(error, context)]
        : actionsFor(error).map((action) => this.offerOf(action, error, context));
    return {
      message: plainSentence(messageOf(error)),
      offers: [...(context.offers ?? []), ...offers],
    };
  }

  /**
   * Whether the error belongs to an outage that was already reported: it is reported once until it ends, and the status
   * bar shows it meanwhile.
   */
  private isKnownOutage(error: unknown, { connectionId }: FailureContext): boolean {
    if (connectionId === undefined || !isOffline(error)) return false;
    const sinceMs = this.offline?.sinceMs(connectionId);
    if (sinceMs === undefined) return false;
    const isKnown = this.reportedOutages.get(connectionId) === sinceMs;
    this.reportedOutages.set(connectionId, sinceMs);
    return isKnown;
  }

  private note(error: unknown, { attempt }: FailureContext): void {
    if (isCancellation(error)) return;
    this.log.error(error instanceof Error ? error : String(error), attempt);
    if (error instanceof Error) this.noted.add(error);
  }

  private isEcho(subject: string): boolean {
    const now = Date.now();
    if (this.lastReported?.subject === subject && now - this.lastReported.atMs < echoMs)
      return true;
    this.lastReported = { subject, atMs: now };
    return false;
  }

  /** A single action, but two for a refusal as a web page, which may come from the service or from a proxy. */
  private offersFor(error: unknown, context: FailureContext): readonly Offer[] {
    if (!asksForKey(error)) return [this.actionFor(error, context)];
    const enter = this.offerOf("enterKey", error, context);
    return isRefusalPage(error) ? [enter, this.actionFor(error, context)] : [enter];
  }

  private actionFor(error: unknown, context: FailureContext): Offer {
    if (error instanceof UnknownConnectionError) {
      const run = (): unknown => vscode.commands.executeCommand(commandId("switchConnection"));
      return { title: vscode.l10n.t("Switch Connection"), run };
    }
    if (error instanceof LaterThanAsOfError) return this.offerOf("setAsOf", error, context);
    if (context.connectionId !== undefined && mayBeNetwork(error)) {
      return this.offerOf("diagnose", error, context);
    }
    return this.offerOf(context.retry === undefined ? "showLog" : "retry", error, context);
  }

  private offerOf(action: CommonAction, error: unknown, context: FailureContext): Offer {
    const { connectionId, retry = () => undefined } = context;
    const { t } = vscode.l10n;
    const run = (name: CommandName) => (): unknown =>
      vscode.commands.executeCommand(commandId(name), connectionId);
    switch (action) {
      case "enterKey":
        return { title: t("Enter API Key"), run: run("enterApiKey") };
      case "diagnose":
        return { title: t("Diagnose"), run: run("diagnoseConnection") };
      case "retry":
        return { title: t("Retry"), run: waitingRetry([error], retry), isRetry: true };
      case "setAsOf":
        return { title: t("Set As-Of…"), run: run("setAsOf") };
      case "showLog":
        return { title: t("Show Log"), run: () => this.log.show(true) };
    }
  }
}

/** The actions that fit any attempt. */
type CommonAction = Exclude<FailureAction, "openCached">;

/** The most helpful first; Retry always, since the cause may be gone. */
function actionsFor(error: unknown): readonly CommonAction[] {
  if (error instanceof LaterThanAsOfError) return ["setAsOf"];
  if (asksForKey(error)) {
    return isRefusalPage(error) ? ["enterKey", "diagnose", "retry"] : ["enterKey", "retry"];
  }
  return mayBeNetwork(error) ? ["diagnose", "retry"] : ["retry", "showLog"];
}

function causeOf(error: unknown): FailureCause {
  if (asksForKey(error)) return "key";
  if (isNotSubscribed(error)) return "subscription";
  if (isOffline(error)) return "unreachable";
  return isUnreachable(error) ? "unavailable" : "other";
}

/** A missing subscription is not a problem with the key. */
function messageOf(error: unknown): string {
  return isNotSubscribed(error) ? vscode.l10n.t("Not in your subscription") : failureText(error);
}

/** Whether something between here and the service may have failed, which a diagnosis would show. */
function mayBeNetwork(error: unknown): boolean {
  if (error instanceof RedirectError || isRefusalPage(error)) return true;
  return error instanceof ServiceError && networkKinds.has(error.kind);
}

/** Portals and proxies cause unexpected and truncated answers. */
const networkKinds: ReadonlySet<ServiceErrorKind> = new Set([
  "incomplete",
  "network",
  "proxy",
  "timeout",
  "tls",
  "unexpected-content",
]);

/** A missing or refused key counts as one failure, however many requests fail with it. */
function subjectOf(error: unknown, message: string, context: FailureContext): string {
  if (!asksForKey(error)) return message;
  return JSON.stringify([context.connectionId, failureText(error)]);
}

/**
 * Whether a key is needed: after a 401, a 403 to a listing or before this key ever worked, or if the key is missing or
 * cannot be sent.
 */
export function asksForKey(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return !error.isAboutSubscription;
  if (error instanceof InvalidRequest) return error.reason === "unsendable-key";
  return error instanceof ServiceError && error.kind === "missing-key";
}

/** A 403 to one series while the same key works for others. */
export function isNotSubscribed(error: unknown): boolean {
  return error instanceof UnauthorizedError && error.isAboutSubscription;
}
