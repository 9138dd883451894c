import { wordsElementId } from "../shared/chart/chartProtocol";
import { escapedHtml as escaped } from "./escapedHtml";

export interface PageHtmlOptions {
  /** Of the editor's own resources, as its webview tells it. */
  readonly cspSource: string;
  /** Random, new for each page. */
  readonly nonce: string;
  readonly script: string;
  /** Tells the program of the page what it is for, before any message; empty where it needs no telling. */
  readonly bodyAttribute: string;
  readonly style: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Texts of the editor's language by the English ones. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * A page of ours. It runs its own program and nothing else, loads its own style, and reaches no network: what it
 * shows arrives in messages.
 */
export function pageHtml(options: PageHtmlOptions): string {
  const { nonce, script, bodyAttribute, style, language, title, words } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body${bodyAttribute === "" ? "" : ` ${bodyAttribute}`}>
<script type="application/json" id="${wordsElementId}" nonce="${escaped(nonce)}">${json(words)}</script>
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function policyOf({ cspSource, nonce }: PageHtmlOptions): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

/** No text of it can end the element that holds it. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
