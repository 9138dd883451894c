import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type * as v from "valibot";
import { frozenSpec } from "../dataset/datasetTables";
import { DatasetBusyError, DatasetPathError } from "../dataset/errors";
import { type DatasetJob, type DatasetOutcome, fetchDataset } from "../dataset/fetchDataset";
import { type DatasetLock } from "../dataset/lock";
import { isOutputFolder, isTableName } from "../dataset/outputName";
import { type DatasetSource } from "../dataset/source";
import {
  type DatasetSpec,
  type DatasetTable,
  formatDatasetSpec,
  lockEnding,
  specEnding,
} from "../dataset/spec";
import { expectNoLink, textBelow } from "../dataset/staging";
import { presentInstant } from "../shared/instant";
import { commentStyles, formatReferenceLine } from "../shared/referenceLine";
import { referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import { type FrameWorker } from "../store/frameWorker";
import { askedReferences } from "./askedReferences";
import { MissingReferences, takeRequests } from "./fetchSeries";
import { nothingOf, refusedOf } from "./getSeries";
import { datasetInput } from "./inputs";
import { type AnswerItem, listAnswer, type Missing, type ToolAnswer } from "./toolAnswer";
import { bounded, isSet, macroTool, type MacroTool } from "./tools";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

type Input = v.InferOutput<typeof datasetInput>;

/**
 * The tool that writes datasets below a folder.
 *
 * @param rootOf - The folder at the time of a call, absolute; throws {@link ToolRefusal} where nothing may be written.
 */
export function writeDatasetTool(worker: FrameWorker, rootOf: () => Promise<string>): MacroTool {
  const tool = macroTool(
    {
      name: "write_macro_dataset",
      title: "Write Macro Dataset",
      description: `Writes whole signals and forecasts as files, with NAME.macrodata.json and a lock that reproduce the dataset, and returns paths, rows and code that reads them. latest becomes one instant. An existing dataset with other content is never replaced. ${bounded}`,
    },
    datasetInput,
    async (service, input, call) => writeDataset(worker, await rootOf(), service, input, call),
    ({ references }) => (references.some(isSet) ? "any" : references.length),
  );
  return { ...tool, isReadOnly: false };
}

/**
 * Writes a dataset: all of its references or, if one is refused, nothing. An existing spec of the same content is fetched
 * again; another one, and a folder that is no dataset's, are left as they are.
 */
async function writeDataset(
  worker: FrameWorker,
  root: string,
  service: ToolService,
  input: Input,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { name, folder = ".", format = "parquet" } = input;
  if (!isTableName(name) || !isOutputFolder(folder)) {
    throw new ToolRefusal(
      "The name or the folder is not allowed: use letters, digits, dots, hyphens and underscores, and a folder below the current one.",
    );
  }
  const { asked, refused } = askedReferences(service, input.references, input);
  const parts = asked.flatMap(({ text, slice }) =>
    slice === undefined ? [] : [{ text, reason: "A dataset has whole series, not parts." }],
  );
  if (refused.length + parts.length > 0) throw nothingOf(refusedOf([...refused, ...parts]));
  const now = service.gate.instant ?? presentInstant();
  const references = asked.map(({ reference }) => reference);
  const spec = frozenSpec(service.service, references, { now, folder: name, format });
  const dated = spec.tables.flatMap((table) => ("member" in table ? [table.member] : []));
  const lacks = await takeRequests(
    service,
    dated.map((reference) => ({ text: referencePath(reference), reference })),
    call,
  );
  if (lacks.length > 0) throw nothingOf(lacks);
  const below = folder === "." ? [] : folder.split("/");
  const job = { root: path.join(root, ...below), name, spec };
  const source = { ...service, worker, last: service.gate.instant };
  const outcome = await written(root, below, job, source, call).catch((error: unknown) => {
    throw refusalFor(error);
  });
  return datasetAnswer(service, spec, [...below, name].join("/"), outcome);
}

async function written(
  root: string,
  below: readonly string[],
  { root: place, name, spec }: DatasetJob,
  source: DatasetSource,
  { signal }: ToolCall,
): Promise<DatasetOutcome> {
  const text = formatDatasetSpec(spec);
  const file = [...below, `${name}${specEnding}`];
  await expectNoLink(root, file);
  const before = await textBelow(root, file.join("/"));
  if (before === undefined) {
    const own = [
      [...below, name],
      [...below, `${name}${lockEnding}`],
    ];
    for (const each of own) if (await exists(path.join(root, ...each))) throw existing();
    await mkdir(place, { recursive: true });
    await writeFile(path.join(root, ...file), text, { flag: "wx" });
  } else if (before !== text) {
    throw existing();
  }
  try {
    return await fetchDataset(source, { root: place, name, spec }, { signal });
  } catch (error) {
    if (before === undefined) await rm(path.join(root, ...file), { force: true });
    throw error;
  }
}

function existing(): ToolRefusal {
  return new ToolRefusal(
    "There is a dataset or a folder of this name with another content: choose another name, or pass the as_of of that dataset.",
  );
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** The error, or the refusal that an agent can act on. */
function refusalFor(error: unknown): unknown {
  if (error instanceof DatasetBusyError) {
    return new ToolRefusal("The dataset is being written by another process.");
  }
  if (error instanceof DatasetPathError) {
    return new ToolRefusal("The path leads out of the folder, or through a link.");
  }
  const isOfDisk = error instanceof Error && "syscall" in error && "path" in error;
  return isOfDisk ? new ToolRefusal("The files cannot be written.") : error;
}

function datasetAnswer(
  service: ToolService,
  spec: DatasetSpec,
  place: string,
  { lock, missing, failed }: DatasetOutcome,
): ToolAnswer {
  const signals = spec.tables.flatMap((table) =>
    "member" in table && table.member.family !== "forecast" ? [table.member] : [],
  );
  const kinds = new Set(signals.map(({ dataKind }) => dataKind));
  const [kind = null] = kinds.size === 1 ? kinds : [];
  const lacks = new MissingReferences();
  for (const each of missing) lacks.add("The service has no such series.", each.reference);
  for (const each of failed) lacks.add("The service's answer cannot be used.", each.reference);
  return listAnswer(service, {
    provenance: {
      ...{ kind, asOf: lock.asOf ?? null, digest: null, openables: [] },
      retrieved: presentInstant(),
    },
    facts: {
      dataset: `${place}${specEnding}`,
      lock: `${place}${lockEnding}`,
      imports: "import pandas as pd",
    },
    lists: [{ name: "tables", items: spec.tables.flatMap((each) => tableItem(each, lock, place)) }],
    missing: lacks.all satisfies readonly Missing[],
  });
}

/** Nothing for a table without a file. */
function tableItem(table: DatasetTable, lock: DatasetLock, place: string): readonly AnswerItem[] {
  const file = lock.files.find((each) => each.table === table.name);
  if (file === undefined || !("member" in table)) return [];
  const folder = place.slice(0, place.lastIndexOf("/") + 1);
  const { member: reference, name } = table;
  const relative = `${folder}${file.path}`;
  const dataset = `${place}${specEnding}`;
  const { service } = lock;
  const line = formatReferenceLine({ reference, service, dataset }, commentStyles.hash);
  const label = referencePath(reference);
  const code = `${line}\n${variableName(name)} = ${readingCode(relative)}`;
  return [{ item: { path: relative, reference: label, rows: file.rows, code }, label }];
}

function readingCode(file: string): string {
  const text = JSON.stringify(file);
  const format = path.posix.extname(file).slice(1) as WireFormat;
  switch (format) {
    case "parquet":
      return `pd.read_parquet(${text})`;
    case "csv":
      return `pd.read_csv(${text}, parse_dates=["Date"], float_precision="round_trip")`;
    case "json":
      return `pd.read_json(${text}, convert_dates=["Date"])`;
  }
}

function variableName(name: string): string {
  const word = name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return `table_${word}`;
}
