import * as vscode from "vscode";
import { type TableContent, type TableView } from "../../../data/table/content";
import { type JoinMismatch } from "../../../data/table/join";
import { panelLayout } from "../../../data/table/long";
import { tableName } from "../../../data/table/name";
import { columnNamesOf } from "../../../data/table/wide";
import { type Slice } from "../../../shared/slice";
import { type FileFormat } from "../../../shared/wireFormat";
import { type FrameWorker } from "../../../store/frameWorker";
import { type WritableTable, type WriteOptions, tableBlocks } from "../../../store/tableBlocks";
import {
  type FailedSeries,
  type FetchedPanel,
  type FetchedSeries,
  type Table,
  fetchTable,
  seriesCountOf,
} from "../../../store/tables";
import { withCountedProgress } from "../../../editor/progress";
import { type Reporter } from "../../../editor/report/failureReporter";
import { warnOfEmpty } from "../../../editor/report/emptySeries";
import { repairTextOfAll } from "../../../editor/report/repairText";
import { reportSavedFiles } from "../../../editor/report/savedFiles";
import { tableSources } from "../../../connect/tableSources";
import { EmptyPanelError, reportFailures } from "../../../editor/report/failedSeries";
import {
  askColumn,
  askSaveFolder,
  askSaveLocation,
  formatOfLocation,
  mayReplace,
} from "../../../editor/files/saveQuestions";
import { type SaveTitles, nameOfLocation, reportSaved } from "./saveText";
import { namedSeries, takenNames, writeFiles } from "../../../editor/files/writeFiles";
import { writeBlocks } from "../../../editor/files/writeLocation";
import { type Target } from "../../../shared/place";
import { type Services } from "../../../connect/connectedServices";

/** The dependencies of saving. */
export interface SaveParts {
  readonly services: Services;
  readonly worker: FrameWorker;
  readonly reporter: Reporter;
}

/** Long form, one column of each series side by side, or, for a set, one file for each. */
type SaveLayout =
  | { readonly kind: "long" | "files" }
  | { readonly kind: "wide"; readonly column?: string | undefined };

/** What to save; everything but the location. */
/** The form of a saved table. */
export interface SavedForm {
  readonly format: FileFormat;
  readonly layout: SaveLayout;
}

export interface SaveRequest extends SavedForm {
  readonly content: TableContent;
  readonly slice?: Slice | undefined;
}

/** Fetches a table, asks where to save it, and saves it. Failures are reported. */
export async function saveTable(
  parts: SaveParts,
  request: SaveRequest,
  titles: SaveTitles,
): Promise<void> {
  await new TableSave(parts, request, titles).run();
}

/**
 * Writes a table in the format of the location's extension, completely or not at all. Returns the mismatches of joined
 * panels.
 */
export async function writeTable(
  worker: SaveParts["worker"],
  table: WritableTable,
  view: TableView,
  location: vscode.Uri,
  options: Omit<WriteOptions, "onMismatch"> = {},
): Promise<JoinMismatch | undefined> {
  let mismatch: JoinMismatch | undefined;
  const onMismatch = (found: JoinMismatch): void => void (mismatch = found);
  const format = formatOfLocation(location);
  const blocks = tableBlocks(worker, table, view, format, { ...options, onMismatch });
  await writeBlocks(location, blocks, options.signal);
  return mismatch;
}

/** One save action; failed series can be retried, as of the same instant, into the same location. */
class TableSave {
  private table: Table | undefined;
  private column: string | undefined;
  /** The file, or the folder of several files. */
  private location: vscode.Uri | undefined;
  /** The series that need no file any more. */
  private readonly settled = new Set<FetchedSeries>();

  constructor(
    private readonly parts: SaveParts,
    private readonly request: SaveRequest,
    private readonly titles: SaveTitles,
  ) {
    const { layout } = request;
    this.column = layout.kind === "wide" ? layout.column : undefined;
  }

  async run(): Promise<void> {
    const leaving = new AbortController();
    try {
      const table = await this.fetch(leaving.signal);
      this.table = table;
      if (!isEmpty(table)) {
        const failed = await this.save(table);
        if (failed === undefined) return;
        void warnOfEmpty(...membersOf(table));
        void this.reportFailures(table, [...table.failed, ...failed]);
      } else if (table.failed.length > 0) void this.reportFailures(table, table.failed);
      else throw new EmptyPanelError();
    } catch (error) {
      await this.report(error);
    } finally {
      leaving.abort();
    }
  }

  /** @param leaving - Aborts prefetched work when the person leaves. */
  private fetch(leaving: AbortSignal): Promise<Table> {
    const { content, slice, format, layout } = this.request;
    const { services, worker } = this.parts;
    const prefetch = layout.kind === "long" ? { format, worker, slice } : undefined;
    return withCountedProgress(this.titles.progress, (cancelled, onProgress) => {
      const signal = AbortSignal.any([cancelled, leaving]);
      const options = { signal, onProgress, prefetch };
      return fetchTable(tableSources(services), content, options, this.table);
    });
  }

  /** The series that could not be written; undefined when the person left. */
  private save(table: Table): Promise<readonly FailedSeries[] | undefined> {
    return this.request.layout.kind === "files" && table.kind === "set"
      ? this.saveFiles(table.members)
      : this.saveWhole(table);
  }

  private async saveWhole(table: Table): Promise<[] | undefined> {
    const { slice, layout, format } = this.request;
    if (layout.kind === "wide") {
      this.column ??= await askColumn(columnNames(table, slice));
      if (this.column === undefined) return undefined;
    }
    const view = { slice, column: this.column };
    const location = (this.location ??= await askSaveLocation(
      this.titles.dialog,
      tableName(table, view, format),
      format,
    ));
    if (location === undefined) return undefined;
    const mismatch = await this.writing((options) =>
      writeTable(this.parts.worker, table, view, location, options),
    );
    const bound = this.parts.services.gate.instant;
    reportSaved(table, view, location, { mismatch, bound });
    return [];
  }

  private async saveFiles(
    members: readonly FetchedSeries[],
  ): Promise<readonly FailedSeries[] | undefined> {
    const { format } = this.request;
    const folder = (this.location ??= await askSaveFolder(this.titles.question));
    if (folder === undefined) return undefined;
    const open = members.filter((member) => !this.settled.has(member));
    const all = namedSeries(open, format);
    const taken = await takenNames(
      all.map(({ name }) => name),
      folder,
    );
    const replaces = taken.size === 0 || (await mayReplace(taken.size, all.length));
    if (replaces === undefined) return undefined;
    const named = replaces ? all : all.filter(({ name }) => !taken.has(name));
    const failed = await this.writing((options) =>
      writeFiles(this.parts.worker, named, folder, format, options),
    );
    for (const member of open) {
      if (!failed.some(({ target }) => target === member.target)) this.settled.add(member);
    }
    const { length } = named;
    const saved = vscode.l10n.t(
      "Saved {0} files in {1}",
      length - failed.length,
      nameOfLocation(folder),
    );
    if (length > failed.length) {
      void reportSavedFiles([saved, ...repairTextOfAll(members)].join(" · "), folder);
    }
    return failed;
  }

  /** After a failed write, another location is asked for. */
  private async writing<T>(work: (options: WriteOptions) => Promise<T>): Promise<T> {
    try {
      return await withCountedProgress(this.titles.progress, (signal, onProgress) =>
        work({ signal, onProgress }),
      );
    } catch (error) {
      this.location = undefined;
      throw error;
    }
  }

  private async reportFailures(table: Table, failed: readonly FailedSeries[]): Promise<void> {
    await reportFailures(this.parts.reporter, {
      failed,
      of: seriesCountOf(table),
      title: this.titles.progress,
      attempt: this.titles.failure,
      retry: () => this.run(),
    });
  }

  private async report(error: unknown): Promise<void> {
    const connectionId = connectionOf(this.request.content);
    await this.parts.reporter.report(error, {
      attempt: this.titles.failure,
      ...(connectionId === undefined ? {} : { connectionId }),
      retry: () => this.run(),
    });
  }
}

/** The connection whose key or address may be the cause; undefined for a set, which may span several. */
function connectionOf(content: TableContent): string | undefined {
  const member: Target | undefined =
    content.kind === "set"
      ? undefined
      : content.kind === "join"
        ? content.members[0]
        : content.member;
  return member?.connectionId;
}

function isEmpty(table: Table): boolean {
  switch (table.kind) {
    case "series":
      return false;
    case "set":
      return table.members.length === 0;
    case "panel":
      return table.member.panel.variants.length === 0;
    case "join":
      return table.members.every(({ panel }) => panel.variants.length === 0);
  }
}

function membersOf(
  table: Table,
): [series: readonly FetchedSeries[], panels: readonly FetchedPanel[]] {
  switch (table.kind) {
    case "series":
      return [[table.member], []];
    case "set":
      return [table.members, []];
    case "panel":
      return [[], [table.member]];
    case "join":
      return [[], table.members];
  }
}

/** The columns that can be shown side by side. */
function columnNames(table: Table, slice: Slice | undefined): readonly string[] {
  switch (table.kind) {
    case "set":
      return columnNamesOf(table.members.map(({ frame }) => frame));
    case "panel":
      return panelLayout(table.member.panel, slice).columns.map(({ name }) => name);
    case "series":
    case "join":
      throw new RangeError(`no wide table holds a ${table.kind}`);
  }
}
