import { isLoopback } from "../shared/loopback";
import { type ProxyServer, parseProxy } from "./proxyServer";
import { BlockList, isIP, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

/** The editor's proxy settings. */
export interface ProxySettings {
  /** If false, no proxy is used, whatever the other settings are. */
  readonly isOn: boolean;
  /** The address; empty to use the environment. */
  readonly proxy: string;
  /** The `Proxy-Authorization` header. */
  readonly authorization?: string;
  /** Hosts that are reached without a proxy; if empty, the environment applies. */
  readonly noProxy: readonly string[];
}

/** A proxy and where it is configured. */
export interface ChosenProxy extends ProxyServer {
  /** `http.proxy`, or the name of an environment variable. */
  readonly source: string;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for requests to an origin; undefined for a direct connection. This computer itself is never reached through
 * a proxy.
 *
 * The settings take precedence over the environment, as in the editor. There, `https_proxy`, `all_proxy`, `http_proxy`
 * and `no_proxy` are read in this order, lower case before upper case.
 */
export function chooseProxy(
  origin: string,
  settings: ProxySettings,
  environment: Environment,
): ChosenProxy | undefined {
  const { hostname, protocol, port } = new URL(origin);
  if (!settings.isOn || isLoopback(hostname)) return undefined;
  const portNumber = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  const exempt =
    settings.noProxy.length > 0
      ? settings.noProxy
      : (firstOf(environment, ["no_proxy"])?.value ?? "").split(/[\s,]+/);
  if (isBypassed(exempt, hostname, portNumber)) return undefined;
  const { authorization } = settings;
  if (settings.proxy.trim() !== "") {
    return { ...parseProxy(settings.proxy, authorization), source: "http.proxy" };
  }
  const first = firstOf(environment, ["https_proxy", "all_proxy", "http_proxy"]);
  if (first === undefined) return undefined;
  return { ...parseProxy(first.value, authorization), source: first.name };
}

/** The first that is set and not blank. */
function firstOf(
  environment: Environment,
  names: readonly string[],
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names.flatMap((each) => [each, each.toUpperCase()])) {
    const value = environment[name];
    if (value !== undefined && value.trim() !== "") return { name, value };
  }
  return undefined;
}

/**
 * Whether an entry exempts a host from proxies: `*` exempts all hosts; `example.com`, `.example.com` and
 * `*.example.com` exempt that host and its subdomains; `example.com:8443` exempts one port; an address exempts itself,
 * and `10.0.0.0/8` a range.
 *
 * @param hostname - As in a URL: lower case, ASCII, IPv6 in brackets.
 */
export function isBypassed(entries: readonly string[], hostname: string, port: number): boolean {
  const host = withoutBrackets(hostname);
  return entries.some((entry) => matches(entry.trim().toLowerCase(), host, port));
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === "") return false;
  if (entry === "*") return true;
  if (entry.includes("/")) return isInRange(entry, host);
  const { name, portText } = partsOf(entry);
  if (portText !== undefined && portText !== String(port)) return false;
  if (isIP(name) !== 0) return canonicalAddress(name) === canonicalAddress(host);
  const domain = domainToASCII(name.replace(/^\*?\./, "").replace(/\.$/, ""));
  return domain !== "" && `.${host}`.endsWith(`.${domain}`);
}

function partsOf(entry: string): { readonly name: string; readonly portText?: string } {
  if (isIPv6(entry)) return { name: entry };
  const [, name = "", portText] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  return { name: withoutBrackets(name), ...(portText === undefined ? {} : { portText }) };
}

function isInRange(entry: string, host: string): boolean {
  const [network = "", bits = ""] = entry.split("/");
  const family = isIP(network);
  const prefix = Number(bits);
  const isRange = family !== 0 && /^\d+$/.test(bits) && prefix <= (family === 4 ? 32 : 128);
  if (!isRange || isIP(host) !== family) return false;
  const type = family === 4 ? "ipv4" : "ipv6";
  const range = new BlockList();
  range.addSubnet(network, prefix, type);
  return range.check(host, type);
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1");
}

/** An IPv6 address has many spellings. */
function canonicalAddress(host: string): string {
  return isIPv6(host) ? new URL(`http://[${host}]`).hostname : host;
}
