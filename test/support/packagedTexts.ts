/** Where the project's files can be read on the web. */
export interface Repository {
  readonly url: string;
  /** Absent for a host whose addresses of files and issues are not known. */
  readonly pages?: RepositoryPages;
}

interface RepositoryPages {
  readonly bugs: string;
  /** Base address of files that are linked. */
  readonly content: string;
  /** Base address of pictures. */
  readonly images: string;
}

/** The addresses that the hosts document for the default branch, with the host names of their installations elsewhere. */
const hosts: readonly (readonly [host: RegExp, path: RegExp, prefix: string])[] = [
  [/(?:^|\.)github\./, /^\/[^/]+\/[^/]+$/, ""],
  [/(?:^|\.)gitlab\./, /^(?:\/[^/]+){2,}$/, "/-"],
];

/**
 * The repository at an address; a user name, a password and what follows the path are left out.
 *
 * @throws Error if it is no `https:` address, or not that of a repository.
 */
export function repositoryAt(address: string): Repository {
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  if (parsed?.protocol !== "https:") throw new Error("REPOSITORY_URL is not an https: address");
  const path = parsed.pathname.replace(/\/+$/, "").replace(/\.git$/, "");
  const url = `https://${parsed.host}${path}`;
  const found = hosts.find(([host]) => host.test(parsed.hostname));
  if (found === undefined) return { url };
  const [, pattern, prefix] = found;
  if (!pattern.test(path)) throw new Error(`REPOSITORY_URL does not lead to a repository: ${url}`);
  const pageAt = (page: string): string => `${url}${prefix}/${page}`;
  const files = { content: pageAt("blob/HEAD"), images: pageAt("raw/HEAD") };
  return { url, pages: { bugs: pageAt("issues"), ...files } };
}

/** The manifest of a package of the repository, if there is one. */
export function packagedManifest(
  manifest: Readonly<Record<string, unknown>>,
  repository: Repository | undefined,
): Readonly<Record<string, unknown>> {
  if (repository === undefined) return manifest;
  const { url, pages } = repository;
  const linked = { ...manifest, repository: { type: "git", url }, homepage: url };
  return pages === undefined ? linked : { ...linked, bugs: { url: pages.bugs }, qna: pages.bugs };
}

const openGuide = "run *Macro Signals: Open Guide…*";

/**
 * A text whose pictures and links lead nowhere outside the repository, without them: a picture is left out, a link
 * becomes its label, and after the last link of a line to the guide stands the command that opens it.
 */
export function withoutRelativeLinks(markdown: string): string {
  return markdown
    .replace(/!\[[^\]]*\]\(([^)]*)\)/g, (picture, target: string) =>
      isRelative(target) ? "" : picture,
    )
    .replace(/.+/g, lineWithoutLinks)
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n");
}

const link = /\[([^\]]*)\]\(([^)]*)\)/g;

function lineWithoutLinks(line: string): string {
  const toGuide = [...line.matchAll(link)].filter(([, , target = ""]) => isGuide(target));
  const last = toGuide.at(-1)?.index;
  return line.replace(link, (whole, label: string, target: string, at: number) => {
    if (!isRelative(target)) return whole;
    return at === last ? `${label} (${openGuide})` : label;
  });
}

function isRelative(target: string): boolean {
  return !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(target);
}

function isGuide(target: string): boolean {
  return isRelative(target) && /^(?:\.\/)?media\/guide\//.test(target);
}
