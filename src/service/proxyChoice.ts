import { isLoopback } from "../shared/loopback";
import { isBypassed } from "./proxyBypass";
import { type ProxyServer, parseProxy } from "./proxyServer";

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
