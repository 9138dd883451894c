import { maxParts } from "./composedPlace";
import { openableOfPath, openablePath, type ServiceOpenable } from "./openable";

/** What a link opens: several series of one service as one chart, or a single thing. */
export interface OpenLink {
  /** The service's base URL, or the word `sample`; it only finds a connection and is never requested. */
  readonly service: string;
  /** At least one. */
  readonly openables: readonly ServiceOpenable[];
}

/** Browsers and mail programs cut longer links. */
const longestQuery = 8_000;

/** The path of a link's URI. */
export const openLinkPath = "/open";

/** Why there is no link: too many series, or characters in the service's address that no link can carry. */
export type LinkProblem = "length" | "address";

/**
 * The link that opens this in an editor: `vscode://macro-signals.macro-signals/open?service=…&ref=…`. It never holds a key.
 *
 * @param scheme - The editor's own.
 */
export function openLinkText(
  link: OpenLink,
  scheme: string,
  extensionId: string,
): { readonly text: string } | { readonly problem: LinkProblem } {
  const query = queryOf(link);
  if (!isCarried(query)) {
    const page = queryOf({ ...link, openables: [{ kind: "page", page: "latest" }] });
    return { problem: page.length > longestQuery || isCarried(page) ? "length" : "address" };
  }
  return { text: `${scheme}://${extensionId}${openLinkPath}?${query}` };
}

function queryOf({ service, openables }: OpenLink): string {
  const paths = openables.map((each) => `ref=${encodeURIComponent(openablePath(each))}`);
  return [`service=${encodeURIComponent(service)}`, ...paths].join("&");
}

/** Whether a link reads back: the editor decodes its query before it is parsed. */
function isCarried(query: string): boolean {
  return parseOpenLink(decodeURIComponent(query)) !== undefined;
}

/**
 * What the query of a link names; undefined for any other text. Untrusted: anyone can make a link.
 *
 * @param query - Percent-decoded once, as the editor passes it.
 */
export function parseOpenLink(query: string): OpenLink | undefined {
  if (query.length > longestQuery) return undefined;
  const [first = "", ...others] = query.split("&");
  const service = after("service=", first);
  if (service === undefined || !/^\S+$/.test(service)) return undefined;
  if (others.length === 0 || others.length > maxParts) return undefined;
  const openables: ServiceOpenable[] = [];
  for (const each of others) {
    const openable = openableOfPath(after("ref=", each) ?? "");
    // A link opens no file. Only series are shown together.
    if (openable === undefined || openable.kind === "savedChart") return undefined;
    if (others.length > 1 && !isSeries(openable)) return undefined;
    openables.push(openable);
  }
  return { service, openables };
}

/** Whether it can be one of several series of a chart. */
export function isSeries(openable: ServiceOpenable): boolean {
  return openable.kind === "reference" && openable.reference.family !== "panel";
}

function after(beginning: string, text: string): string | undefined {
  return text.startsWith(beginning) ? text.slice(beginning.length) : undefined;
}
