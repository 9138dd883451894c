import { createHash } from "node:crypto";
import { wordsElementId } from "../shared/chart/chartProtocol";
import { escapedHtml as escaped } from "./escapedHtml";

export interface PageHtmlOptions {
  /** Random, new for each page. */
  readonly nonce: string;
  /** A module without `</script` and `<!--`. */
  readonly script: string;
  /** UTF-8 of the scripts that {@link script} may add to the page. */
  readonly addedScripts: readonly Uint8Array[];
  /** Attribute that selects what the script shows, before any message; empty where it needs none. */
  readonly bodyAttribute: string;
  /** CSS without `</style`. */
  readonly style: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Translations into the editor's language, by the English text. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * A complete page that loads no files. Only scripts and styles that carry its nonce take effect, and scripts
 * of a known text; it has no network access: its data arrive in messages.
 */
export function pageHtml(options: PageHtmlOptions): string {
  const { nonce, script, addedScripts, bodyAttribute, style, language, title, words } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(nonce, addedScripts))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${style}</style>
</head>
<body${bodyAttribute === "" ? "" : ` ${bodyAttribute}`}>
<script type="application/json" id="${wordsElementId}" nonce="${escaped(nonce)}">${inElement(JSON.stringify(words))}</script>
<script type="module" nonce="${escaped(nonce)}">${script}</script>
</body>
</html>
`;
}

function policyOf(nonce: string, addedScripts: readonly Uint8Array[]): string {
  const hashes = addedScripts.map(
    (script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'${hashes.join("")}`,
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
