import * as vscode from "vscode";
import { firstMessageId, type ToChart } from "../../src/shared/chart/chartProtocol";
import { messageOfText } from "../../src/shared/chart/messageText";
import { type ChartPanel } from "../../src/vscode/chart/chartEditor";
import { testWebview } from "./testWebview";
import { until } from "./until";

const firstMessage = new RegExp(`id="${firstMessageId}"[^>]*>([^<]*)</script>`);

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
  readonly webview = testWebview(this.didReceive.event, this.heard, (html) => this.load(html));

  /** What the page says, whatever it is. */
  say(message: unknown): void {
    this.didReceive.fire(message);
  }

  /** Loads the page, which receives the message embedded in it. */
  private load(html: string): void {
    const [, text] = firstMessage.exec(html) ?? [];
    if (text !== undefined) this.heard.push(messageOfText(text));
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
