declare const baseUrlBrand: unique symbol;

/** A service's location: an origin and a path prefix to which the client may send the key. */
export interface BaseUrl {
  /** Scheme, host in ASCII, and port unless it is the scheme's default: `https://host:8443`. */
  readonly origin: string;
  /** Empty, or `/` and segments without a trailing slash. */
  readonly prefix: string;
  /** Origin and prefix: the canonical text of this base URL. */
  readonly href: string;
  /** The host that is contacted, in ASCII, without port. */
  readonly asciiHost: string;
  /**
   * False if {@link asciiHost} differs from what was typed (letters beyond ASCII, `0x7f.1`): show it before first use.
   */
  readonly isHostAsTyped: boolean;
  /** Whether the path of the API (`…/api/v3/signal/`) was removed from the typed text; show the result before first use. */
  readonly isApiPathDropped: boolean;
  readonly [baseUrlBrand]: true;
}

/** Why a text is not a base URL. */
export type BaseUrlProblem =
  | "backslash"
  | "control-character"
  | "dot-segment"
  | "double-slash"
  | "fragment"
  | "host"
  | "query"
  /** `http:` to a host other than 127.0.0.1, ::1 or localhost. */
  | "insecure"
  | "scheme"
  | "trailing-dot"
  | "unreadable"
  | "user-info"
  | "whitespace";

export type TypedBaseUrl =
  | { readonly ok: true; readonly baseUrl: BaseUrl }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The base URL in a text, or the first reason why it is invalid. A trailing slash makes no difference. The path of the
 * API itself is removed.
 *
 * The text is checked before it is passed to the URL parser, which repairs what must be rejected: it drops tabs
 * and line breaks, turns backslashes into slashes and resolves dot segments.
 */
export function parseBaseUrl(text: string): TypedBaseUrl {
  const problem = problemOfText(text);
  if (problem !== undefined) return { ok: false, problem };
  const [, scheme = "", authority = "", path = ""] = form.exec(text) ?? [];
  const wrong = problemOfParts(scheme.toLowerCase(), authority, path);
  if (wrong !== undefined) return { ok: false, problem: wrong };
  if (!URL.canParse(text)) return { ok: false, problem: "unreadable" };
  const url = new URL(text);
  if (url.hostname.endsWith(".")) return { ok: false, problem: "trailing-dot" };
  if (url.protocol === "http:" && !loopbackHosts.has(url.hostname)) {
    return { ok: false, problem: "insecure" };
  }
  return { ok: true, baseUrl: baseUrlOf(url, authority) };
}

const form = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)?$/i;

const forbidden: readonly (readonly [RegExp, BaseUrlProblem])[] = [
  [/\p{Cc}/u, "control-character"],
  [/[\s\p{Z}\p{Cf}]/u, "whitespace"],
  [/\\/, "backslash"],
  [/#/, "fragment"],
  [/\?/, "query"],
];

function problemOfText(text: string): BaseUrlProblem | undefined {
  const found = forbidden.find(([pattern]) => pattern.test(text));
  if (found !== undefined) return found[1];
  if (!/^https?:/i.test(text)) return "scheme";
  return form.test(text) ? undefined : "unreadable";
}

function problemOfParts(
  scheme: string,
  authority: string,
  path: string,
): BaseUrlProblem | undefined {
  if (scheme !== "http" && scheme !== "https") return "scheme";
  if (authority.includes("@")) return "user-info";
  if (authority === "" || authority.startsWith(":")) return "host";
  if (path.includes("//")) return "double-slash";
  if (/%(?![0-9a-f]{2})/i.test(path)) return "unreadable";
  return path.split("/").some(isDotSegment) ? "dot-segment" : undefined;
}

function isDotSegment(segment: string): boolean {
  const decoded = segment.replaceAll(/%2e/gi, ".");
  return decoded === "." || decoded === "..";
}

/** The API's path, with or without a path below it. The prefix of a gateway may contain another `/api/v3/`. */
const apiPath = /(?<!\/api\/v3)(?:\/api\/v3)+(?:\/(?:signal|forecast)(?:\/.*)?)?$/;

function baseUrlOf(url: URL, authority: string): BaseUrl {
  const typedPrefix = url.pathname.replace(/\/$/, "");
  const prefix = typedPrefix.replace(apiPath, "");
  const typedHost = authority.replace(/:\d*$/, "").toLowerCase();
  return {
    origin: url.origin,
    prefix,
    href: url.origin + prefix,
    asciiHost: url.hostname,
    isHostAsTyped: typedHost === url.hostname,
    isApiPathDropped: prefix !== typedPrefix,
  } as BaseUrl;
}
