import type * as vscode from "vscode";

/**
 * A web view whose page is the test.
 *
 * @param heard - Takes what is posted to the page.
 * @param load - Called with each page that is loaded.
 */
export function testWebview(
  onDidReceiveMessage: vscode.Event<unknown>,
  heard: unknown[],
  load: (html: string) => void = () => undefined,
): vscode.Webview {
  let loaded = "";
  return {
    options: {},
    get html() {
      return loaded;
    },
    set html(html) {
      loaded = html;
      load(html);
    },
    cspSource: "https://*.vscode-cdn.net",
    onDidReceiveMessage,
    asWebviewUri: (uri) => uri.with({ scheme: "https", authority: "file.vscode-cdn.net" }),
    postMessage: (message: unknown) => {
      heard.push(message);
      return Promise.resolve(true);
    },
  };
}
