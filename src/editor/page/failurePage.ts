import * as vscode from "vscode";
import { escapedHtml } from "./escapedHtml";

export interface FailurePageOptions {
  readonly webview: vscode.Webview;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly FailureButton[];
  readonly isBusy?: boolean;
}

export interface FailureButton {
  readonly title: string;
  /** The command that it runs; a disabled button has none. */
  readonly command?: { readonly id: string; readonly arguments: readonly unknown[] };
}

/** A page that explains why nothing is shown, styled like a failed chart. Without scripts; its buttons are command links. */
export function failurePageHtml({
  webview,
  bundleFolder,
  title,
  message,
  buttons,
  isBusy = false,
}: FailurePageOptions): string {
  const style = webview.asWebviewUri(
    vscode.Uri.joinPath(vscode.Uri.file(bundleFolder), "chart.css"),
  );
  return `<!DOCTYPE html>
<html lang="${escapedHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${escapedHtml(webview.cspSource)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<link rel="stylesheet" href="${escapedHtml(style.toString())}">
</head>
<body>
<main class="page is-failed">
<div class="failures" role="alert">
<div class="failure"${isBusy ? ' aria-busy="true"' : ""}>
<p><strong>${escapedHtml(title)}</strong> ${escapedHtml(message)}</p>
<div class="tools">${buttons.map(buttonOf).join("\n")}</div>
</div>
</div>
</main>
</body>
</html>
`;
}

/** Without a target, a link cannot be activated. */
function buttonOf({ title, command }: FailureButton): string {
  if (command === undefined) {
    return `<a class="tool framed" role="link" aria-disabled="true">${escapedHtml(title)}</a>`;
  }
  const argument = encodeURIComponent(JSON.stringify(command.arguments));
  const target = `command:${command.id}?${argument}`;
  return `<a class="tool framed" href="${target}">${escapedHtml(title)}</a>`;
}
