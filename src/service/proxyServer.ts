/** A configured proxy. */
export interface ProxyServer {
  /** Scheme, host and port, without user and password; empty if the address is malformed. */
  readonly url: string;
  /** Host and port for people, without user and password. */
  readonly host: string;
  /** The `Proxy-Authorization` header. */
  readonly authorization?: string;
  /** Why the proxy cannot be used. */
  readonly problem?: string;
}

/**
 * The proxy that a setting or an environment variable names: `http://user:password@host:port`; the scheme defaults to
 * `http:`. An invalid one still counts as a proxy, so that no request bypasses it unintentionally.
 *
 * @param authorization - Takes precedence over the user and password of the address.
 */
export function parseProxy(text: string, authorization?: string): ProxyServer {
  const trimmed = text.trim();
  const address = trimmed.includes("://") ? trimmed : `http://${trimmed}`;
  if (holdsMoreThanServer(address)) {
    return { url: "", host: "(unreadable)", problem: unescapedProblem };
  }
  if (!URL.canParse(address)) {
    return { url: "", host: "(unreadable)", problem: "its address cannot be read" };
  }
  const url = new URL(address);
  const { protocol, host, hostname, port } = url;
  const named = { url: `${protocol}//${host}`, host: port === "" ? hostAndPort(url) : host };
  if (protocol !== "http:" && protocol !== "https:") {
    const problem = `${protocol.slice(0, -1)} proxies are not supported`;
    return { ...named, problem };
  }
  if (hostname === "") return { ...named, problem: "its address cannot be read" };
  const header = authorization ?? basicAuthorization(url);
  return header === undefined ? named : { ...named, authorization: header };
}

const unescapedProblem =
  "its address contains more than user, password, host and port; in a password, write #, /, ? and \\ as %23, %2F, %3F and %5C";

/**
 * Whether the address has more than a server. An unencoded password can end the host early: part of it would be shown
 * as the host, and requests would go there.
 */
function holdsMoreThanServer(address: string): boolean {
  return /[\\#?]/.test(address) || /^[^:]*:\/\/[^/]*\/./.test(address);
}

function hostAndPort({ protocol, hostname }: URL): string {
  if (protocol === "https:") return `${hostname}:443`;
  return protocol === "http:" ? `${hostname}:80` : hostname;
}

/** RFC 7617 §2, in UTF-8. */
function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === "" && password === "") return undefined;
  const pair = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** A password with a bare `%` is not percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
