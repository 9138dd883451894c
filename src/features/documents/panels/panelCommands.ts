import * as vscode from "vscode";
import { type PanelPlace, panelPlaceOfUri } from "../../../shared/documentPlace";
import {
  placeUri,
  wideColumnOf,
  sampleConnection,
  type PanelTarget,
  targetPath,
} from "../../../shared/place";
import { plainLabel } from "../../../shared/plainText";
import { type Slice } from "../../../shared/slice";
import { type Panel } from "../../../store/panel";
import { type Services } from "../../../connect/connectedServices";
import { Delayed, statusMs } from "../../../editor/delayed";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { withDelayedProgress } from "../../../editor/progress";
import { type Choice, pickOne } from "../../../editor/prompt/pickOne";
import { type Reporter } from "../../../editor/report/failureReporter";
import { targetUri, panelTargetOf } from "../../../editor/tabs/target";
import { activeDocuments, openDocuments } from "../../../editor/tabs/documentTabs";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { type CoverageForm, coverageCsv, coverageText } from "./coverageText";
import { type ShownPanels } from "../../chart/host/shownPanels";
import { placeName } from "../../../shared/placeName";
import { VirtualDocuments, showRendered } from "../../../editor/virtualDocuments";
import { commandId } from "../../../editor/commandNames";
import { coverageLine, summaryText } from "../../../editor/text/coverageLine";
import { panelSummary } from "../../../editor/text/panelSummary";

export { panelLenses } from "./panelLenses";

export interface PanelCommandDependencies {
  readonly services: Services;
  readonly reporter: Reporter;
  readonly shown: ShownPanels;
}

/** Commands for the panel of a document: the given one, else the active one. */
export class PanelCommands implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly documents = this.disposables.add(new CoverageDocuments());

  constructor(private readonly parts: PanelCommandDependencies) {
    this.disposables.add(new CoverageStatus(parts.shown));
  }

  /**
   * Shows the coverage of each variant as a document: of the panel in the open text, else of the panel as a chart would
   * show it now. Failures are reported.
   */
  async showCoverage(argument: unknown, form: CoverageForm): Promise<void> {
    const given = argument ?? activeDocuments().at(-1);
    const target = panelTargetOf(given);
    if (target === undefined) {
      await reportNoPanel();
      return;
    }
    const source =
      given instanceof vscode.Uri ? given : (openTextOf(target) ?? targetUri(target, "csv"));
    try {
      const panel = await this.panelOf(source, target);
      await this.documents.show(target, panel, form);
    } catch (error) {
      const attempt = vscode.l10n.t("Could not show the coverage of {0}", seriesTitle(target));
      await this.report(error, target, attempt, () => this.showCoverage(source, form));
    }
  }

  /** Switches between one column of all variants side by side and all columns in long form. */
  async switchLayout(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : activeDocuments().at(-1);
    const place = uri && panelPlaceOfUri(uri.toString());
    if (uri === undefined || place === undefined) {
      await reportNoPanel();
      return;
    }
    const column = wideColumnOf(place) === undefined ? await this.askColumn(uri, place) : null;
    if (column === undefined) return;
    const { slice = {}, ...whole } = place;
    const { from, to } = slice;
    const shown: Slice = {
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      ...(column === null ? {} : { columns: [column] }),
    };
    const isWhole = Object.keys(shown).length === 0;
    const other = placeUri(isWhole ? whole : { ...whole, slice: shown });
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(other, true));
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async panelOf(source: vscode.Uri, target: PanelTarget): Promise<Panel> {
    const shown = this.shownIn(source);
    if (shown !== undefined) return shown;
    const title = vscode.l10n.t("Fetching {0}", seriesTitle(target));
    return withDelayedProgress(title, async (signal, reportProgress) => {
      const { panels } = await this.parts.services.get(target.connectionId);
      const onProgress = (done: number, of: number): void =>
        reportProgress(vscode.l10n.t("{0} of {1}", done, of));
      return panels.panel(target.reference, { signal, onProgress });
    });
  }

  private shownIn(source: vscode.Uri): Panel | undefined {
    const place = panelPlaceOfUri(source.toString());
    const isOpen = openDocuments().some((uri) => uri.toString() === source.toString());
    return place !== undefined && isOpen ? this.parts.shown.of(place) : undefined;
  }

  /** Also works for a document that could not be shown: it may be too large in its current form. */
  private async askColumn(source: vscode.Uri, place: PanelPlace): Promise<string | undefined> {
    const target = { connectionId: place.connectionId, reference: place.reference };
    const title = vscode.l10n.t("One Column of {0}, Side by Side", seriesTitle(target));
    let panel: Panel;
    try {
      panel = await this.panelOf(source, target);
    } catch (error) {
      const attempt = vscode.l10n.t("Could not fetch {0}", seriesTitle(target));
      await this.report(error, target, attempt, () => this.switchLayout(source));
      return undefined;
    }
    const names = new Set(panel.variants.flatMap(({ columns }) => columns.map(({ name }) => name)));
    const answer = await pickOne<string>({
      title,
      placeholder: vscode.l10n.t("Choose the column to show for each variant"),
      rows: [...names].map((name): Choice<string> => ({ value: name, label: plainLabel(name) })),
    });
    return answer.kind === "given" ? answer.value : undefined;
  }

  private async report(
    error: unknown,
    { connectionId }: PanelTarget,
    attempt: string,
    retry: () => Promise<void>,
  ): Promise<void> {
    const { reporter } = this.parts;
    await reporter.report(error, { attempt, connectionId, retry });
  }
}

function openTextOf(target: PanelTarget): vscode.Uri | undefined {
  return openDocuments().find((uri) => {
    const place = panelPlaceOfUri(uri.toString());
    if (place === undefined) return false;
    const { connectionId, reference } = place;
    return targetPath({ connectionId, reference }) === targetPath(target);
  });
}

async function reportNoPanel(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("Run Macro Signals: Open Panel… to open a panel first."),
  );
}

/** The read-only documents of coverage reports. */
class CoverageDocuments extends VirtualDocuments {
  constructor() {
    const gone = vscode.l10n.t("This report is no longer available. Show the coverage again.");
    super("macro-signals-coverage", gone);
  }

  /** Shows the coverage as a report that links to the CSV, or as CSV. */
  async show(target: PanelTarget, panel: Panel, form: CoverageForm): Promise<void> {
    const isSample = target.connectionId === sampleConnection;
    const title = placeName(target.reference, false);
    const name = `${isSample ? "SAMPLE " : ""}${vscode.l10n.t("Coverage of {0}", title)}`;
    const file = `${name}.csv`;
    const csv = (): string => coverageCsv(panel);
    if (form === "md") {
      const text = coverageText(target, panel, file);
      await showRendered(this.add(`${name}.md`, text, { [file]: csv }));
    } else {
      await vscode.window.showTextDocument(this.add(file, csv), { preview: false });
    }
  }
}

/** Shows the coverage of the active panel text in the status bar: the editor shows no CodeLens in a large text. */
class CoverageStatus implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly item = this.disposables.add(
    vscode.window.createStatusBarItem("macroSignals.coverage", vscode.StatusBarAlignment.Left),
  );

  constructor(private readonly shown: ShownPanels) {
    this.item.name = vscode.l10n.t("Macro Signals Coverage");
    this.item.command = commandId("showCoverage");
    this.disposables.add(shown.onDidChange(() => this.update()));
    const { tabGroups } = vscode.window;
    const later = this.disposables.add(new Delayed(() => this.update(), statusMs));
    this.disposables.add(tabGroups.onDidChangeTabs(() => later.request()));
    this.disposables.add(tabGroups.onDidChangeTabGroups(() => later.request()));
    this.update();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private update(): void {
    const panel = this.panelInFront();
    if (panel === undefined) {
      this.item.hide();
      return;
    }
    const summary = panelSummary(panel);
    this.item.text = summaryText(summary);
    this.item.tooltip = `${coverageLine(summary, panel.reference.asOf)}\n${vscode.l10n.t("Show Coverage")}`;
    this.item.show();
  }

  private panelInFront(): ReturnType<ShownPanels["of"]> {
    const uri = activeDocuments().at(-1);
    const place = uri && panelPlaceOfUri(uri.toString());
    return place && this.shown.of(place);
  }
}
