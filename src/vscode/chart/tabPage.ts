import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import {
  panelAttribute,
  type PageProgram,
  type ReportedPart,
  type ToChart,
} from "../../shared/chart/chartProtocol";
import { type AnyChartPlace, chartTitle, isPanelChart } from "../../shared/chartPlace";
import { chartProgram, laterChartScript, pageFiles } from "../pageFiles";
import { type Disposable } from "../disposables";
import { pageHtml } from "../pageHtml";

export interface TabPageOptions {
  readonly place: AnyChartPlace;
  readonly panel: Pick<vscode.WebviewPanel, "webview" | "title" | "iconPath">;
  /** Folder of the bundles. */
  readonly bundleFolder: string;
  /** Of the tab; undefined until it is known. */
  readonly title: () => string | undefined;
}

/** So long title and icon of a tab wait for a picture whose values have to be fetched. */
const patienceMs = 300;

/** The page in the tab of a chart: its document, its program, and the messages to it. */
export class TabPage implements Disposable {
  private hasDocument = false;
  private hasProgram = false;
  private hasLaterScript = false;
  private patience: NodeJS.Timeout | undefined;

  constructor(private readonly options: TabPageOptions) {}

  /** Sends a message, the first one with the program that hears it. */
  post(message: ToChart): void {
    const { webview } = this.options.panel;
    if (this.hasProgram) {
      if (!isPlain(message)) this.postLaterScript();
      void webview.postMessage(message);
      return;
    }
    if (!this.hasDocument) webview.html = this.html();
    this.hasDocument = this.hasProgram = true;
    void webview.postMessage(this.program(message));
    this.patience ??= setTimeout(() => this.nameTab(), patienceMs);
  }

  /** There is no program in the tab any more: it was hidden, or its document has been loaded anew. */
  unload(): void {
    this.hasProgram = false;
  }

  /** Call when the page has drawn its first picture. Does what would have delayed that. */
  followPicture(): void {
    this.postLaterScript();
    this.nameTab();
  }

  dispose(): void {
    clearTimeout(this.patience);
  }

  private postLaterScript(): void {
    if (!this.hasProgram || this.hasLaterScript) return;
    this.hasLaterScript = true;
    const { panel, bundleFolder } = this.options;
    const message: ToChart = { type: "laterScript", laterScript: laterChartScript(bundleFolder) };
    void panel.webview.postMessage(message);
  }

  /** The editor lays out its tabs anew for each of both. */
  private nameTab(): void {
    const { panel, bundleFolder, title } = this.options;
    const text = title();
    if (text !== undefined && text !== panel.title) panel.title = text;
    panel.iconPath ??= tabIcon(bundleFolder);
  }

  private program(message: ToChart): PageProgram {
    const { bundleFolder } = this.options;
    this.hasLaterScript = !isPlain(message);
    const laterScript = this.hasLaterScript ? laterChartScript(bundleFolder) : null;
    return { type: "program", ...chartProgram(bundleFolder), laterScript, message };
  }

  private html(): string {
    const { place, bundleFolder } = this.options;
    return pageHtml({
      ...pageFiles(bundleFolder, "chart"),
      nonce: randomBytes(16).toString("base64url"),
      bodyAttribute: isPanelChart(place) ? panelAttribute : "",
      language: vscode.env.language,
      title: chartTitle(place),
      words: vscode.l10n.bundle ?? {},
    });
  }
}

/** Whether the first script alone can draw it: one signal as it opens, with nothing to say of it but its values. */
function isPlain(message: ToChart): boolean {
  if (message.type === "part") return isPlainPart(message.part);
  if (message.type !== "show" || message.panel !== null || message.state !== null) return false;
  const [part, ...others] = message.parts;
  return part !== undefined && others.length === 0 && isPlainPart(part);
}

function isPlainPart({ family, role, failure, data }: ReportedPart): boolean {
  const isStale = data !== null && data !== "unchanged" && data.staleBecause !== null;
  return family === "signal" && role === "part" && failure === null && !isStale;
}

/** Stands beside the bundles, for light themes and dark ones. */
function tabIcon(bundleFolder: string): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  const fileOf = (name: string): vscode.Uri =>
    vscode.Uri.joinPath(vscode.Uri.file(bundleFolder), "..", "media", name);
  return { light: fileOf("chart-light.svg"), dark: fileOf("chart-dark.svg") };
}
