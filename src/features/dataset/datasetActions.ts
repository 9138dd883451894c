import path from "node:path";
import * as vscode from "vscode";
import { DatasetServiceError } from "../../dataset/errors";
import { type DriftReport, datasetDrift } from "../../dataset/datasetDrift";
import { type DatasetOutcome, fetchDataset } from "../../dataset/fetchDataset";
import { type DatasetLock } from "../../dataset/lock";
import { reportText } from "../../dataset/reportText";
import { type DatasetSource } from "../../dataset/source";
import { type DatasetSpec } from "../../dataset/spec";
import { type VerifyReport, verifyDataset } from "../../dataset/verifyDataset";
import { digestOfFile } from "../../dataset/staging";
import { toMarkdownCell } from "../../data/markdownTable";
import { instantOfMs } from "../../shared/instant";
import { plainLine, plainMessage } from "../../shared/plainText";
import { undatedPath } from "../../shared/referencePath";
import { type Connection, serviceNameOf } from "../../connect/connection";
import { connectionOfService } from "../../connect/connectionOfService";
import { commandId } from "../../editor/commandNames";
import { type Disposable } from "../../editor/disposables";
import { withCountedProgress } from "../../editor/progress";
import { pickOne } from "../../editor/prompt/pickOne";
import { VirtualDocuments, showRendered } from "../../editor/virtualDocuments";
import { type FailureContext } from "../../editor/report/failureReporter";
import { productionTimes } from "../chart/host/addVintages";
import { type TableOfDataset } from "../notebook/insertTable";
import { type Inserts } from "../notebook/inserts";
import { type ReferenceLinesOptions } from "../notebook/lines/referenceLines";
import {
  type DatasetInFile,
  NoLockError,
  chosenDataset,
  datasetName,
  readDataset,
  lockBeside,
  lockFileOf,
} from "./datasetOnDisk";
import { reportDatasetFailure } from "./datasetFailures";
import { mayFetch } from "./mayFetch";
import { openTable } from "./openTable";

/** The read-only documents of reports. */
class DatasetReports extends VirtualDocuments {
  constructor() {
    super("macro-signals-dataset", vscode.l10n.t("This report is no longer available."));
  }
}

/** The commands of datasets. Nothing is sent before one is called, and nothing to a service that no connection has. */
export class DatasetActions implements Disposable {
  private readonly reports = new DatasetReports();

  constructor(
    private readonly options: ReferenceLinesOptions,
    private readonly isTrusted: () => boolean,
  ) {}

  /** Fetches all tables, and writes the lock; latest is the window's as-of if it has one. */
  async fetch(argument: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const attempt = (name: string): string => t("Could not fetch {0}", name);
    const retry = (): Promise<void> => this.fetch(argument);
    await this.attempt(argument, { attempt, retry }, async (dataset) => {
      const { gate } = this.options.services;
      const source = await this.sourceOf(dataset);
      const actionFor = (asOf: string): string => t("Fetch as of {0}", asOf);
      if (!(await mayFetch(dataset, source, gate, actionFor))) return;
      const title = t("Fetching {0}", dataset.name);
      const outcome = await withCountedProgress(title, (signal, onProgress) =>
        fetchDataset(source, dataset, { signal, onProgress }),
      );
      void reportFetched(dataset, outcome);
    });
  }

  /** Fetches what the lock says, from the cache where possible; every value must match. */
  async restore(argument: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const attempt = (name: string): string => t("Could not restore {0}", name);
    const retry = (): Promise<void> => this.restore(argument);
    await this.attempt(argument, { attempt, retry }, async (dataset) => {
      const locked = await lockOf(dataset);
      const source = await this.sourceOf(dataset);
      if (!(await mayReplace(dataset, locked))) return;
      const title = t("Restoring {0}", dataset.name);
      const outcome = await withCountedProgress(title, (signal, onProgress) =>
        asLocked(source, (own) => fetchDataset(own, dataset, { signal, onProgress, locked })),
      );
      const { length } = outcome.written;
      const words =
        length === 0
          ? t("All files of {0} match its lock.", dataset.name)
          : outcome.rewritten.length === 0
            ? t("Restored {0}. Files written: {1}", dataset.name, length)
            : t(
                "Restored {0}. Files written: {1}; {2} of them have the same values but different bytes, whose digests are now in the lock.",
                dataset.name,
                length,
                outcome.rewritten.length,
              );
      void vscode.window.showInformationMessage(plainMessage(words));
    });
  }

  /** Compares files, and unless only these are wanted the service's values, with the lock. */
  async verify(argument: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const attempt = (name: string): string => t("Could not verify {0}", name);
    const retry = (): Promise<void> => this.verify(argument);
    await this.attempt(argument, { attempt, retry }, async (dataset) => {
      const { root, name } = dataset;
      const lock = await lockOf(dataset);
      const isWithService = await askExtent(name);
      if (isWithService === undefined) return;
      const source = isWithService ? await this.sourceOf(dataset) : undefined;
      const title = t("Verifying {0}", name);
      const report = await withCountedProgress(title, (signal, onProgress) => {
        const verify = (own?: DatasetSource): Promise<VerifyReport> =>
          verifyDataset(own, { root, lock }, { signal, onProgress });
        return source === undefined ? verify() : asLocked(source, verify);
      });
      const same = t("{0} matches its lock.", name);
      await this.show(name, report, report.isSame ? same : undefined);
    });
  }

  /** Compares the lock with what a fetch would find now; latest is the window's as-of if it has one. */
  async reportDrift(argument: unknown): Promise<void> {
    const { t } = vscode.l10n;
    const attempt = (name: string): string => t("Could not report the drift of {0}", name);
    const retry = (): Promise<void> => this.reportDrift(argument);
    await this.attempt(argument, { attempt, retry }, async (dataset) => {
      const { root, name, spec } = dataset;
      const lock = await lockOf(dataset);
      this.checkLock(lock);
      const { gate } = this.options.services;
      const source = await this.sourceOf(dataset);
      const actionFor = (asOf: string): string => t("Compare as of {0}", asOf);
      if (!(await mayFetch(dataset, source, gate, actionFor))) return;
      const title = t("Comparing {0}", name);
      const report = await withCountedProgress(title, (signal, onProgress) =>
        datasetDrift(source, { root, spec, lock }, { signal, onProgress }),
      );
      const isSame = !report.isDrift && report.broken.length === 0;
      const same =
        report.extended.length === 0
          ? t("{0} has not changed.", name)
          : t("{0} has new days but no other changes.", name);
      await this.show(name, report, isSame ? same : undefined);
    });
  }

  /** Opens a table that the person picks, as a chart or its file, or inserts code that reads it. */
  async open(argument: unknown, inserts: Inserts): Promise<void> {
    const attempt = (name: string): string => vscode.l10n.t("Could not open {0}", name);
    await this.attempt(argument, { attempt }, async (dataset) => {
      const lock = await lockBeside(dataset.uri);
      const connection = connectionOfService(dataset.spec.service, this.options.connections);
      const { gate } = this.options.services;
      const insert = (table: TableOfDataset): Promise<void> => inserts.insertTable(table);
      await openTable(dataset, lock, { connection, gate, insert });
    });
  }

  /** Writes the series of the active notebook or script as a dataset that its code then reads. */
  async freeze(): Promise<void> {
    if (!this.isTrusted()) return reportUntrusted();
    const attempt = vscode.l10n.t("Could not freeze the notebook");
    const retry = (): Promise<void> => this.freeze();
    try {
      const { freezeNotebook } = await import("./freezeNotebook");
      await freezeNotebook(this.options, (spec) => this.sourceOf({ spec }));
    } catch (error) {
      await reportDatasetFailure(this.options.failures, error, undefined, { attempt, retry });
    }
  }

  dispose(): void {
    this.reports.dispose();
  }

  /** Opens a report, or where there is nothing to see says so and offers it. */
  private async show(
    name: string,
    report: VerifyReport | DriftReport,
    same: string | undefined,
  ): Promise<void> {
    const { t } = vscode.l10n;
    const action = t("Show Report");
    if (same !== undefined) {
      const chosen = await vscode.window.showInformationMessage(plainMessage(same), action);
      if (chosen !== action) return;
    }
    const title = report.kind === "verify" ? t("Verify {0}", name) : t("Drift of {0}", name);
    const text = `# ${toMarkdownCell(title)}\n\n${reportText(report, "markdown", t)}`;
    await showRendered(this.reports.add(`${title}.md`, text));
  }

  /** Runs work for the dataset that a command is for, and reports its failure. */
  private async attempt(
    argument: unknown,
    words: { readonly attempt: (name: string) => string; readonly retry?: () => Promise<void> },
    work: (dataset: DatasetInFile) => Promise<void>,
  ): Promise<void> {
    if (!this.isTrusted()) return reportUntrusted();
    const uri = await chosenDataset(argument);
    if (uri === undefined) return;
    let connection: Connection | undefined;
    try {
      const dataset = await readDataset(uri);
      connection = connectionOfService(dataset.spec.service, this.options.connections);
      await work(dataset);
    } catch (error) {
      const { retry } = words;
      const attempt = words.attempt(plainLine(datasetName(uri)));
      const context: FailureContext = {
        attempt,
        ...(retry && { retry }),
        ...(connection && { connectionId: connection.id }),
      };
      await reportDatasetFailure(this.options.failures, error, uri, context);
    }
  }

  /** @throws {@link DatasetServiceError} for a service that no connection has */
  private async sourceOf({ spec }: { readonly spec: DatasetSpec }): Promise<DatasetSource> {
    const { connections, services, worker } = this.options;
    const connection = connectionOfService(spec.service, connections);
    if (connection === undefined) throw new DatasetServiceError(spec.service);
    const service = await services.get(connection.id);
    const { client, series, catalog } = service;
    return {
      ...{ client, series, catalog, worker, service: serviceNameOf(connection) },
      isSample: connection.kind === "sample",
      last: services.gate.instant,
      productions: async () =>
        (await productionTimes(service)).flatMap((ms) => instantOfMs(ms) ?? []),
    };
  }

  /** @throws `LaterThanAsOfError` for a lock that is later than the window's as-of */
  private checkLock({ series }: DatasetLock): void {
    for (const { reference } of series) this.options.services.gate.check(reference);
  }
}

/** Runs work with a source of what a lock states, whatever the window's as-of. */
async function asLocked<R>(
  source: DatasetSource,
  work: (source: DatasetSource) => Promise<R>,
): Promise<R> {
  const series = source.series.unbounded();
  try {
    return await work({ ...source, series, last: undefined });
  } finally {
    await series.written();
    series.dispose();
  }
}

/** @throws {@link NoLockError} */
async function lockOf({ uri }: DatasetInFile): Promise<DatasetLock> {
  const lock = await lockBeside(uri);
  if (lock === undefined) throw new NoLockError();
  return lock;
}

/** Whether the service is asked too; undefined when the question is left. */
async function askExtent(name: string): Promise<boolean | undefined> {
  const { t } = vscode.l10n;
  const answer = await pickOne<boolean>({
    title: t("Verify {0}", plainLine(name)),
    placeholder: t("Choose what to compare with the lock"),
    rows: [
      {
        value: true,
        label: t("Files and Service"),
        detail: t("Requests all series again, at the as-ofs in the lock"),
      },
      { value: false, label: t("Files Only"), detail: t("Requests nothing") },
    ],
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** Asks if there are files that the lock does not describe, such as edited ones. */
async function mayReplace({ root, name }: DatasetInFile, { files }: DatasetLock): Promise<boolean> {
  const digests = await Promise.all(
    files.map((each) => digestOfFile(path.join(root, ...each.path.split("/")))),
  );
  const count = files.filter(({ sha256 }, at) => ![undefined, sha256].includes(digests[at])).length;
  if (count === 0) return true;
  const { t } = vscode.l10n;
  const words =
    count === 1
      ? t("1 file of {0} differs from its lock. Replace it?", name)
      : t("{0} files of {1} differ from its lock. Replace them?", count, name);
  const replace = t("Replace");
  const options = { modal: true };
  return (
    (await vscode.window.showWarningMessage(plainMessage(words), options, replace)) === replace
  );
}

async function reportUntrusted(): Promise<void> {
  const { t } = vscode.l10n;
  const manage = t("Manage Workspace Trust");
  const words = t("Datasets can be fetched and verified only in a trusted workspace.");
  if ((await vscode.window.showInformationMessage(words, manage)) !== manage) return;
  await vscode.commands.executeCommand("workbench.trust.manage");
}

/** Says in one message what a fetch wrote and what is absent, which the lock lists. */
async function reportFetched(
  { uri, name, spec }: DatasetInFile,
  { lock, missing, failed, unknown, leftOut, notDeleted }: DatasetOutcome,
): Promise<void> {
  const { t } = vscode.l10n;
  const held = lock.series.length - missing.length - failed.length;
  const columns = leftOut.map((column) => plainLine(column, 40)).join(", ");
  const names = unknown.slice(0, 3).map(({ reference }) => plainLine(undatedPath(reference), 60));
  const unlisted = [...names, ...(unknown.length > 3 ? ["…"] : [])].join(", ");
  const parts = [
    t("Fetched {0}. Tables: {1}, series: {2}", name, spec.tables.length, held),
    ...(missing.length === 0 ? [] : [t("not available from the service: {0}", missing.length)]),
    ...(unlisted === "" ? [] : [t("possibly misspelled: {0}", unlisted)]),
    ...(failed.length === 0 ? [] : [t("failed: {0}", failed.length)]),
    ...(columns === "" ? [] : [t("columns left out: {0}", columns)]),
    ...(notDeleted.length === 0
      ? []
      : [t("old files that could not be deleted yet: {0}", notDeleted.length)]),
  ];
  const words = plainMessage(parts.join(", "));
  const isWhole = missing.length + failed.length === 0;
  const action = isWhole ? t("Open…") : t("Show Lock");
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const show = failed.length + unknown.length > 0 ? showWarningMessage : showInformationMessage;
  if ((await show(words, action)) !== action) return;
  if (isWhole) await vscode.commands.executeCommand(commandId("openDataset"), uri);
  else await vscode.window.showTextDocument(lockFileOf(uri));
}
