import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type PageProgram, type ToChart } from "../../src/features/chart/protocol";
import { testWebview } from "./testWebview";
import { until } from "./until";
import { type ReceivedReport, reportsIn } from "./receivedReports";

/** The tab of a chart whose page is the test: it hears what the editor says and answers as it likes. */
export class TestPanel implements vscode.WebviewPanel {
  title = "";
  iconPath?: NonNullable<vscode.WebviewPanel["iconPath"]>;
  readonly viewType = "macroSignals.chart";
  readonly viewColumn = vscode.ViewColumn.One;
  readonly options = {};
  readonly active = true;
  readonly visible = true;
  readonly onDidDispose = new vscode.EventEmitter<void>().event;
  /** Includes the messages that came with a program. */
  readonly heard: ToChart[] = [];
  readonly programs: PageProgram[] = [];
  private readonly didReceive = new vscode.EventEmitter<unknown>();
  private readonly didChangeViewState =
    new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>();
  readonly onDidChangeViewState = this.didChangeViewState.event;
  readonly webview = testWebview(this.didReceive.event, (posted) => {
    const message = posted as PageProgram | ToChart;
    if (message.type === "program") this.programs.push(message);
    this.heard.push(message.type === "program" ? message.message : message);
  });

  reveal(): void {
    assert.fail("it is in front");
  }

  dispose(): void {
    assert.fail("its chart does not close it");
  }

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

  /** The newest report of a part that matches, from a `part` or a `show` message, as soon as there is one. */
  hearPart(holds: (part: ReceivedReport) => boolean): Promise<ReceivedReport> {
    return until("a part", () => this.heard.flatMap(reportsIn).findLast(holds));
  }
}
