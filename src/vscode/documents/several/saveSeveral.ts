import * as vscode from "vscode";
import { tableName } from "../../../data/table/name";
import { columnNamesOf } from "../../../data/wideTable";
import { plainLabel } from "../../../shared/plainText";
import { type TellProgress, withDelayedProgress } from "../../progress";
import { repairWordsOfAll } from "../../report/repairWords";
import { sayInStatusBar } from "../../report/sayInStatusBar";
import { type SeriesTarget } from "../../seriesTarget";
import { askSaveFolder, askSaveLocation } from "../saveLocation";
import { type SaveDependencies } from "../saveSubject";
import { type FailedTarget, type SetSeries, asOfFetched, fetchSet } from "./fetchSet";
import { type SaveShape, askColumn, askShape, mayReplace } from "./saveShape";
import { tellFailures } from "./setFailures";
import { namedSeries, takenNames, writeFiles } from "./writeFiles";
import { writeLong, writeWide } from "./writeTables";

/** Asks what several series shall become and where, and saves them. Failures are told. */
export async function saveSeveral(
  options: SaveDependencies,
  targets: readonly SeriesTarget[],
): Promise<void> {
  const shape = await askShape(targets.length);
  if (shape === undefined) return;
  await new SeveralSave(options, shape, targets.length).run(targets);
}

/** What was saved; undefined when the person left it. */
interface Saved {
  /** The file or folder as it is called. */
  readonly name: string;
  /** Series of a table, or files. */
  readonly count: number;
  readonly failed: readonly FailedTarget[];
}

const nothing: Saved = { name: "", count: 0, failed: [] };

/** One action: what failed may be tried again, as of the same instant. */
class SeveralSave {
  /** What has been saved. */
  private series: readonly SetSeries[] = [];
  /** Where files of their own go. */
  private folder: vscode.Uri | undefined;
  private column: string | undefined;
  private readonly title: string;

  constructor(
    private readonly options: SaveDependencies,
    private readonly shape: SaveShape,
    private readonly count: number,
  ) {
    this.title = vscode.l10n.t("Saving {0} series", count);
  }

  async run(targets: readonly SeriesTarget[]): Promise<void> {
    try {
      const { series, failed } = await this.fetch(asOfFetched(targets, this.series));
      const saved = series.length === 0 ? nothing : await this.save(series);
      if (saved === undefined) return;
      this.series = [...this.series, ...series];
      if (saved.count > 0) this.tellSaved(saved);
      void this.tell([...failed, ...saved.failed]);
    } catch (error) {
      const retry = (): Promise<void> => this.run(targets);
      await this.options.reporter.report(error, { attempt: this.attempt, retry });
    }
  }

  private fetch(targets: readonly SeriesTarget[]): ReturnType<typeof fetchSet> {
    return this.withProgress((signal, onProgress) =>
      fetchSet(this.options.services, targets, { signal, onProgress }),
    );
  }

  /** A table has what was fetched before a retry, too. */
  private save(fetched: readonly SetSeries[]): Promise<Saved | undefined> {
    const all = [...this.series, ...fetched];
    switch (this.shape.kind) {
      case "long":
        return this.saveTable(all);
      case "wide":
        return this.saveWide(all);
      case "files":
        return this.saveFiles(fetched, this.shape);
    }
  }

  private async saveWide(series: readonly SetSeries[]): Promise<Saved | undefined> {
    this.column ??= await askColumn(columnNamesOf(series.map(({ frame }) => frame)));
    return this.column === undefined ? undefined : this.saveTable(series, this.column);
  }

  private async saveTable(
    series: readonly SetSeries[],
    wideColumn?: string,
  ): Promise<Saved | undefined> {
    const { format } = this.shape;
    const name = tableName({ kind: "set", members: series }, { column: wideColumn }, format);
    const location = await askSaveLocation(vscode.l10n.t("{0} Series", this.count), name, format);
    if (location === undefined) return undefined;
    const { worker } = this.options;
    await this.withProgress((signal, onProgress) =>
      wideColumn === undefined
        ? writeLong(series, location, worker, { signal, onProgress })
        : writeWide(series, wideColumn, location, worker, { signal }),
    );
    return { name: nameOf(location), count: series.length, failed: [] };
  }

  private async saveFiles(
    fetched: readonly SetSeries[],
    { format }: SaveShape,
  ): Promise<Saved | undefined> {
    const folder = (this.folder ??= await askSaveFolder(
      vscode.l10n.t("Save {0} Series", this.count),
    ));
    if (folder === undefined) return undefined;
    const all = namedSeries(fetched, format);
    const taken = await takenNames(all, folder);
    const replaces = taken.size === 0 || (await mayReplace(taken.size, all.length));
    if (replaces === undefined) return undefined;
    const named = replaces ? all : all.filter(({ name }) => !taken.has(name));
    const failed = await this.withProgress((signal, onProgress) =>
      writeFiles(named, folder, format, this.options.worker, { signal, onProgress }),
    );
    return { name: nameOf(folder), count: named.length - failed.length, failed };
  }

  private withProgress<T>(
    work: (signal: AbortSignal, onProgress: (done: number, of: number) => void) => Promise<T>,
  ): Promise<T> {
    const counted = (signal: AbortSignal, tell: TellProgress): Promise<T> =>
      work(signal, (done, of) => tell(vscode.l10n.t("{0} of {1}", done, of)));
    return withDelayedProgress(this.title, counted);
  }

  private tellSaved({ name, count }: Saved): void {
    const { t } = vscode.l10n;
    const words =
      this.shape.kind === "files"
        ? t("Saved {0} files in {1}", count, plainLabel(name))
        : t("Saved {0} ({1} series)", plainLabel(name), count);
    sayInStatusBar([words, ...repairWordsOfAll(this.series)].join(" · "));
  }

  private get attempt(): string {
    return vscode.l10n.t("Could not save {0} series", this.count);
  }

  private async tell(failed: readonly FailedTarget[]): Promise<void> {
    const { reporter } = this.options;
    const targets = failed.map(({ target }) => target);
    const retry = (): Promise<void> => this.run(targets);
    await tellFailures(reporter, {
      failed,
      of: this.count,
      title: this.title,
      attempt: this.attempt,
      retry,
    });
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
