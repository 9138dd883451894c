import { textsElementId } from "../../shared/pageProtocol";
import { escapedHtml as escaped } from "./escapedHtml";

/** The program and the looks of a page. */
export interface PageFiles {
  /** A module without `</script` and `<!--`. */
  readonly script: string;
  /** Hashes of the scripts that {@link script} may add to the page, as sources of its policy: `'sha256-…'`. */
  readonly scriptHashes: readonly string[];
  /** CSS without `</style`. */
  readonly style: string;
}

export interface PageHtmlOptions extends PageFiles {
  /** Random, new for each page. */
  readonly nonce: string;
  /** Attribute that selects what the script shows, before any message; empty where it needs none. */
  readonly bodyAttribute: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Translations into the editor's language, by the English text. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * A complete page that loads no files. Only styles and scripts with its nonce, and scripts with a listed hash,
 * take effect. It has no network access: its data arrive in messages.
 */
export function pageHtml(options: PageHtmlOptions): string {
  const { nonce, script, scriptHashes, bodyAttribute, style, language, title, words } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(nonce, scriptHashes))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${style}</style>
</head>
<body${bodyAttribute === "" ? "" : ` ${bodyAttribute}`}>
<script type="application/json" id="${textsElementId}" nonce="${escaped(nonce)}">${inElement(JSON.stringify(words))}</script>
<script type="module" nonce="${escaped(nonce)}">${script}</script>
</body>
</html>
`;
}

function policyOf(nonce: string, scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src", `'nonce-${nonce}'`, ...scriptHashes].join(" "),
    `style-src 'nonce-${nonce}'`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** JSON that cannot end the element that contains it. */
function inElement(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
