import * as vscode from "vscode";
import { type PanelPlace, documentPlaceOfUri, isPanelPlace } from "../../../shared/documentPlace";
import { placeUri, wideColumnOf } from "../../../shared/place";
import { plainLabel } from "../../../shared/plainText";
import { type Slice } from "../../../shared/slice";
import { type Panel } from "../../../store/panel";
import { type ConnectedService } from "../../connection/connectedServices";
import { type Disposable } from "../../disposables";
import { type PanelTarget, panelTargetOf } from "../../panelTarget";
import { targetPath, targetUri } from "../../target";
import { withDelayedProgress } from "../../progress";
import { type Choice, pickOne } from "../../prompt/pickOne";
import { type FailureReporter } from "../../report/failureReporter";
import { activeDocuments, openDocuments } from "../documentTabs";
import { seriesTitle } from "../documentTitle";
import { CoverageDocuments } from "./coverageDocuments";
import { type CoverageForm } from "./coverageText";
import { type ShownPanels } from "./shownPanels";

export { panelLenses, sayCoverage } from "./panelLenses";
export { tellPanelFailures } from "./panelFailures";

export interface PanelCommandParts {
  readonly services: {
    get(connectionId: string): Promise<Pick<ConnectedService, "panels" | "hasKeyWorked">>;
  };
  readonly reporter: Pick<FailureReporter, "report">;
  readonly shown: Pick<ShownPanels, "of">;
}

/** What people do with the panel that a document shows; the active one unless a target or a document is given. */
export class PanelCommands implements Disposable {
  private readonly documents = new CoverageDocuments();

  constructor(private readonly parts: PanelCommandParts) {}

  /**
   * Shows what there is of each variant as a document: of the panel that an open text shows, else of the one that would be
   * shown now, as charts show it. Failures are told.
   */
  async showCoverage(argument: unknown, form: CoverageForm): Promise<void> {
    const given = argument ?? activeDocuments().at(-1);
    const target = panelTargetOf(given);
    if (target === undefined) {
      await tellNoPanel();
      return;
    }
    const { services, reporter } = this.parts;
    const { connectionId } = target;
    const service = await services.get(connectionId).catch(() => undefined);
    const source = given instanceof vscode.Uri ? given : targetUri(target, "csv");
    try {
      await this.documents.show(source, await this.panelOf(source, target), form);
    } catch (error) {
      await reporter.report(error, {
        attempt: vscode.l10n.t("Showing the coverage of {0}", seriesTitle(target)),
        connectionId,
        hasKeyWorked: service?.hasKeyWorked === true,
        retry: () => this.showCoverage(source, form),
      });
    }
  }

  /** Shows one column of each variant side by side, or again all of them one below the other. */
  async switchLayout(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : activeDocuments().at(-1);
    const place = uri && documentPlaceOfUri(uri.toString());
    if (place === undefined || !isPanelPlace(place)) {
      await tellNoPanel();
      return;
    }
    const column = wideColumnOf(place) === undefined ? await this.askColumn(place) : null;
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
    this.documents.dispose();
  }

  private async panelOf(source: vscode.Uri, target: PanelTarget): Promise<Panel> {
    const isOfText = documentPlaceOfUri(source.toString()) !== undefined && hasTextTab(target);
    const shown = isOfText ? this.parts.shown.of(target) : undefined;
    if (shown !== undefined) return shown;
    const title = vscode.l10n.t("Fetching {0}", seriesTitle(target));
    return withDelayedProgress(title, async (signal, tell) => {
      const { panels } = await this.parts.services.get(target.connectionId);
      const onProgress = (done: number, of: number): void =>
        tell(vscode.l10n.t("{0} of {1}", done, of));
      return panels.panel(target.reference, { signal, onProgress });
    });
  }

  private async askColumn(place: PanelPlace): Promise<string | undefined> {
    const target = { connectionId: place.connection, reference: place.reference };
    const variants = this.parts.shown.of(target)?.variants ?? [];
    const names = new Set(variants.flatMap(({ columns }) => columns.map(({ name }) => name)));
    const answer = await pickOne<string>({
      title: vscode.l10n.t("One Column of {0}, Side by Side", seriesTitle(target)),
      placeholder: vscode.l10n.t("Choose the column of each variant"),
      rows: [...names].map((name): Choice<string> => ({ value: name, label: plainLabel(name) })),
    });
    return answer.kind === "given" ? answer.value : undefined;
  }
}

function hasTextTab(target: PanelTarget): boolean {
  return openDocuments().some((uri) => {
    const place = documentPlaceOfUri(uri.toString());
    if (place === undefined || !isPanelPlace(place)) return false;
    const { connection: connectionId, reference } = place;
    return targetPath({ connectionId, reference }) === targetPath(target);
  });
}

async function tellNoPanel(): Promise<void> {
  await vscode.window.showInformationMessage(
    vscode.l10n.t("Open a panel first: Macro Signals: Fetch Panel… asks for one."),
  );
}
