import * as vscode from "vscode";
import {
  PanelTooLargeError,
  UnknownAddressError,
  UnknownPanelError,
} from "../../catalog/panelErrors";
import { DecodeError } from "../../data/errors";
import { ForecastPartsError } from "../../data/forecastPartsError";
import { contentKindOf } from "../../service/contentKind";
import {
  HttpError,
  NetworkError,
  ProxyError,
  RedirectError,
  ServiceError,
  UnauthorizedError,
  UnexpectedContentError,
} from "../../service/errors";
import { plainLine } from "../../shared/plainText";
import { DocumentTooLargeError } from "../../store/documentTooLargeError";
import { LaterThanAsOfError } from "../../store/asOfGate";
import { asOfText } from "../text/dateText";

/** The message of a failure, on one line; with the service's own words if it sent any. */
export function failureText(error: unknown): string {
  return plainLine(messageFor(error));
}

function messageFor(error: unknown): string {
  if (error instanceof RedirectError) {
    const target = error.targetHost ?? vscode.l10n.t("an unreadable address");
    return vscode.l10n.t("the service redirects to {0}; redirects are not followed", target);
  }
  if (isRefusalPage(error)) {
    return vscode.l10n.t(
      "a web page refused access ({0}): the API key may be wrong, or a proxy may block the request",
      answerText(error),
    );
  }
  if (error instanceof UnauthorizedError) {
    return vscode.l10n.t("the service refused the API key ({0})", answerText(error));
  }
  if (wantsProxySignIn(error)) return signInText(error);
  if (error instanceof HttpError) return httpText(error);
  if (error instanceof ServiceError) return serviceText(error);
  if (error instanceof DecodeError) {
    return vscode.l10n.t("the response cannot be read: {0}", error.message);
  }
  if (error instanceof LaterThanAsOfError) {
    return vscode.l10n.t(
      "not requested, because it is later than this window's as-of, {0}",
      asOfText(error.bound),
    );
  }
  if (error instanceof DocumentTooLargeError) return tooLargeText(error);
  if (error instanceof PanelTooLargeError) return panelTooLargeText(error);
  if (error instanceof ForecastPartsError) return partsText(error);
  if (error instanceof UnknownAddressError) {
    const kinds = error.tagKinds.join(", ");
    return vscode.l10n.t("the signal has no variant with {0}", kinds);
  }
  if (error instanceof UnknownPanelError) return `${error.panel}: ${messageFor(error.cause)}`;
  return error instanceof Error ? error.message : String(error);
}

/**
 * Whether a refusal is a web page, as sent by gateways in front of a service for a wrong key, but also by proxies and
 * portals.
 */
export function isRefusalPage(error: unknown): error is UnauthorizedError {
  return error instanceof UnauthorizedError && contentKindOf(Buffer.from(error.body)) === "HTML";
}

/** Whether a proxy requires credentials; with the editor's transport, that arrives as an ordinary answer. */
export function wantsProxySignIn(error: unknown): error is HttpError | ProxyError {
  return (error instanceof ProxyError || error instanceof HttpError) && error.status === 407;
}

function signInText(error: HttpError | ProxyError): string {
  const { t } = vscode.l10n;
  const host = error instanceof ProxyError ? error.proxyHost : undefined;
  const remedies = t(
    "set http.proxyAuthorization, or credentials in http.proxy; for Kerberos, set macroSignals.network.transport to editor",
  );
  return host === undefined
    ? t("the proxy requires authentication (407): {0}", remedies)
    : t("the proxy {0} requires authentication (407): {1}", host, remedies);
}

function httpText(error: HttpError): string {
  const { retryAfterMs = 0 } = error;
  const words = answerText(error);
  if (retryAfterMs === 0) return vscode.l10n.t("the service returned {0}", words);
  const seconds = Math.ceil(retryAfterMs / 1_000);
  return seconds < 120
    ? vscode.l10n.t("the service returned {0} and asks you to wait {1} s", words, seconds)
    : vscode.l10n.t(
        "the service returned {0} and asks you to wait {1} minutes",
        words,
        Math.ceil(seconds / 60),
      );
}

/** The status, and the service's own words if it sent any. */
function answerText({ status, detail }: HttpError): string {
  return detail === "" ? String(status) : `${status}: ${detail}`;
}

function tooLargeText({ sizeBytes, limitBytes }: DocumentTooLargeError): string {
  return vscode.l10n.t(
    "the document would take up to {0} MB; the limit in the settings is {1} MB",
    megabytes(sizeBytes),
    megabytes(limitBytes),
  );
}

function partsText({ max }: ForecastPartsError): string {
  return vscode.l10n.t(
    "the forecasts have more than {0} different parts; open them as JSON instead",
    max,
  );
}

function panelTooLargeText({ atLeast, max }: PanelTooLargeError): string {
  const { t } = vscode.l10n;
  const numbers = [atLeast, max].map((each) => each.toLocaleString(vscode.env.language));
  return t("at least {0} variants; the limit is {1}. Choose fewer values.", ...numbers);
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString(vscode.env.language, { maximumFractionDigits: 1 });
}

/** The problem without the request, which is in the log. */
function serviceText(error: ServiceError): string {
  switch (error.kind) {
    case "missing-key":
      return vscode.l10n.t("no API key has been entered for this service");
    case "repeated-key":
      return vscode.l10n.t(
        "the response contains the API key, so it is not shown, cached or saved; report this to the operator of the service",
      );
    case "timeout":
      return vscode.l10n.t("the service took too long: {0}", error.problem);
    case "network":
      return networkText(error);
    case "proxy":
      return vscode.l10n.t("the proxy failed: {0}", error.problem);
    case "unexpected-content":
      return unexpectedText(error);
    case "as-of-not-honoured":
    case "contract":
    case "http":
    case "incomplete":
    case "invalid-request":
    case "tls":
    case "too-large":
      return error.problem;
  }
}

/** `cannot reach 127.0.0.1:8787 (connection refused)`; the system's own message for causes without a plain name. */
function networkText(error: ServiceError): string {
  const { t } = vscode.l10n;
  const code = error instanceof NetworkError ? error.code : undefined;
  const reason = networkReason(code);
  if (reason === undefined) return t("cannot reach the service: {0}", error.problem);
  // Node writes `connect ECONNREFUSED 127.0.0.1:8787` and `getaddrinfo ENOTFOUND api.acme.com`.
  const words = error.problem.split(" ");
  const at = words.findIndex((word) => word === code);
  const host = at < 0 ? undefined : words[at + 1];
  return host === undefined
    ? t("cannot reach the service ({0})", reason)
    : t("cannot reach {0} ({1})", host, reason);
}

function networkReason(code: string | undefined): string | undefined {
  const { t } = vscode.l10n;
  switch (code) {
    case "ECONNREFUSED":
      return t("connection refused");
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return t("connection closed before a response came");
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return t("host not found");
    case "ENETUNREACH":
    case "EHOSTUNREACH":
      return t("no route to the host");
    case "ETIMEDOUT":
      return t("connection timed out");
    case undefined:
    default:
      return undefined;
  }
}

/** Where a service ignores the requested format, suggests another value of the setting. */
function unexpectedText(error: ServiceError): string {
  const isData =
    error instanceof UnexpectedContentError && ["JSON", "Parquet", "text"].includes(error.came);
  if (!isData) return error.problem;
  const setting = "macroSignals.network.transferFormat";
  return vscode.l10n.t(
    "{0} (the setting {1} chooses the requested format)",
    error.problem,
    setting,
  );
}
