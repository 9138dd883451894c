import { type BaseUrl } from "./baseUrl";
import { type Route } from "./route";
import { fieldOf, isWireRecord, type WireRecord } from "./wireRecord";

const maxPages = 1_000;

/**
 * Where a listing continues: nowhere, on another page, or at a place that the client does not follow, with the reason.
 */
export type NextPage =
  | { readonly kind: "end" }
  | { readonly kind: "page"; readonly route: Route }
  | { readonly kind: "stop"; readonly notice: string };

/**
 * Follows a listing from page to page: only below the base URL, never to the same page twice, and only up to a limit.
 */
export class Pages {
  private readonly visited: Set<Route>;

  constructor(
    private readonly baseUrl: BaseUrl,
    private readonly first: Route,
  ) {
    this.visited = new Set([first]);
  }

  /**
   * @param next - As {@link nextOf} read it from a page.
   * @param route - Where that page came from.
   */
  after(next: string | number | undefined, route: Route): NextPage {
    if (next === undefined) return { kind: "end" };
    const following =
      typeof next === "number" ? this.routeOfNumber(next) : this.routeOfLink(next, route);
    if (following === undefined) {
      return stop("the service links to a page outside its own address");
    }
    if (this.visited.has(following))
      return stop("the service links to a page that was already read");
    if (this.visited.size >= maxPages) return stop(`the service has more than ${maxPages} pages`);
    this.visited.add(following);
    return { kind: "page", route: following };
  }

  private routeOfNumber(page: number): Route {
    const separator = this.first.includes("?") ? "&" : "?";
    return `${this.first}${separator}page=${page}` as Route;
  }

  /** Uses the URL parser to resolve the service's link; the result is what is checked and sent. */
  private routeOfLink(link: string, from: Route): Route | undefined {
    const { origin, prefix, href } = this.baseUrl;
    if (!URL.canParse(link, href + from)) return undefined;
    const url = new URL(link, href + from);
    const isOwn = url.origin === origin && url.username === "" && url.password === "";
    if (!isOwn || !url.pathname.startsWith(`${prefix}/`)) return undefined;
    const segments = url.pathname.slice(prefix.length + 1).split("/");
    if (!segments.every(staysPut)) return undefined;
    // The key travels only in its header, whatever links the service writes.
    if (url.searchParams.has("api_key")) url.searchParams.delete("api_key");
    return (url.pathname.slice(prefix.length) + url.search) as Route;
  }
}

/**
 * Whether every server reads a segment as a plain name, not as a step to another folder. Some servers decode `%2f` and
 * `%5c`, once or twice, accept full-width or overlong dots and slashes, or drop what follows `;` before they resolve a path.
 */
function staysPut(segment: string): boolean {
  try {
    const name = decodeURIComponent(segment).normalize("NFKC");
    return !/[/\\%\p{Cc}]|^\s*\.+\s*(?:;|$)/u.test(name);
  } catch {
    // Not UTF-8: servers disagree about what it means.
    return false;
  }
}

function stop(notice: string): NextPage {
  return { kind: "stop", notice };
}

/** The link to the next page or its number, in the forms that services use. */
export function nextOf(page: WireRecord): string | number | undefined {
  for (const name of ["next", "next_url", "next_page"]) {
    const next = linkOf(fieldOf(page, name));
    if (next !== undefined) return next;
  }
  for (const name of ["links", "_links"]) {
    const links = fieldOf(page, name);
    const next = isWireRecord(links) ? linkOf(fieldOf(links, "next")) : undefined;
    if (next !== undefined) return next;
  }
  return nextNumberOf(page);
}

function linkOf(value: unknown): string | number | undefined {
  const link = isWireRecord(value) ? fieldOf(value, "href") : value;
  if (typeof link === "string" && /^\d{1,9}$/.test(link)) return Number(link);
  if (typeof link === "string" && link !== "") return link;
  return typeof link === "number" && Number.isSafeInteger(link) && link > 0 ? link : undefined;
}

/** `{"page": 1, "pages": 3}` */
function nextNumberOf(page: WireRecord): number | undefined {
  const number = fieldOf(page, "page");
  const count = fieldOf(page, "pages", "total_pages", "page_count");
  return typeof number === "number" && typeof count === "number" && number < count
    ? number + 1
    : undefined;
}
