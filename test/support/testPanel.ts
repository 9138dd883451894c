import * as vscode from "vscode";
import { type ToChart } from "../../src/shared/chart/chartProtocol";
import { type ChartPanel } from "../../src/vscode/chart/chartEditor";
import { until } from "./until";

/** The tab of a chart whose page is the test: it hears what the editor says and answers as it likes. */
export class TestPanel implements ChartPanel {
  title = "";
  readonly viewType = "macroSignals.chart";
  readonly viewColumn = vscode.ViewColumn.One;
  readonly visible = true;
  readonly heard: ToChart[] = [];
  private readonly didReceive = new vscode.EventEmitter<unknown>();
  private readonly didChangeViewState =
    new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly onDidChangeViewState = this.didChangeViewState.event;
  readonly webview: vscode.Webview = {
    options: {},
    html: "",
    cspSource: "https://*.vscode-cdn.net",
    onDidReceiveMessage: this.didReceive.event,
    asWebviewUri: (uri) => uri.with({ scheme: "https", authority: "file.vscode-cdn.net" }),
    postMessage: (message: ToChart) => {
      this.heard.push(message);
      return Promise.resolve(true);
    },
  };

  /** What the page says, whatever it is. */
  say(message: unknown): void {
    this.didReceive.fire(message);
  }

  /** The newest message of a type for which something holds, as soon as there is one. */
  hear<T extends ToChart["type"]>(
    type: T,
    holds: (message: Extract<ToChart, { type: T }>) => boolean = () => true,
  ): Promise<Extract<ToChart, { type: T }>> {
    const isOfType = (message: ToChart): message is Extract<ToChart, { type: T }> =>
      message.type === type;
    return until(`a message ${type}`, () => this.heard.filter(isOfType).findLast(holds));
  }
}
