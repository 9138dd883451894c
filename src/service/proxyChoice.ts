import { isLoopback } from "../shared/loopback";
import { type ProxyServer, parseProxy } from "./proxyServer";
import { BlockList, isIP, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

/** What the editor's settings say about proxies. */
export interface ProxySettings {
  /** False: none is used, whatever else is said. */
  readonly isOn: boolean;
  /** The address; empty when the environment is to be asked. */
  readonly proxy: string;
  /** The `Proxy-Authorization` header. */
  readonly authorization?: string;
  /** Hosts that are reached without a proxy; when it is empty the environment is asked. */
  readonly noProxy: readonly string[];
}

/** A proxy and who names it. */
export interface ChosenProxy extends ProxyServer {
  /** `http.proxy`, or the name of an environment variable. */
  readonly source: string;
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for requests to an origin; undefined when there is none. This computer itself is never reached through one.
 *
 * The settings go before the environment, as in the editor; there `https_proxy`, `all_proxy`, `http_proxy` and
 * `no_proxy` are read in this order, lower case before upper case.
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
 * Whether one of the entries exempts a host from proxies: `*` all of them, `example.com`, `.example.com` and
 * `*.example.com` that host and those below it, `example.com:8443` that port alone, an address itself, and `10.0.0.0/8`
 * a range of them.
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

/** Of one IPv6 address there are many spellings. */
function canonicalAddress(host: string): string {
  return isIPv6(host) ? new URL(`http://[${host}]`).hostname : host;
}
