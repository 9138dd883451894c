import * as vscode from "vscode";
import { sliceFrame } from "../../data/sliceFrame";
import { tableMetadata } from "../../data/table/metadata";
import { tableName } from "../../data/table/name";
import { documentPlaceOfUri } from "../../shared/documentPlace";
import { placeOfUri } from "../../shared/place";
import { plainLabel } from "../../shared/plainText";
import { type Slice } from "../../shared/slice";
import { type FileFormat } from "../../shared/wireFormat";
import { datedSeries } from "../../store/datedSeries";
import { serviceNameOf } from "../connection/connection";
import { type ContextState } from "../connection/context";
import { rowsText } from "../countedWords";
import { type PanelTarget, panelTargetOf, selectedPanelsOf } from "../panelTarget";
import { withDelayedProgress } from "../progress";
import { failureWords } from "../report/failureWords";
import { repairWords } from "../report/repairWords";
import { sayInStatusBar } from "../report/sayInStatusBar";
import { type SeriesTarget, selectedTargetsOf } from "../seriesTarget";
import { chosenSeries } from "./chosenSeries";
import { activeDocuments } from "./documentTabs";
import { seriesTitle } from "./documentTitle";
import { withChosenKind } from "./rowKinds";
import { askSaveLocation, formatOfLocation } from "./saveLocation";
import { type SaveDependencies, type SaveSubject } from "./saveSubject";
import { type PanelLayoutWish, savePanel } from "./several/savePanel";
import { savePanels } from "./several/savePanels";
import { saveSeveral } from "./several/saveSeveral";
import { askFormat } from "./several/saveShape";
import { writeLocation } from "./writeLocation";

/** What is to be saved. */
export interface SaveRequest {
  readonly target: SeriesTarget;
  readonly slice?: Slice;
  /** Asked for first; the person may choose another. */
  readonly format: FileFormat;
}

export interface SeriesSaverOptions extends SaveDependencies {
  readonly context: Pick<ContextState, "current" | "isKindChosen" | "setDataKind">;
}

/** Saves series as files: the editor's own Save As would start inside the read-only service. */
export class SeriesSaver {
  constructor(private readonly options: SeriesSaverOptions) {}

  /**
   * Asks where to and saves a document, a row's series, or without an argument the active document. A text is saved in its
   * own format, of anything else the format is asked for. Failures are told.
   */
  async saveAs(argument: unknown, format?: FileFormat): Promise<void> {
    const given = argument ?? activeDocuments().at(-1);
    const panel = panelTargetOf(given);
    if (panel !== undefined) {
      await this.savePanel(panel, given, format);
      return;
    }
    const target = await chosenSeries(given);
    if (target === undefined) return;
    const place = given instanceof vscode.Uri ? documentPlaceOfUri(given.toString()) : undefined;
    const isRow = !(given instanceof vscode.Uri);
    const [chosen] = isRow ? await withChosenKind([target], this.options.context) : [target];
    if (chosen === undefined) return;
    const slice = place?.slice === undefined ? {} : { slice: place.slice };
    const wanted =
      format ??
      place?.form ??
      (await askFormat(vscode.l10n.t("Save {0}", seriesTitle(chosen)), "csv"));
    if (wanted !== undefined) await this.attempt({ target: chosen, ...slice, format: wanted });
  }

  /** Saves the series of the selected rows; of one, or without any of what the active document shows, as one file. */
  async saveSelected(argument: unknown, selection?: unknown): Promise<void> {
    const panels = Array.isArray(selection) ? selectedPanelsOf(argument, selection) : [];
    if (panels.length > 1) {
      const chosen = await withChosenKind(panels, this.options.context);
      if (chosen.length > 0) await savePanels(this.options, chosen);
      return;
    }
    const targets = Array.isArray(selection) ? selectedTargetsOf(argument, selection) : [];
    if (targets.length < 2) {
      await this.saveAs(argument);
      return;
    }
    const chosen = await withChosenKind(targets, this.options.context);
    if (chosen.length > 0) await saveSeveral(this.options, chosen);
  }

  /** A text shows what is to be saved; of anything else the person says it. */
  private async savePanel(
    target: PanelTarget,
    given: unknown,
    format: FileFormat | undefined,
  ): Promise<void> {
    const { context } = this.options;
    if (!(given instanceof vscode.Uri)) {
      const [chosen] = await withChosenKind([target], context);
      if (chosen !== undefined) {
        await savePanel(this.options, { target: chosen, format });
      }
      return;
    }
    const place = placeOfUri(given.toString());
    const slice = place?.slice === undefined ? {} : { slice: place.slice };
    const form = place === undefined || place.form === "chart" ? undefined : place.form;
    const layout = form === undefined ? {} : { layout: shownLayout(place?.slice) };
    const request = { target, ...slice, ...layout, format: format ?? form };
    await savePanel(this.options, request);
  }

  /** The series as it leaves the editor. @throws as `SeriesStore.series` does. */
  async fetch({ target, slice }: SaveRequest, signal?: AbortSignal): Promise<SaveSubject> {
    const service = await this.options.services.get(target.connectionId);
    const options = signal === undefined ? {} : { signal };
    const dated = await datedSeries(service, target.reference, options);
    const { connection } = service;
    const isSample = connection.kind === "sample";
    const part = slice === undefined ? {} : { slice };
    return { ...dated, ...part, service: serviceNameOf(connection), isSample };
  }

  /** Writes the file that a location's ending asks for, whole or not at all. */
  async write(subject: SaveSubject, location: vscode.Uri, signal?: AbortSignal): Promise<void> {
    const { frame, slice } = subject;
    const format = formatOfLocation(location);
    const shown = sliceFrame(frame, slice);
    const metadata = tableMetadata({ kind: "series", member: subject }, subject);
    const bytes = await this.options.worker.encode(shown, format, metadata, signal);
    signal?.throwIfAborted();
    await writeLocation(location, bytes);
  }

  private async attempt(request: SaveRequest): Promise<void> {
    const title = vscode.l10n.t("Saving {0}", seriesTitle(request.target));
    try {
      const subject = await withDelayedProgress(title, (signal) => this.fetch(request, signal));
      const name = tableName({ kind: "series", member: subject }, subject, request.format);
      const location = await askSaveLocation(seriesTitle(request.target), name, request.format);
      if (location === undefined) return;
      await withDelayedProgress(title, (signal) => this.write(subject, location, signal));
      tellSaved(subject, location);
    } catch (error) {
      await this.tell(error, request);
    }
  }

  private async tell(error: unknown, request: SaveRequest): Promise<void> {
    const { reporter } = this.options;
    const { connectionId } = request.target;
    const attempt = vscode.l10n.t("Could not save {0}", seriesTitle(request.target));
    const retry = (): Promise<void> => this.attempt(request);
    await reporter.report(error, { attempt, connectionId, retry });
  }
}

/** A text of one column shows it side by side. */
function shownLayout({ columns = [] }: Slice = {}): PanelLayoutWish {
  const [column, ...others] = columns;
  const isWide = column !== undefined && others.length === 0;
  return isWide ? { kind: "wide", column } : { kind: "long" };
}

/** None of it asks for an answer. */
function tellSaved(subject: SaveSubject, location: vscode.Uri): void {
  const name = plainLabel(location.path.slice(location.path.lastIndexOf("/") + 1));
  sayInStatusBar(savedWords(subject, name));
}

/** The file comes first, as a status bar cuts off the end; then why the series is not newer, and what is not in it as it came. */
export function savedWords(
  {
    frame,
    slice,
    repairs,
    staleBecause,
  }: Pick<SaveSubject, "frame" | "slice" | "repairs" | "staleBecause">,
  name: string,
): string {
  const { t } = vscode.l10n;
  const rows = rowsText(sliceFrame(frame, slice).days.length);
  return [
    t("Saved {0} ({1})", name, rows),
    ...(staleBecause === undefined
      ? []
      : [t("out of date ({0})", plainLabel(failureWords(staleBecause)))]),
    ...repairWords(repairs),
  ].join(" · ");
}
