import * as vscode from "vscode";
import {
  isOffline,
  isUnreachable,
  RedirectError,
  ServiceError,
  type ServiceErrorKind,
  UnauthorizedError,
} from "../../service/errors";
import {
  type ChartFailure,
  type FailureAction,
  type FailureCause,
} from "../../shared/chart/chartProtocol";
import { plainLabel, plainMessage, plainSentence } from "../../shared/plainText";
import { isCancellation } from "../cancellation";
import { type CommandName, commandId } from "../commandNames";
import { type OfflineServices } from "../connection/offlineServices";
import { UnknownConnectionError } from "../connection/unknownConnectionError";
import { failureText, isRefusalPage } from "./failureText";
import { waitingRetry } from "./waitingRetry";

export interface FailureContext {
  /** What could not be done, as a person would say it: `Could not open INFL US`. */
  readonly attempt: string;
  /** Whose key a refusal is about. */
  readonly connectionId?: string;
  readonly retry?: () => unknown;
  /** Ways out where the failure leaves a choice, instead of the one action; the first is the one that helps most. */
  readonly offers?: readonly Offer[];
}

/** A failure that is shown where it happened, and its buttons. */
export interface FailurePage {
  readonly message: string;
  readonly offers: readonly Offer[];
}

/** A button of a message. */
export interface Offer {
  readonly title: string;
  readonly run: () => unknown;
  /** Whether it only tries again what failed. */
  readonly isRetry?: boolean;
}

/** The same failure told again within this time is told once: the editor reads one document several times. */
const echoMs = 3_000;
/** How long the status bar says what is told nowhere else. */
const quietMs = 8_000;

/**
 * The one place that tells people of failures: the log has the stack, the person one message with one action that
 * helps.
 */
export class FailureReporter {
  private lastTold: { readonly subject: string; readonly atMs: number } | undefined;
  /** What the log has. */
  private readonly noted = new WeakSet<Error>();
  /** By connection, when the outage began that was told. */
  private readonly toldOutages = new Map<string, number>();

  /** @param offline - Without it every outage is news. */
  constructor(
    private readonly log: vscode.LogOutputChannel,
    private readonly offline?: Pick<OfflineServices, "sinceMs">,
  ) {}

  /**
   * Resolves when the person has answered the message and what they chose has ended; never rejects, so that nobody has
   * to wait for it. A cancellation is told to nobody.
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
    // What fails again after an answer is news.
    this.lastTold = undefined;
    const offer = offers.find(({ title }) => title === chosen);
    if (offer !== undefined) await this.take(offer, context.attempt);
  }

  /** Does what an offer says, and tells when that fails; never rejects. */
  async take(offer: Offer, attempt: string): Promise<void> {
    try {
      await offer.run();
    } catch (error) {
      await this.report(error, { attempt });
    }
  }

  /** A failure that is shown where it happened instead of in a message: what it says there, and what helps. */
  inPlace(error: unknown, context: FailureContext): ChartFailure {
    this.note(error, context);
    return {
      cause: causeOf(error),
      message: plainSentence(messageOf(error)),
      cached: null,
      atMs: Date.now(),
      actions: actionsFor(error),
    };
  }

  /** What a page says that shows a failure in place of a document. However often it is asked, the log has it once. */
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
   * That a service cannot be reached is told once until it is back, whatever is tried meanwhile: the status bar says
   * so.
   */
  private isKnownOutage(error: unknown, { connectionId }: FailureContext): boolean {
    if (connectionId === undefined || !isOffline(error)) return false;
    const sinceMs = this.offline?.sinceMs(connectionId);
    if (sinceMs === undefined) return false;
    const isKnown = this.toldOutages.get(connectionId) === sinceMs;
    this.toldOutages.set(connectionId, sinceMs);
    return isKnown;
  }

  private note(error: unknown, { attempt }: FailureContext): void {
    if (isCancellation(error)) return;
    this.log.error(error instanceof Error ? error : String(error), attempt);
    if (error instanceof Error) this.noted.add(error);
  }

  private isEcho(subject: string): boolean {
    const now = Date.now();
    if (this.lastTold?.subject === subject && now - this.lastTold.atMs < echoMs) return true;
    this.lastTold = { subject, atMs: now };
    return false;
  }

  /** One action, but both for a web page that refuses: it may be the service's or that of a proxy. */
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
    if (context.connectionId !== undefined && isOfTheWay(error)) {
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
      case "showLog":
        return { title: t("Show Log"), run: () => this.log.show(true) };
    }
  }
}

/** What may help whatever was attempted. */
type CommonAction = Exclude<FailureAction, "openCached">;

/** What helps most comes first; whatever happened, it may have passed. */
function actionsFor(error: unknown): readonly CommonAction[] {
  if (asksForKey(error)) {
    return isRefusalPage(error) ? ["enterKey", "diagnose", "retry"] : ["enterKey", "retry"];
  }
  return isOfTheWay(error) ? ["diagnose", "retry"] : ["retry", "showLog"];
}

function causeOf(error: unknown): FailureCause {
  if (asksForKey(error)) return "key";
  if (isNotSubscribed(error)) return "subscription";
  if (isOffline(error)) return "unreachable";
  return isUnreachable(error) ? "unavailable" : "other";
}

/** The key is not to blame for what is not in the subscription. */
function messageOf(error: unknown): string {
  return isNotSubscribed(error) ? vscode.l10n.t("Not in your subscription") : failureText(error);
}

/** Something between here and the service failed: a diagnosis shows what. */
function isOfTheWay(error: unknown): boolean {
  if (error instanceof RedirectError || isRefusalPage(error)) return true;
  return error instanceof ServiceError && waysToFail.has(error.kind);
}

/** Answers of another kind, and cut ones, are what portals and proxies leave. */
const waysToFail: ReadonlySet<ServiceErrorKind> = new Set([
  "incomplete",
  "network",
  "proxy",
  "timeout",
  "tls",
  "unexpected-content",
]);

/** A key that is missing or refused is one failure, however many things it makes fail at once. */
function subjectOf(error: unknown, message: string, context: FailureContext): string {
  if (!asksForKey(error)) return message;
  return JSON.stringify([context.connectionId, failureText(error)]);
}

/** A 401, a 403 to a listing or before this key ever worked, or no key at all. */
export function asksForKey(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return !error.isAboutSubscription;
  return error instanceof ServiceError && error.kind === "missing-key";
}

/** A 403 to one series while the same key works for others. */
export function isNotSubscribed(error: unknown): boolean {
  return error instanceof UnauthorizedError && error.isAboutSubscription;
}
