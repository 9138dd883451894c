import { BlockList, isIP, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";

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
