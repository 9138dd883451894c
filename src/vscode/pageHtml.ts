import { wordsElementId } from "../shared/chart/chartProtocol";
import { escapedHtml as escaped } from "./escapedHtml";

export interface PageHtmlOptions {
  /** Random, new for each page. */
  readonly nonce: string;
  /** A module that holds neither `</script` nor `<!--`. */
  readonly script: string;
  /** Tells the program of the page what it is for, before any message; empty where it needs no telling. */
  readonly bodyAttribute: string;
  /** CSS that holds no `</style`. */
  readonly style: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Texts of the editor's language by the English ones. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * A page of ours, whole: it loads no file. It runs its own program and nothing else, has its own style, and reaches no
 * network: what it shows arrives in messages.
 */
export function pageHtml(options: PageHtmlOptions): string {
  const { nonce, script, bodyAttribute, style, language, title, words } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(nonce))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style nonce="${escaped(nonce)}">${style}</style>
</head>
<body${bodyAttribute === "" ? "" : ` ${bodyAttribute}`}>
<script type="application/json" id="${wordsElementId}" nonce="${escaped(nonce)}">${json(words)}</script>
<script type="module" nonce="${escaped(nonce)}">${script}</script>
</body>
</html>
`;
}

function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** No text of it can end the element that holds it. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
