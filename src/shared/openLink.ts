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

/**
 * The link that opens this in an editor: `vscode://macro-signals.macro-signals/open?service=…&ref=…`. It never holds a key.
 *
 * @param scheme - The editor's own.
 * @returns undefined if the link would be too long, or if the service's address has characters that no link can carry.
 */
export function openLinkText(
  link: OpenLink,
  scheme: string,
  extensionId: string,
): string | undefined {
  const paths = link.openables.map((each) => `ref=${encodeURIComponent(openablePath(each))}`);
  const query = [`service=${encodeURIComponent(link.service)}`, ...paths].join("&");
  // The editor decodes the query before the link is parsed.
  if (parseOpenLink(decodeURIComponent(query)) === undefined) return undefined;
  return `${scheme}://${extensionId}${openLinkPath}?${query}`;
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
