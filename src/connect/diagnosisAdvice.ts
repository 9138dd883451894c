import * as vscode from "vscode";
import {
  AsOfNotHonouredError,
  ClientCertificateError,
  HttpError,
  NotFoundError,
  RedirectError,
  ServiceError,
  UnauthorizedError,
} from "../service/errors";
import { ClientCertificateDemand, ProxyRefusedError } from "../service/transportError";
import { HandshakeError } from "../store/diagnosis/certificate";
import { codeSpan } from "../store/diagnosis/markdown";
import { type ProxyUnreachableError } from "../store/diagnosis/tunnelProxy";
import { asksForKey } from "../editor/report/failureReporter";
import { isRefusalPage, wantsProxySignIn } from "../editor/report/failureText";
import { proxyOriginText } from "./diagnosisFactText";

// Each function explains a failure of a step and says what helps; undefined when there is nothing to add to the failure.

export function nameAdvice(): string {
  return vscode.l10n.t(
    "The host name cannot be resolved. Check the base URL for typos. On a company network, check the VPN. If you need a proxy, set `http.proxy`; if a PAC file chooses it, set `macroSignals.network.transport` to `editor`.",
  );
}

export function connectionAdvice(): string {
  return vscode.l10n.t(
    "Nothing responds at this address, or a firewall blocks it. Check the host and port of the base URL, and the VPN. If you need a proxy, set `http.proxy`; if a PAC file chooses it, set `macroSignals.network.transport` to `editor`.",
  );
}

/** The proxy of the first steps does not respond. */
export function unreachableProxyAdvice({ proxy }: ProxyUnreachableError): string {
  const { t } = vscode.l10n;
  const { host, source, hasCredentials } = proxy;
  const advice =
    source === "http.proxy"
      ? t(
          "Correct this setting or leave it empty. If a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
        )
      : t(
          "Correct this environment variable and restart the editor, or set `http.proxy`, which takes precedence. If a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
        );
  const words = t("The proxy {0} does not respond; the service was not tried.", codeSpan(host));
  return `${words} ${proxyOriginText(source, hasCredentials)} ${advice}`;
}

export function proxyAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  const status = error instanceof ProxyRefusedError ? error.status : undefined;
  if (status === 407) return signInAdvice();
  if (status === undefined) {
    return t(
      "The proxy cannot be used. Check `http.proxy` and the environment variables HTTPS_PROXY and NO_PROXY. If a PAC file chooses the proxy, set `macroSignals.network.transport` to `editor`.",
    );
  }
  return t(
    "The proxy does not allow this host. Ask its administrator to allow it, or add the host to `http.noProxy` if it can be reached directly.",
  );
}

function signInAdvice(): string {
  return vscode.l10n.t(
    "The proxy requires authentication. Add user and password to the address in `http.proxy`, or set `http.proxyAuthorization`. For Kerberos or NTLM, set `macroSignals.network.transport` to `editor`.",
  );
}

export function tlsAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  const reason = error instanceof HandshakeError ? error.cause : error;
  if (reason instanceof ClientCertificateDemand || reason instanceof ClientCertificateError) {
    return t(
      "The service requires a client certificate, which is not supported. Ask the operator of the service for an address that does not require one, or connect through a program on this computer that presents your certificate.",
    );
  }
  return t(
    "The API key was not sent. If your company issued the certificate, add its root certificate to the operating system's trust store (with `http.systemCertificates` on), or to the file that NODE_EXTRA_CA_CERTS names when the editor starts. If the certificate has expired or was issued for another name, contact the operator of the service. Verification cannot be turned off.",
  );
}

/** @param isKept - Whether the key is saved, or was only entered. */
export function keyAdvice(error: unknown, isKept: boolean): string | undefined {
  const { t } = vscode.l10n;
  if (error instanceof UnauthorizedError) {
    const advice = isKept
      ? t(
          "The key is mistyped, has been replaced, or belongs to another service. Enter it again with `Macro Signals: Enter API Key…`.",
        )
      : t(
          "The key is mistyped, has been replaced, or belongs to another service. It has not been saved: choose _Change Key_ when asked how to continue.",
        );
    return isRefusalPage(error) ? `${advice} ${refusalPageAdvice()}` : advice;
  }
  return asksForKey(error) ? t("Enter it with `Macro Signals: Enter API Key…`.") : undefined;
}

/** Advice where nothing in the answer points to the key. */
export function answerAdvice(error: unknown): string | undefined {
  const { t } = vscode.l10n;
  const kind = error instanceof ServiceError ? error.kind : undefined;
  if (wantsProxySignIn(error)) return signInAdvice();
  if (kind === "tls") return tlsAdvice(error);
  if (kind === "timeout") {
    return t("The service was reached, but it is too slow or something delays its responses.");
  }
  if (kind === "incomplete") {
    return t(
      "A response began but was cut off, by the service or by something between here and the service. The API key is not the cause.",
    );
  }
  if (kind !== "network" && kind !== "proxy") return undefined;
  return t(
    "Requests do not get through, or the connection is closed without a response. The service may be down, or a firewall may block it. The API key is not the cause. The previous steps test the built-in transport; with `macroSignals.network.transport` set to `editor`, the editor uses its own.",
  );
}

export function listingAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  if (wantsProxySignIn(error)) return signInAdvice();
  if (error instanceof RedirectError) {
    return t(
      "Redirects are never followed, because the target would receive the key. Enter the address of the service itself.",
    );
  }
  if (error instanceof NotFoundError) {
    return t(
      "The service is not at this address. Check whether a path is missing from the base URL, or is wrong.",
    );
  }
  if (error instanceof HttpError && error.status >= 500) {
    return t("The service has failed. Contact its support.");
  }
  return pageAdvice();
}

function refusalPageAdvice(): string {
  return vscode.l10n.t(
    "If the key is right, the page may come from a proxy or another service. Check the base URL, and open it in a browser.",
  );
}

function pageAdvice(): string {
  return vscode.l10n.t(
    "The response may come from a login page, a proxy or another service. Check the base URL, and open it in a browser.",
  );
}

export function otherFormatAdvice(): string {
  return vscode.l10n.t(
    "This format is used only if `macroSignals.network.transferFormat` selects it, or if Parquet fails.",
  );
}

export function formatAdvice(error: unknown): string {
  const { t } = vscode.l10n;
  if (error instanceof ServiceError && error.kind === "http") {
    return t("The first signals listed have no series that can be requested.");
  }
  return t(
    "Something between here and the service may damage binary responses. Set `macroSignals.network.transferFormat` to a format that passed.",
  );
}

export function asOfAdvice(error: unknown): string | undefined {
  const { t } = vscode.l10n;
  if (!(error instanceof AsOfNotHonouredError)) return undefined;
  return t(
    "The service ignores `as_of_utc`. The extension refuses such responses, because they are not the requested vintage.",
  );
}
