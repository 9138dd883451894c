import * as vscode from "vscode";
import { type AnyChartPlace, anyChartPlaceOfUri, chartUri } from "../../shared/chartPlace";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { failedScheme, scheme } from "../../shared/place";
import { plainMessage } from "../../shared/plainText";
import { type Instant } from "../../shared/instant";
import { type WindowAsOf } from "../../connect/windowAsOf";
import { commandId } from "../../editor/commandNames";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { DocumentsContext } from "../../editor/tabs/documentsContext";
import { replaceTab } from "../../editor/tabs/replaceTab";
import { tabUris } from "../../editor/tabs/tabUris";
import { shownTargetsOf, targetUri } from "../../editor/tabs/target";
import { noDataText } from "../../editor/text/coverageLine";
import { asOfText } from "../../editor/text/dateText";
import { notLaterThan } from "../chart/host/changedPlace";
import { type Charts } from "../chart/host/chartEditors";
import { savedChartViewType } from "../chart/host/savedCharts";
import { latestPlaceOfUri } from "../latest/model/latestPlace";

/** Context key of the manifest's button: `resource in macroSignals.laterDocuments`. */
const contextKey = "macroSignals.laterDocuments";

/**
 * The tabs of series that are later than the window's as-of. A text has a button in its title and a line above it, and
 * each tab can be reopened as of the window's as-of. A line also states why a text has no rows.
 */
export class LaterTabs
  implements Disposable, vscode.CodeLensProvider, vscode.FileDecorationProvider
{
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.didChange.event;
  private readonly didDecorate = this.disposables.add(new vscode.EventEmitter<undefined>());
  /** Fires without a URI, for all tabs. */
  readonly onDidChangeFileDecorations = this.didDecorate.event;

  constructor(
    private readonly asOf: WindowAsOf,
    private readonly charts: () => Charts | undefined,
  ) {
    const context = this.disposables.add(
      new DocumentsContext(contextKey, (uri) => this.isLater(uri)),
    );
    this.disposables.add(
      asOf.onDidChange(() => {
        this.didChange.fire();
        this.didDecorate.fire(undefined);
        context.update();
      }),
    );
    this.disposables.add(vscode.languages.registerCodeLensProvider({ scheme }, this));
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
    context.update();
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const { instant } = this.asOf.gate;
    if (instant === undefined || uri.scheme !== scheme || !this.isLater(uri)) return undefined;
    const words = vscode.l10n.t("Later than this window's as-of, {0}", asOfText(instant));
    return new vscode.FileDecoration("↷", words, new vscode.ThemeColor("list.warningForeground"));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return [...emptyLenses(document), ...this.laterLenses(document)];
  }

  private laterLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const { instant } = this.asOf.gate;
    if (instant === undefined) return [];
    const { t } = vscode.l10n;
    const asOf = asOfText(instant);
    if (isOnlyNewest(uri)) {
      const title = t("Latest values, not those as of {0}", asOf);
      return [new vscode.CodeLens(top, { title, command: "" })];
    }
    if (!this.isLater(uri)) return [];
    const reopen = { command: commandId("reopenAsOf"), arguments: [uri] };
    return [
      new vscode.CodeLens(top, {
        title: t("Later than this window's as-of, {0}", asOf),
        command: "",
      }),
      new vscode.CodeLens(top, { title: t("Reopen As of {0}", asOf), ...reopen }),
      new vscode.CodeLens(top, { title: t("Reopen All"), command: commandId("reopenAllAsOf") }),
    ];
  }

  /** Replaces each tab of a document, by default the active one, with the document as of the window's as-of. */
  async reopen(argument: unknown): Promise<void> {
    const active = vscode.window.tabGroups.activeTabGroup.activeTab;
    const [own] = active === undefined ? [] : tabUris(active).map(documentUri);
    const uri = argument instanceof vscode.Uri ? documentUri(argument) : own;
    await this.reopenWhere((each) => each.toString() === uri?.toString());
  }

  /** Replaces all tabs that are later than the window's as-of. */
  async reopenAll(): Promise<void> {
    await this.reopenWhere(() => true);
    const { instant } = this.asOf.gate;
    const kept = this.laterSavedCharts().length;
    if (instant === undefined || kept === 0) return;
    const { t } = vscode.l10n;
    const words =
      kept === 1
        ? t(
            "1 saved chart was not reopened: it shows what its file contains, and marks what is later than {0}.",
            asOfText(instant),
          )
        : t(
            "{0} saved charts were not reopened: they show what their files contain, and mark what is later than {1}.",
            kept,
            asOfText(instant),
          );
    void vscode.window.showInformationMessage(plainMessage(words));
  }

  /** The tabs of saved charts, which show what their files contain. One that was not loaded yet may be later, too. */
  private laterSavedCharts(): readonly vscode.Uri[] {
    const { gate } = this.asOf;
    return vscode.window.tabGroups.all
      .flatMap(({ tabs }) => tabs.map(({ input }) => input))
      .flatMap((input) =>
        input instanceof vscode.TabInputCustom && input.viewType === savedChartViewType
          ? [input.uri]
          : [],
      )
      .filter((uri) => {
        const place = this.charts()?.placeOf(uri);
        return place?.parts.some(({ reference }) => gate.refuses(reference)) !== false;
      });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async reopenWhere(isWanted: (uri: vscode.Uri) => boolean): Promise<void> {
    const { instant } = this.asOf.gate;
    if (instant === undefined) return;
    for (const { tabs } of vscode.window.tabGroups.all) {
      for (const tab of tabs) {
        const [uri, ...others] = tabUris(tab).map(documentUri);
        // A person chose both sides of a comparison.
        if (uri === undefined || others.length > 0 || !isWanted(uri) || !this.isLater(uri))
          continue;
        await this.reopenTab(tab, uri, instant);
      }
    }
  }

  private async reopenTab(tab: vscode.Tab, uri: vscode.Uri, asOf: Instant): Promise<void> {
    const chart = anyChartPlaceOfUri(uri.toString());
    const options = { preserveFocus: !tab.isActive, preview: tab.isPreview };
    if (chart !== undefined) {
      const earlier = (place: AnyChartPlace): AnyChartPlace => notLaterThan(place, asOf);
      const to = earlier(chart);
      this.charts()?.handOver(uri, tab.group.viewColumn, to, earlier);
      await replaceTab(tab, vscode.Uri.parse(chartUri(to), true), options);
      return;
    }
    const document = documentPlaceOfUri(uri.toString());
    if (document === undefined || document.reference.family === "forecast") return;
    const { connectionId, reference, form, slice } = document;
    const earlier = targetUri({ connectionId, reference: { ...reference, asOf } }, form, slice);
    await replaceTab(tab, earlier, options);
  }

  private isLater(uri: vscode.Uri): boolean {
    const { gate } = this.asOf;
    // Nothing is later than latest: no document's address is parsed then.
    if (gate.instant === undefined) return false;
    return shownTargetsOf(uri).some(({ reference }) => gate.refuses(reference));
  }
}

/** The first line, above which all lenses are. */
const top = new vscode.Range(0, 0, 0, 0);

/** Why the text of a series has no row; that of a panel has lenses of its own. */
function emptyLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const place = documentPlaceOfUri(document.uri.toString());
  if (place === undefined || place.slice !== undefined) return [];
  const { reference, form } = place;
  // An empty array, or a header alone.
  const isEmpty = document.lineCount === 2 && (form === "csv" || document.lineAt(0).text === "[]");
  if (!isEmpty || reference.family !== "signal") return [];
  return [new vscode.CodeLens(top, { title: noDataText(reference.asOf), command: "" })];
}

/** Whether a text has values that the service gives only as latest. */
function isOnlyNewest(uri: vscode.Uri): boolean {
  const text = uri.toString();
  const isForecast = documentPlaceOfUri(text)?.reference.family === "forecast";
  return isForecast || latestPlaceOfUri(text) !== undefined;
}

/** The document that a tab shows or, on a failure page, would show. */
function documentUri(uri: vscode.Uri): vscode.Uri {
  return uri.scheme === failedScheme ? uri.with({ scheme }) : uri;
}
