import assert from "node:assert/strict";
import * as vscode from "vscode";
import { testWebview } from "./testWebview";
import { until } from "./until";

/** The tab of a custom editor whose page is the test. */
export class TestPage<To extends { readonly type: string }, From> implements vscode.WebviewPanel {
  readonly viewType = "macroSignals.test";
  readonly title = "";
  readonly options = {};
  readonly viewColumn = vscode.ViewColumn.One;
  readonly visible = true;
  readonly active = true;
  readonly onDidDispose = new vscode.EventEmitter<void>().event;
  readonly onDidChangeViewState = new vscode.EventEmitter<never>().event;
  /** What the page was told, oldest first. */
  readonly heard: To[] = [];
  private readonly didReceive = new vscode.EventEmitter<From>();
  readonly webview = testWebview(this.didReceive.event, (message) =>
    this.heard.push(message as To),
  );

  reveal(): void {
    assert.fail("it is in front");
  }

  dispose(): void {
    assert.fail("its content does not close it");
  }

  say(message: From): void {
    this.didReceive.fire(message);
  }

  /** The first message of a type that fits, now or later. */
  hear<T extends To["type"]>(
    type: T,
    fits: (message: Extract<To, { type: T }>) => boolean = () => true,
  ): Promise<Extract<To, { type: T }>> {
    const find = (): Extract<To, { type: T }> | undefined =>
      this.heard.find(
        (each): each is Extract<To, { type: T }> =>
          each.type === type && fits(each as Extract<To, { type: T }>),
      );
    // On a busy machine the sample service takes a while to list all that it has.
    return until(`a message ${type}`, find, 30_000);
  }
}
