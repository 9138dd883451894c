import * as vscode from "vscode";
import { type ProxySettings } from "../../service/proxyChoice";

/** How requests leave this computer: by a client of our own, by the editor's, or by whichever of them gets through. */
export type TransportKind = "auto" | "undici" | "editor";

/** What the user's settings say about the way of requests. */
export interface TransportSettings {
  readonly kind: TransportKind;
  readonly proxies: ProxySettings;
  /** Whether the operating system's certificates vouch for services, too. */
  readonly usesSystemCertificates: boolean;
  /** False when the editor is told to accept any certificate, which we do not. */
  readonly isStrict: boolean;
}

export function transportSettings(): TransportSettings {
  const http = vscode.workspace.getConfiguration("http");
  const authorization = textOf(http.get<unknown>("proxyAuthorization"));
  const noProxy = http.get<unknown>("noProxy");
  return {
    kind: transportKind(),
    proxies: {
      isOn: http.get<unknown>("proxySupport") !== "off",
      proxy: textOf(http.get<unknown>("proxy")),
      noProxy: Array.isArray(noProxy) ? noProxy.map(textOf) : [],
      ...(authorization === "" ? {} : { authorization }),
    },
    usesSystemCertificates: http.get<unknown>("systemCertificates") !== false,
    isStrict: http.get<unknown>("proxyStrictSSL") !== false,
  };
}

/** Whether a change of settings may be one of those above. */
export function affectsTransport(change: vscode.ConfigurationChangeEvent): boolean {
  return (
    change.affectsConfiguration("http") ||
    change.affectsConfiguration("macroSignals.network.transport")
  );
}

function transportKind(): TransportKind {
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const kind = settings.get<unknown>("network.transport");
  return kind === "undici" || kind === "editor" ? kind : "auto";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
