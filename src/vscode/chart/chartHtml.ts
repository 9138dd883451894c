import { escapedHtml as escaped } from "../escapedHtml";
import { panelAttribute, wordsElementId } from "../../shared/chart/chartProtocol";

export interface ChartHtmlOptions {
  /** Of the editor's own resources, as its webview tells it. */
  readonly cspSource: string;
  /** Random, new for each page. */
  readonly nonce: string;
  readonly script: string;
  readonly isPanel: boolean;
  readonly style: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  /** Texts of the editor's language by the English ones. */
  readonly words: Readonly<Record<string, string>>;
}

/**
 * The page of a chart. It runs its own program and nothing else, loads its own style, and reaches no network: what it
 * shows arrives in messages.
 */
export function chartHtml(options: ChartHtmlOptions): string {
  const { nonce, script, isPanel, style, language, title, words } = options;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policyOf(options))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body${isPanel ? ` ${panelAttribute}` : ""}>
<script type="application/json" id="${wordsElementId}" nonce="${escaped(nonce)}">${json(words)}</script>
<script type="module" nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function policyOf({ cspSource, nonce }: ChartHtmlOptions): string {
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
