import type * as vscode from "vscode";

/**
 * A web view whose page is the test.
 *
 * @param hear - Called with each message posted to the page.
 */
export function testWebview(
  onDidReceiveMessage: vscode.Event<unknown>,
  hear: (message: unknown) => void,
): vscode.Webview {
  return {
    options: {},
    html: "",
    cspSource: "https://*.vscode-cdn.net",
    onDidReceiveMessage,
    asWebviewUri: (uri) => uri.with({ scheme: "https", authority: "file.vscode-cdn.net" }),
    postMessage: (message: unknown) => {
      hear(message);
      return Promise.resolve(true);
    },
  };
}
