import path from "node:path";
import { panelFailure } from "../catalog/panelErrors";
import { type TableContent } from "../data/table/content";
import { tableName } from "../data/table/name";
import { NotFoundError } from "../service/errors";
import { messageOf } from "../shared/messageOf";
import { plainLine } from "../shared/plainText";
import { type PanelRef, type Reference, type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { UsageError } from "../shared/usageError";
import { withResolvedAsOf } from "../store/seriesBatch";
import { tableBlocks } from "../store/tableBlocks";
import {
  type FailedSeries,
  fetchSet,
  fetchTable,
  latestOf,
  type Table,
  type TableSources,
} from "../store/tables";
import { cacheFolder } from "./cliFolders";
import { type CliService, startCliService } from "./cliService";
import { type Command, sharedHelp, sharedOptions } from "./command";
import { exitCodes, NoDataError } from "./exitCodes";
import { formatOf, type Output, outputOf, printJson, writeOutput } from "./outputFile";
import { note, ProgressBar } from "./terminal";
import { parsedArguments, referenceEnd, referenceOptions, typedReference } from "./typedArguments";

const help = `Usage: macro-signals series REFERENCE... [-o FILE|FOLDER/] [--format csv|json|parquet]

Fetches series and panels. A reference ends with its kind and as-of, or leaves them to the
options: signals/INFL/2/country_iso=US means signals/INFL/2/country_iso=US/FIT/latest. Quote
references: spaces and * have a meaning in shells. One reference makes one table; several series
make one long table with their coordinates as columns; a panel among several references needs a
folder. Everything with latest is as of the same instant.

  -o, --output FILE     a file, which appears when it is complete; by default standard output
  -o, --output FOLDER/  one file for each reference, named after what it holds
  --format FORMAT       csv, json or parquet; by default from the file's extension, else csv
  --kind FIT|SNAP       for references without a kind; by default FIT, each day as first reported
  --as-of TIME          for references without an as-of or with latest: a day such as 2024-06-28
                        (its end in UTC), an instant, or latest (the default)
${sharedHelp}
Exits with 4 if the service does not have a series or a panel, or if some failed or are out of date;
the others are written.
`;

/** The outcome of one run, table by table. */
interface Written {
  readonly files: string[];
  readonly references: string[];
  readonly failed: FailedSeries[];
  /** The references of old copies that replace what the service could not give. */
  readonly stale: string[];
}

export const seriesCommand: Command = {
  name: "series",
  summary: "fetch series and panels as CSV, JSON or Parquet",
  help,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      ...sharedOptions,
      ...referenceOptions,
      output: { type: "string", short: "o" },
      format: { type: "string" },
    });
    const end = referenceEnd(values, context);
    const references = positionals.map((text) => typedReference(text, end));
    const output = await outputOf(values.output);
    expectWritable(references, output, values.json === true);
    const format = formatOf(values.format, output);
    const { environment, signal } = context;
    const cache = values.cache ?? cacheFolder(environment);
    const use = { isSample: values.sample === true, asOf: "latest", cache } as const;
    const connected = await startCliService(use, context);
    const written: Written = { files: [], references: [], failed: [], stale: [] };
    try {
      for await (const table of tablesOf(connected, references, output, signal)) {
        await write(connected, table, { output, format, written, signal });
      }
    } catch (error) {
      const [only, ...others] = references;
      const isMissing = error instanceof NotFoundError && only !== undefined && others.length === 0;
      if (!isMissing || only.family === "panel") throw error;
      written.failed.push({ target: targetOf(only), error });
    } finally {
      await connected.dispose();
    }
    return report(written, values.json === true);
  },
};

/** @throws {@link UsageError} */
function expectWritable(references: readonly Reference[], output: Output, isJson: boolean): void {
  if (references.length === 0) throw new UsageError("series needs a reference");
  if (isJson && output.kind === "print") throw new UsageError("--json needs --output");
  const hasPanel = references.some(({ family }) => family === "panel");
  if (references.length > 1 && hasPanel && output.kind !== "folder") {
    throw new UsageError("a panel among several references needs a folder: --output FOLDER/");
  }
}

/** One table, or, for a folder, one of each reference, as of one instant. */
async function* tablesOf(
  connected: CliService,
  references: readonly Reference[],
  output: Output,
  signal: AbortSignal,
): AsyncGenerator<Table, void, void> {
  const sources = sourcesOf(connected);
  const bar = new ProgressBar("fetched");
  const options = { signal, onProgress: bar.report };
  try {
    const [first, ...others] = references;
    if (first === undefined) return;
    if (others.length === 0) yield await tableOf(sources, first, options);
    else {
      const series = references.filter((each): each is SeriesRef => each.family !== "panel");
      const table = await fetchSet(sources, series.map(targetOf), options);
      bar.end();
      if (output.kind !== "folder") return yield table;
      for (const member of table.members) yield { kind: "series", member, failed: [] };
      if (table.failed.length > 0) yield { ...table, members: [] };
      const panels = references.filter((each): each is PanelRef => each.family === "panel");
      let latest = latestOf(table.members);
      for (const panel of panels) {
        const dated = withResolvedAsOf(panel, latest);
        const fetched = await tableOf(sources, dated, options);
        if (fetched.kind === "panel" && panel.asOf === "latest") {
          latest ??= fetched.member.panel.reference.asOf;
        }
        bar.end();
        yield fetched;
      }
    }
  } finally {
    bar.end();
  }
}

/** @throws UnknownPanelError; else as {@link fetchTable} does. */
async function tableOf(
  sources: TableSources,
  reference: Reference,
  options: Parameters<typeof fetchTable>[2],
): Promise<Table> {
  try {
    return await fetchTable(sources, contentOf(reference), options);
  } catch (error) {
    throw reference.family === "panel" ? panelFailure(reference, error) : error;
  }
}

function sourcesOf({ service, panels }: CliService): TableSources {
  return { get: () => Promise.resolve({ ...service, panels }) };
}

function targetOf<R extends Reference>(reference: R) {
  return { connectionId: "cli", reference };
}

function contentOf(reference: Reference): TableContent {
  return reference.family === "panel"
    ? { kind: "panel", member: targetOf(reference) }
    : { kind: "series", member: targetOf(reference) };
}

interface Writing {
  readonly output: Output;
  readonly format: "csv" | "json" | "parquet";
  readonly written: Written;
  readonly signal: AbortSignal;
}

async function write(
  { worker }: CliService,
  table: Table,
  { output, format, written, signal }: Writing,
): Promise<void> {
  written.failed.push(...table.failed);
  const members = membersOf(table);
  for (const { path: reference, isStale } of members) {
    written.references.push(reference);
    if (isStale) written.stale.push(reference);
  }
  if (members.length === 0) return;
  const file =
    output.kind === "folder"
      ? path.join(output.folder, tableName(table, {}, format))
      : output.kind === "file"
        ? output.file
        : undefined;
  await writeOutput(file, tableBlocks(worker, table, {}, format, { signal }), signal);
  if (file !== undefined) written.files.push(file);
}

/** The series in a table. */
function membersOf(table: Table): readonly { readonly path: string; readonly isStale: boolean }[] {
  switch (table.kind) {
    case "series":
    case "set": {
      const members = table.kind === "set" ? table.members : [table.member];
      return members.map(({ reference, staleBecause }) => {
        return { path: referencePath(reference), isStale: staleBecause !== undefined };
      });
    }
    case "panel": {
      const { variants, staleBecause } = table.member.panel;
      const isStale = staleBecause !== undefined;
      return variants.map(({ reference }) => ({ path: referencePath(reference), isStale }));
    }
    case "join":
      throw new RangeError("references are not joined");
  }
}

/** @throws the first failure other than a 404 if nothing was written. */
async function report(
  { files, references, failed, stale }: Written,
  isJson: boolean,
): Promise<number> {
  if (references.length === 0) {
    const other = failed.find(({ error }) => !(error instanceof NotFoundError));
    if (other !== undefined) throw other.error;
    if (failed.length === 0) throw new NoDataError("the service has none of the series", false);
  }
  const problems = failed.map(({ target, error }) => {
    const reason =
      error instanceof NotFoundError
        ? "the service does not have it (404)"
        : plainLine(messageOf(error));
    return { reference: referencePath(target.reference), reason };
  });
  for (const { reference, reason } of problems) note(`failed: ${reference}: ${reason}`);
  for (const reference of stale)
    note(`the service cannot be reached, this is an older copy: ${reference}`);
  if (isJson) {
    await printJson({ files, series: references, failed: problems, stale });
  }
  return failed.length + stale.length > 0 ? exitCodes.partial : exitCodes.done;
}
