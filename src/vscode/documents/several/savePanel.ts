import * as vscode from "vscode";
import { tableName } from "../../../data/table/name";
import { plainLabel } from "../../../shared/plainText";
import { type Slice } from "../../../shared/slice";
import { type FileFormat } from "../../../shared/wireFormat";
import { type Panel } from "../../../store/panel";
import { panelLayout } from "../../../store/panelTable";
import { countWords } from "../../coverageLine";
import { panelSummary } from "../../panelSummary";
import { type PanelTarget } from "../../panelTarget";
import { withDelayedProgress } from "../../progress";
import { failureWords } from "../../report/failureWords";
import { repairWords } from "../../report/repairWords";
import { sayInStatusBar } from "../../report/sayInStatusBar";
import { seriesTitle } from "../documentTitle";
import { askSaveLocation } from "../saveLocation";
import { type SaveDependencies } from "../saveSubject";
import { EmptyPanelError } from "./emptyPanelError";
import { type FetchedPanel, countOf, failedSeries, fetchPanel } from "./fetchPanel";
import { askColumn, askPanelShape } from "./saveShape";
import { tellFailures } from "./setFailures";
import { writeLongPanel, writeWidePanel } from "./writePanel";

/** A panel that is to be saved. */
export interface PanelRequest {
  readonly target: PanelTarget;
  readonly slice?: Slice;
  /** Asked for first; the person may choose another. */
  readonly format?: FileFormat | undefined;
  /** Of a tab, which shows what is to be saved: all below each other, or one column side by side. */
  readonly layout?: PanelLayoutWish;
}

/** A panel of which everything is known but the place. */
type ShapedPanel = PanelRequest & Required<Pick<PanelRequest, "layout">> & { format: FileFormat };

/** One series below the other, or one column of each side by side. */
export type PanelLayoutWish =
  { readonly kind: "long" } | { readonly kind: "wide"; readonly column?: string };

/** Asks what a panel shall become and where, and saves it. Failures are told. */
export async function savePanel(options: SaveDependencies, request: PanelRequest): Promise<void> {
  const title = vscode.l10n.t("Save {0}", seriesTitle(request.target));
  const { format, layout } = request;
  if (format !== undefined && layout !== undefined) {
    await new PanelSave(options, { ...request, format, layout }).run();
    return;
  }
  const shape = await askPanelShape(title, format);
  if (shape === undefined) return;
  await new PanelSave(options, { ...request, format: shape.format, layout: shape }).run();
}

/** One action: what failed may be tried again, as of the same instant, into the same file. */
class PanelSave {
  private panel: Panel | undefined;
  private column: string | undefined;
  private location: vscode.Uri | undefined;
  private readonly title: string;

  constructor(
    private readonly options: SaveDependencies,
    private readonly request: ShapedPanel,
  ) {
    const { target, layout } = request;
    this.title = vscode.l10n.t("Saving {0}", seriesTitle(target));
    this.column = layout.kind === "wide" ? layout.column : undefined;
  }

  async run(): Promise<void> {
    const leaving = new AbortController();
    try {
      const fetched = await this.fetch(leaving.signal);
      this.panel = fetched.panel;
      if (fetched.panel.variants.length > 0) {
        if (!(await this.save(fetched))) return;
      } else if (fetched.panel.failed.length === 0) throw new EmptyPanelError();
      void this.tell(fetched);
    } catch (error) {
      await this.report(error);
    } finally {
      leaving.abort();
    }
  }

  /** @param leaving - Ends what was begun with it. */
  private fetch(leaving: AbortSignal): Promise<FetchedPanel> {
    const { target, slice, format, layout } = this.request;
    const { services, worker } = this.options;
    const isLong = layout.kind === "long";
    const request = {
      target,
      ...(slice === undefined ? {} : { slice }),
      ...(this.panel === undefined ? {} : { before: this.panel }),
      ...(isLong ? { ahead: { format, worker } } : {}),
    };
    return this.withProgress((cancelled, onProgress) => {
      const signal = AbortSignal.any([cancelled, leaving]);
      return fetchPanel(services, request, { signal, onProgress });
    });
  }

  /** False when the person left it. */
  private async save(fetched: FetchedPanel): Promise<boolean> {
    const { request, options } = this;
    const isWide = request.layout.kind === "wide";
    if (isWide) {
      this.column ??= await askColumn(panelLayout(fetched).columns.map(({ name }) => name));
    }
    const { column } = this;
    if (isWide && column === undefined) return false;
    const location = await this.ask(fetched);
    if (location === undefined) return false;
    await this.withProgress((signal, onProgress) =>
      column === undefined
        ? writeLongPanel(fetched, location, options.worker, { signal, onProgress })
        : writeWidePanel(fetched, column, location, options.worker, { signal }),
    );
    const name = location.path.slice(location.path.lastIndexOf("/") + 1);
    sayInStatusBar(savedPanelWords(fetched.panel, plainLabel(name)));
    return true;
  }

  /** Once: what is tried again goes where the rest is. */
  private async ask(fetched: FetchedPanel): Promise<vscode.Uri | undefined> {
    const { format } = this.request;
    const view = { slice: fetched.slice, column: this.column };
    const name = tableName({ kind: "panel", member: fetched }, view, format);
    this.location ??= await askSaveLocation(seriesTitle(this.request.target), name, format);
    return this.location;
  }

  private withProgress<T>(
    work: (signal: AbortSignal, onProgress: (done: number, of: number) => void) => Promise<T>,
  ): Promise<T> {
    return withDelayedProgress(this.title, (signal, tell) =>
      work(signal, (done, of) => tell(vscode.l10n.t("{0} of {1}", done, of))),
    );
  }

  private get attempt(): string {
    return vscode.l10n.t("Could not save {0}", seriesTitle(this.request.target));
  }

  private async tell(fetched: FetchedPanel): Promise<void> {
    const { reporter } = this.options;
    await tellFailures(reporter, {
      failed: failedSeries(fetched),
      of: countOf(fetched.panel),
      title: this.title,
      attempt: this.attempt,
      retry: () => this.run(),
    });
  }

  private async report(error: unknown): Promise<void> {
    const { reporter } = this.options;
    const { connectionId } = this.request.target;
    const retry = (): Promise<void> => this.run();
    await reporter.report(error, { attempt: this.attempt, connectionId, retry });
  }
}

/** `Saved INFL-v2….parquet (38 of 40 variants · 2 without data)`, and what else somebody has to know. */
export function savedPanelWords(panel: Panel, name: string): string {
  const { t } = vscode.l10n;
  const { staleBecause } = panel;
  const summary = panelSummary(panel);
  return [
    t("Saved {0} ({1})", name, countWords(summary)),
    ...(staleBecause === undefined
      ? []
      : [t("out of date ({0})", plainLabel(failureWords(staleBecause)))]),
    ...repairWords(summary.repairs),
  ].join(" · ");
}
