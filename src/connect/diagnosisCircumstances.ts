import os from "node:os";
import * as vscode from "vscode";
import { type BaseUrl } from "../service/baseUrl";
import { parseProxy } from "../service/proxyServer";
import { type TunnelProxy } from "../store/diagnosis/tunnelProxy";
import { type ConnectedServices } from "./connectedServices";

type Fact = readonly [name: string, value: string];

export interface CircumstanceSources {
  readonly services: ConnectedServices;
  readonly extension: vscode.Extension<unknown>;
}

/**
 * What a support desk asks first: versions, the system, and how requests leave this computer; never a key or password.
 */
export function circumstanceFacts(
  { href, origin }: BaseUrl,
  { services, extension }: CircumstanceSources,
): readonly Fact[] {
  const { t } = vscode.l10n;
  const { transports } = services;
  return [
    [t("Base URL"), href],
    [t("Extension"), `${extension.id} ${versionOf(extension.packageJSON)}`],
    [t("Editor"), editorText()],
    [t("System"), `${os.platform()} ${os.release()} ${os.arch()}, Node ${process.versions.node}`],
    [t("Transport"), transports.carrier],
    [t("Used for this service"), transports.carrierTo(origin) ?? t("not known yet")],
    [t("Proxy for this service"), proxyText(transports.proxyFor(origin))],
    ...proxySettings(),
    ...environmentFacts(),
  ];
}

function proxyText(proxy: TunnelProxy | undefined): string {
  const { t } = vscode.l10n;
  if (proxy === undefined) return t("none");
  const { host, source, hasCredentials } = proxy;
  return hasCredentials
    ? t("{0}, from {1}, with user and password", host, source)
    : t("{0}, from {1}, without user and password", host, source);
}

function versionOf(manifest: unknown): string {
  const version: unknown = Reflect.get(Object(manifest), "version");
  return typeof version === "string" ? version : "–";
}

function editorText(): string {
  const { appName, remoteName, uiKind } = vscode.env;
  const place = remoteName === undefined ? "" : `, remote: ${remoteName}`;
  const kind = uiKind === vscode.UIKind.Web ? ", in a browser" : "";
  return `${appName} ${vscode.version}${place}${kind}`;
}

const settings = ["proxySupport", "noProxy", "systemCertificates", "proxyStrictSSL"] as const;

function proxySettings(): readonly Fact[] {
  const http = vscode.workspace.getConfiguration("http");
  const authorization = http.get<unknown>("proxyAuthorization");
  return [
    ["http.proxy", addressText(http.get<unknown>("proxy"))],
    ["http.proxyAuthorization", isBlank(authorization) ? notSet() : isSet()],
    ...settings.map((name): Fact => [`http.${name}`, valueText(http.get<unknown>(name))]),
  ];
}

const proxyVariables = ["https_proxy", "all_proxy", "http_proxy"];

/** The proxy variables that are set. Most programs accept both cases. */
function environmentFacts(): readonly Fact[] {
  const bothCases = (names: readonly string[]): string[] =>
    names.flatMap((name) => [name, name.toUpperCase()]);
  const present = (name: string): boolean => !isBlank(process.env[name]);
  return [
    ...bothCases(proxyVariables)
      .filter(present)
      .map((name): Fact => [name, addressText(process.env[name])]),
    ...[...bothCases(["no_proxy"]), "NODE_EXTRA_CA_CERTS"]
      .filter(present)
      .map((name): Fact => [name, process.env[name] ?? ""]),
  ];
}

/** A proxy's host and port, never its user and password. */
function addressText(address: unknown): string {
  return typeof address === "string" && !isBlank(address) ? parseProxy(address).host : notSet();
}

function valueText(value: unknown): string {
  return value === undefined ? notSet() : JSON.stringify(value);
}

function isBlank(value: unknown): boolean {
  return typeof value !== "string" || value.trim() === "";
}

function isSet(): string {
  return vscode.l10n.t("set");
}

function notSet(): string {
  return vscode.l10n.t("not set");
}
