import path from "node:path";
import * as vscode from "vscode";
import { messageOf } from "../../../shared/messageOf";
import { plainLine } from "../../../shared/plainText";
import { commandId } from "../../../editor/commandNames";
import { type Disposable, Slot } from "../../../editor/disposables";
import { type FailureButton, failurePageHtml } from "../../../editor/page/failurePage";
import { maxSavedBytes, parseSavedChart, type SavedChart } from "./savedChart";
import { faultText } from "./savedChartFault";
import { type FoundChart, savedChartPlace } from "./savedChartPlace";
import { savedRequests } from "./savedChartRequests";
import { type KnownConnections } from "../../../connect/connectionOfService";

export interface SavedChartTabOptions {
  readonly uri: vscode.Uri;
  readonly webview: vscode.Webview;
  readonly openChart: (chart: FoundChart) => Promise<Disposable>;
  readonly connections: KnownConnections;
  readonly bundleFolder: string;
  readonly isTrusted: () => boolean;
  /** The command of a button of the page: runs {@link SavedChartTab.offerAt} with its index. */
  readonly command: (at: number) => NonNullable<FailureButton["command"]>;
}

interface Offer {
  readonly title: string;
  readonly run: () => unknown;
}

/**
 * The tab of a saved chart: the chart, or why it cannot be shown. Files are untrusted: they use only connections that the
 * user created, and in an untrusted workspace, or if they are large, they request nothing until the user agrees.
 */
export class SavedChartTab implements Disposable {
  private readonly chart = new Slot<Disposable>();
  /** The shown chart, so that an unchanged one is not replaced. */
  private shown: string | undefined;
  private offers: readonly Offer[] = [];
  /** The key of the requests that the user agreed to. */
  private agreed: string | undefined;
  private isClosed = false;

  constructor(private readonly options: SavedChartTabOptions) {}

  get uri(): vscode.Uri {
    return this.options.uri;
  }

  async show(): Promise<void> {
    const { t } = vscode.l10n;
    const read = await textOf(this.uri);
    if (this.isClosed) return;
    if (!read.ok) {
      const retry: Offer = { title: t("Retry"), run: () => this.show() };
      this.say(plainLine(messageOf(read.error)), [retry]);
    } else if (read.text === undefined) {
      const limit = maxSavedBytes / 1024;
      this.say(t("The file is larger than {0} kB, the limit for saved charts.", limit), []);
    } else {
      const parsed = parseSavedChart(read.text);
      if (parsed.ok) await this.showChart(read.text, parsed.chart);
      else this.say(faultText(parsed.fault), []);
    }
  }

  /** The action of a button of the page; undefined if it has no such button. */
  offerAt(at: number): Offer | undefined {
    return this.offers[at];
  }

  dispose(): void {
    this.isClosed = true;
    this.chart.dispose();
  }

  private async showChart(text: string, chart: SavedChart): Promise<void> {
    const { t } = vscode.l10n;
    const { openChart, connections, isTrusted } = this.options;
    const found = savedChartPlace(chart, connections);
    if ("unknownServices" in found) {
      const connect = (): unknown => vscode.commands.executeCommand(commandId("connectService"));
      this.say(t("There is no connection to {0}.", namesOf(found.unknownServices)), [
        { title: t("Connect to a Service…"), run: connect },
      ]);
      return;
    }
    const { key, text: requests, areMany } = savedRequests(chart);
    if ((!isTrusted() || areMany) && this.agreed !== key) {
      const message = isTrusted()
        ? t("Nothing has been requested yet, because the chart needs many requests: {0}.", requests)
        : t("This workspace is not trusted, so nothing has been requested yet: {0}.", requests);
      this.say(message, [{ title: t("Load"), run: () => this.load(key) }]);
      return;
    }
    const shown = JSON.stringify([text, found.place]);
    if (this.shown === shown) return;
    this.shown = shown;
    this.chart.value = undefined;
    const opened = await openChart(found);
    // Another chart may have replaced it.
    if (this.shown === shown) this.chart.value = opened;
    else opened.dispose();
  }

  /** Agrees to requests as they were shown: the file may have changed in the meantime. */
  private async load(requests: string): Promise<void> {
    this.agreed = requests;
    await this.show();
  }

  /** Shows a message in place of the chart, with a button that opens the text. */
  private say(message: string, offers: readonly Offer[]): void {
    const { t } = vscode.l10n;
    const { webview, bundleFolder, command } = this.options;
    const openText = (): unknown =>
      vscode.commands.executeCommand("vscode.openWith", this.uri, "default");
    this.chart.value = undefined;
    this.shown = undefined;
    this.offers = [...offers, { title: t("Open as Text"), run: openText }];
    webview.options = {
      enableCommandUris: [...new Set(this.offers.map((_, at) => command(at).id))],
      localResourceRoots: [vscode.Uri.file(bundleFolder)],
    };
    const title = t("Could not open {0}", plainLine(path.posix.basename(this.uri.path)));
    const buttons = this.offers.map((offer, at) => ({ title: offer.title, command: command(at) }));
    webview.html = failurePageHtml({ webview, bundleFolder, title, message, buttons });
  }
}

function namesOf(services: readonly string[]): string {
  return [...new Set(services)].map((service) => plainLine(service, 200)).join(", ");
}

type ReadText =
  /** Undefined if the file is too large for a saved chart. */
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly error: unknown };

async function textOf(uri: vscode.Uri): Promise<ReadText> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxSavedBytes) return { ok: true, text: undefined };
    const bytes = await vscode.workspace.fs.readFile(uri);
    const isLarge = bytes.byteLength > maxSavedBytes;
    return { ok: true, text: isLarge ? undefined : new TextDecoder().decode(bytes) };
  } catch (error) {
    return { ok: false, error };
  }
}
