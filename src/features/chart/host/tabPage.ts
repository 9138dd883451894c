import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { panelAttribute, type PageProgram, type ToChart } from "../protocol";
import { type AnyChartPlace, chartTitle, isPanelChart } from "../../../shared/chartPlace";
import { type Disposable } from "../../../editor/disposables";
import { chartProgram, pageFiles } from "../../../editor/page/pageFiles";
import { pageHtml } from "../../../editor/page/pageHtml";

export interface TabPageOptions {
  readonly place: AnyChartPlace;
  readonly panel: vscode.WebviewPanel;
  readonly bundleFolder: string;
  /** The title of the tab; undefined until it is known. */
  readonly title: () => string | undefined;
}

/** 600 ms: the tab gets its title and icon by then, even if the first picture takes longer. */
const patienceMs = 600;

/** The page in a chart's tab: its document, its program and the messages sent to it. */
export class TabPage implements Disposable {
  private readonly nonce = randomBytes(16).toString("base64url");
  private hasDocument = false;
  private hasProgram = false;
  private isNamed = false;
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly options: TabPageOptions) {}

  /** Sends a message; the first `show` goes out together with the program, and nothing before it. */
  post(message: ToChart): void {
    const { webview } = this.options.panel;
    if (this.hasProgram) {
      void webview.postMessage(message);
      // A message may change the title.
      if (this.isNamed) this.nameTab();
      return;
    }
    if (message.type !== "show") return;
    if (!this.hasDocument) webview.html = this.html();
    this.hasDocument = this.hasProgram = true;
    const program = { ...chartProgram(this.options.bundleFolder), nonce: this.nonce };
    void webview.postMessage({ type: "program", ...program, message } satisfies PageProgram);
    this.patience ??= setTimeout(() => this.nameTab(), patienceMs);
  }

  /** Call when the tab no longer has a program: it was hidden, or its document was reloaded. */
  unload(): void {
    this.hasProgram = false;
  }

  /**
   * Sets title and icon of the tab. Call when the page has drawn its first picture, which this would delay: the editor
   * lays out its tabs again.
   */
  nameTab(): void {
    const { panel, bundleFolder, title } = this.options;
    this.isNamed = true;
    const text = title();
    if (text !== undefined && text !== panel.title) panel.title = text;
    panel.iconPath ??= tabIcon(bundleFolder);
  }

  dispose(): void {
    clearTimeout(this.patience);
  }

  private html(): string {
    const { place, bundleFolder } = this.options;
    return pageHtml({
      ...pageFiles(bundleFolder, "chart"),
      nonce: this.nonce,
      bodyAttribute: isPanelChart(place) ? panelAttribute : "",
      language: vscode.env.language,
      title: chartTitle(place),
      words: vscode.l10n.bundle ?? {},
    });
  }
}

/** The icons for light and dark themes, in the folder beside the bundles. */
function tabIcon(bundleFolder: string): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const fileOf = (name: string): vscode.Uri =>
    vscode.Uri.joinPath(vscode.Uri.file(bundleFolder), "..", "media", name);
  return { light: fileOf("chart-light.svg"), dark: fileOf("chart-dark.svg") };
}
