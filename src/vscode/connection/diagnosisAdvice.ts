import * as vscode from "vscode";
import {
  AsOfNotHonouredError,
  HttpError,
  NotFoundError,
  RedirectError,
  ServiceError,
  UnauthorizedError,
} from "../../service/errors";
import { ProxyRefusedError } from "../../service/transportError";
import { type StepName } from "../../store/diagnosis/findings";
import { codeSpan } from "../../store/diagnosis/markdown";
import { ProxyUnreachableError } from "../../store/diagnosis/proxyUnreachableError";
import { isRefusalPage, wantsProxySignIn } from "../report/failureWords";
import { proxyOriginWords } from "./diagnosisFactWords";

/**
 * What the failure of a step means and what helps; undefined where nothing is known that the failure does not say
 * itself.
 *
 * @param isKept - Whether the key is one that the extension keeps, or one that was only entered.
 */
export function adviceFor(step: StepName, error: unknown, isKept: boolean): string | undefined {
  const { t } = vscode.l10n;
  if (error instanceof ProxyUnreachableError) return unreachableProxyAdvice(error);
  switch (step) {
    case "name":
      return t(
        "The name cannot be found from here. Look for a slip in the base URL. Inside a company the VPN may be off, or requests may have to take a proxy: set `http.proxy`, or where a PAC file chooses the proxy set `macroSignals.network.transport` to `editor`.",
      );
    case "connection":
      return t(
        "Nothing answers there, or a firewall is in the way. Look at host and port of the base URL and at the VPN. Where requests have to take a proxy, set `http.proxy`, or where a PAC file chooses the proxy set `macroSignals.network.transport` to `editor`.",
      );
    case "proxy":
      return proxyAdvice(error);
    case "tls":
      return tlsAdvice();
    case "answer":
      return answerAdvice(error);
    case "key":
      return keyAdvice(error, isKept);
    case "listing":
      return listingAdvice(error);
    case "parquet":
      return formatAdvice(error);
    case "csv":
    case "json":
      return t(
        "The extension needs this format only where the setting `macroSignals.network.transferFormat` says so, or when Parquet fails.",
      );
    case "asOf":
      return asOfAdvice(error);
    case "clock":
    case "requests":
      return undefined;
  }
}

function unreachableProxyAdvice({ proxy }: ProxyUnreachableError): string {
  const { t } = vscode.l10n;
  const { host, source, hasCredentials } = proxy;
  const advice =
    source === "http.proxy"
      ? t(
          "Correct this setting or leave it empty; where a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
        )
      : t(
          "Correct this environment variable and start the editor anew, or set `http.proxy`, which goes before it; where a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
        );
  const words = t("The proxy {0} does not answer; the service was not tried.", codeSpan(host));
  return `${words} ${proxyOriginWords(source, hasCredentials)} ${advice}`;
}

function proxyAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  const status = error instanceof ProxyRefusedError ? error.status : undefined;
  if (status === 407) return signInAdvice();
  if (status === undefined) {
    return t(
      "The proxy cannot be used. Look at `http.proxy` and at the environment variables HTTPS_PROXY and NO_PROXY; where a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
    );
  }
  return t(
    "The proxy lets nobody through to this host. Ask whoever runs it to allow the host, or name the host in `http.noProxy` if it can be reached directly.",
  );
}

function signInAdvice(): string {
  return vscode.l10n.t(
    "The proxy wants to be told who asks: write user and password into the address in `http.proxy`, or set `http.proxyAuthorization`. Where it wants Kerberos or NTLM, set `macroSignals.network.transport` to `editor`.",
  );
}

function tlsAdvice(): string {
  const { t } = vscode.l10n;
  return t(
    "The API key was not sent. When the issuer is your company's, its root certificate has to be in the operating system's trust store (with `http.systemCertificates` on), or in the file that NODE_EXTRA_CA_CERTS names when the editor starts. When the certificate has ended or is for another name, only who runs the service can help. Verification cannot be turned off.",
  );
}

function keyAdvice(error: unknown, isKept: boolean): string | undefined {
  const { t } = vscode.l10n;
  if (error instanceof UnauthorizedError) {
    const advice = isKept
      ? t(
          "The key has a slip, has been replaced, or is of another service. Enter it again with `Macro Signals: Enter API Key…`.",
        )
      : t(
          "The key has a slip, has been replaced, or is of another service. It is not kept: choose _Change Key_ where you are asked how to go on.",
        );
    return isRefusalPage(error) ? `${advice} ${refusalPageAdvice()}` : advice;
  }
  const kind = error instanceof ServiceError ? error.kind : undefined;
  return kind === "missing-key" ? t("Enter it with `Macro Signals: Enter API Key…`.") : undefined;
}

/** The key is not to blame: nothing that was answered speaks of it. */
function answerAdvice(error: unknown): string | undefined {
  const { t } = vscode.l10n;
  const kind = error instanceof ServiceError ? error.kind : undefined;
  if (wantsProxySignIn(error)) return signInAdvice();
  if (kind === "tls") return tlsAdvice();
  if (kind === "timeout") {
    return t("The service was reached but is too slow, or something holds its answers up.");
  }
  if (kind === "incomplete") {
    return t(
      "An answer began and broke off: the service stops while it answers, or something on the way cuts or changes its answers. The API key is not to blame.",
    );
  }
  if (kind !== "network" && kind !== "proxy") return undefined;
  return t(
    "Requests do not get through by the way that they take, or what is there closes the connection without an answer: the service may be out of order, or a firewall is in the way. The API key is not to blame. The steps before tell of the usual way; with `macroSignals.network.transport` as `editor` the editor finds its own.",
  );
}

function listingAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  if (wantsProxySignIn(error)) return signInAdvice();
  if (error instanceof RedirectError) {
    return t(
      "A redirect is never followed, because whoever stands at its target would receive the key. Enter the address at which the service itself answers.",
    );
  }
  if (error instanceof NotFoundError) {
    return t(
      "There is no such service at this address. Look whether the base URL needs a path, or has one too many.",
    );
  }
  if (error instanceof HttpError && error.status >= 500) {
    return t("The service is out of order; its support can say more.");
  }
  return pageAdvice();
}

function refusalPageAdvice(): string {
  return vscode.l10n.t(
    "If the key is right, the page may be that of a proxy or of another service. Look at the base URL, and open it in a browser.",
  );
}

function pageAdvice(): string {
  return vscode.l10n.t(
    "What answers may be a login page, a proxy's page or another service. Look at the base URL, and open it in a browser.",
  );
}

function formatAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  if (error instanceof ServiceError && error.kind === "http") {
    return t("The first signals of the listing have no series that can be asked for.");
  }
  return t(
    "Something on the way may mangle binary answers. Set `macroSignals.network.transferFormat` to a format that works below.",
  );
}

function asOfAdvice(error: unknown): string | undefined {
  const { t } = vscode.l10n;
  if (!(error instanceof AsOfNotHonouredError)) return undefined;
  return t(
    "The service ignores `as_of_utc`. What it gives for an earlier time is no vintage, and the extension refuses it.",
  );
}
