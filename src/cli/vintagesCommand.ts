import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { expandedSignals } from "../dataset/expandedSignals";
import { unlistedSignals } from "../dataset/unknownSeries";
import { NotFoundError } from "../service/errors";
import { type AsOfGrid, asOfsOfGrid, gridSteps, maxVintageRequests } from "../shared/asOfGrid";
import { dayOfIso } from "../shared/day";
import { type Instant, instantOfMs } from "../shared/instant";
import { messageOf } from "../shared/messageOf";
import { type Reference } from "../shared/reference";
import { referencePath, undatedPath } from "../shared/referencePath";
import { UsageError } from "../shared/usageError";
import { type WireFormat } from "../shared/wireFormat";
import { type SettledVintage, vintageFiles } from "../store/vintageFiles";
import { temporaryName } from "../store/wholeFile";
import { archiveFolder, cacheFolder } from "./cliFolders";
import { type CliService, startCliService } from "./cliService";
import { type Command, type CommandContext, sharedHelp, sharedOptions } from "./command";
import { exitCodes, NoDataError } from "./exitCodes";
import { formatOf, type Output, outputOf, printJson, writeOutput } from "./outputFile";
import { note, noteUnlisted, ProgressBar } from "./terminal";
import { asOfOption, oneOf, parsedArguments, typedReference } from "./typedArguments";

const help = `Usage: macro-signals vintages REFERENCE... --every STEP --from DAY --to DAY [-o FILE|FOLDER]
       macro-signals vintages REFERENCE... --as-ofs LIST [-o FILE|FOLDER]

Fetches signals and panels as of several times into one long table: as_of, Date, the tags, and
Level, Momentum and Aggregate as they were known then. An as-of in a reference is ignored.

  --every STEP          the ends of each week (Sunday), month, quarter or year, in UTC
  --from DAY, --to DAY  the first and last of them, for example 2019-01-31; none is in the future
  --as-ofs LIST         days or instants, separated by commas; or productions, the times of the
                        answers that macro-signals archive has stored
  --archive DIR         the folder of that archive, if it is not the usual one
  --kind FIT|SNAP       for references without a kind; by default FIT, each day as first reported
  -o, --output FILE     a file, which appears when it is complete; by default standard output
  --format FORMAT       csv, json or parquet; by default from the file's extension, else csv
  --partitioned         a folder with one file for each as-of, as_of=20240630T235959Z/part-0.csv,
                        which DuckDB, Spark, Dask and polars read as one table
${sharedHelp}
A vintage that the service does not have (404) is not a failure. Exits with 4 if a vintage failed
(the others are written), if the service has no vintage at all or does not have a panel (nothing is
written), or if it neither has nor lists a variant that you name without *.
At most ${maxVintageRequests.toLocaleString("en")} requests; for more, fetch a dataset in parts.
`;

/** The vintages that one run writes, and where. */
interface VintagesWork {
  readonly references: readonly Reference[];
  readonly grid: AsOfGrid;
  readonly output: Output;
  readonly format: WireFormat;
  readonly isPartitioned: boolean;
}

/** The counts of vintages by outcome. */
interface Tally {
  asked: number;
  missing: number;
  /** The signals that have a vintage, or failed, by their references without an as-of. */
  readonly known: Set<string>;
  readonly failed: { readonly reference: string; readonly reason: string }[];
  readonly leftOut: Set<string>;
}

export const vintagesCommand: Command = {
  name: "vintages",
  summary: "fetch signals as of several times into one table",
  help,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      ...sharedOptions,
      kind: { type: "string" },
      every: { type: "string" },
      from: { type: "string" },
      to: { type: "string" },
      "as-ofs": { type: "string" },
      archive: { type: "string" },
      output: { type: "string", short: "o" },
      format: { type: "string" },
      partitioned: { type: "boolean" },
    });
    const { environment, nowMs } = context;
    const dataKind = oneOf("--kind", ["FIT", "SNAP"], values.kind ?? "FIT");
    const end = { dataKind, asOf: "latest" } as const;
    const references = positionals.map((text) => typedReference(text, end));
    const isPartitioned = values.partitioned === true;
    const output = await vintageOutput(values.output, isPartitioned);
    const work: VintagesWork = {
      ...{ references, output, isPartitioned },
      grid: typedGrid(values, nowMs),
      format: formatOf(values.format, output),
    };
    expectVintages(work, values.json === true);
    const use = {
      ...{ isSample: values.sample === true, asOf: "latest" as const },
      cache: values.cache ?? cacheFolder(environment),
      ...(work.grid === "productions" && { archive: values.archive ?? archiveFolder(environment) }),
    };
    const connected = await startCliService(use, context);
    try {
      return await fetchVintages(connected, work, context, values.json === true);
    } finally {
      await connected.dispose();
    }
  },
};

/** @throws {@link UsageError} */
function typedGrid(
  values: Partial<Record<"every" | "from" | "to" | "as-ofs", string>>,
  nowMs: number,
): AsOfGrid {
  const { every, from, to, "as-ofs": list } = values;
  if (list !== undefined) {
    if (every !== undefined) throw new UsageError("--every and --as-ofs cannot be used together");
    if (list === "productions") return list;
    return list.split(",").map((text): Instant => {
      const asOf = asOfOption("--as-ofs", text, nowMs);
      if (asOf === "latest") throw new UsageError("--as-ofs cannot contain latest: name a day");
      return asOf;
    });
  }
  if (every === undefined) throw new UsageError("vintages needs --every STEP or --as-ofs LIST");
  const [first, last] = [from, to].map((text) => dayOfIso(text ?? ""));
  if (first === undefined || last === undefined) {
    throw new UsageError("--every needs --from DAY and --to DAY, for example 2019-01-31");
  }
  if (first > last) throw new UsageError("--from is later than --to");
  return { every: oneOf("--every", gridSteps, every), from: first, to: last };
}

async function vintageOutput(typed: string | undefined, isPartitioned: boolean): Promise<Output> {
  if (!isPartitioned) return outputOf(typed);
  if (typed === undefined) throw new UsageError("--partitioned needs --output FOLDER");
  const folder = path.resolve(typed);
  await outputOf(`${folder}/`);
  return { kind: "folder", folder };
}

/** @throws {@link UsageError} */
function expectVintages(
  { references, output, isPartitioned }: VintagesWork,
  isJson: boolean,
): void {
  if (references.length === 0) throw new UsageError("vintages needs a reference");
  if (references.some(({ family }) => family === "forecast")) {
    throw new UsageError("forecasts have no as-of");
  }
  if (output.kind === "folder" && !isPartitioned) {
    throw new UsageError("--output is a folder: add --partitioned, or name a file");
  }
  if (output.kind === "print" && isJson) throw new UsageError("--json needs --output");
}

async function fetchVintages(
  connected: CliService,
  { references, grid, output, format, isPartitioned }: VintagesWork,
  { signal, nowMs }: CommandContext,
  isJson: boolean,
): Promise<number> {
  const members = await expandedSignals(connected.service.catalog, references, signal);
  // Rounded up like the times of archived answers, so that one of this second is among them.
  const last = instantOfMs(nowMs);
  if (last === undefined) throw new RangeError("this computer's clock has no year");
  const productions = grid === "productions" ? await connected.productions() : [];
  const asOfs = asOfsOfGrid(grid, { last, productions });
  if (asOfs.length === 0) {
    throw new UsageError(
      grid === "productions"
        ? "the archive has no answers yet: run macro-signals archive first"
        : "these options select no as-of: widen --from and --to",
    );
  }
  const requests = members.length * asOfs.length;
  if (requests > maxVintageRequests) {
    throw new UsageError(
      `${requests} requests are more than the limit of ${maxVintageRequests}: fetch a dataset in parts, see macro-signals fetch --help`,
    );
  }
  const tally: Tally = { asked: 0, missing: 0, known: new Set(), failed: [], leftOut: new Set() };
  const bar = new ProgressBar("vintages");
  const request = { source: connected.service, members, asOfs };
  const form = { name: "table", format, isPartitioned };
  const files = vintageFiles(connected.worker, request, form, {
    ...{ signal, onProgress: bar.report },
    onSettled: (vintage) => count(tally, vintage),
  });
  try {
    const checked = checkedFiles(files, tally);
    if (output.kind === "folder") await writeFolder(output.folder, checked, signal);
    else {
      const file = output.kind === "file" ? output.file : undefined;
      for await (const { blocks } of checked) await writeOutput(file, blocks, signal);
    }
  } catch (error) {
    if (error instanceof NoDataError) noteProblems(tally);
    throw error;
  } finally {
    bar.end();
  }
  const missing = references.filter((each) => !tally.known.has(undatedPath(each)));
  const unlisted = await unlistedSignals(connected.service.catalog, missing, signal);
  return report(tally, unlisted.map(undatedPath), output, isJson);
}

function count(tally: Tally, vintage: SettledVintage): void {
  tally.asked += 1;
  const { reference } = vintage;
  if ("error" in vintage && vintage.error instanceof NotFoundError) {
    tally.missing += 1;
    return;
  }
  tally.known.add(undatedPath(reference));
  if (!("error" in vintage)) for (const name of vintage.leftOut) tally.leftOut.add(name);
  else {
    tally.failed.push({ reference: referencePath(reference), reason: messageOf(vintage.error) });
  }
}

type Files = ReturnType<typeof vintageFiles>;

/** The files. The last one fails before it is complete if no vintage was found, so that what was there stays. */
async function* checkedFiles(files: Files, tally: Tally): Files {
  for await (const { path: file, blocks } of files) {
    yield { path: file, blocks: checkedBlocks(blocks, tally) };
  }
  expectVintage(tally);
}

async function* checkedBlocks(
  blocks: AsyncIterable<Uint8Array>,
  tally: Tally,
): AsyncGenerator<Uint8Array, void, void> {
  yield* blocks;
  expectVintage(tally);
}

function expectVintage({ asked, missing, failed }: Tally): void {
  if (asked === missing + failed.length)
    throw new NoDataError("there are no vintages", failed.length > 0);
}

/**
 * Writes the files into a new folder, which then takes the place of the old one.
 *
 * @throws {@link UsageError} if the folder holds anything but such files.
 */
async function writeFolder(folder: string, files: Files, signal: AbortSignal): Promise<void> {
  const names = await readdir(folder).catch(() => undefined);
  if (names?.some((name) => !name.startsWith("as_of=")) === true) {
    throw new UsageError("--output is a folder that contains other files: name a new one");
  }
  const beside = (): string => path.join(path.dirname(folder), temporaryName());
  const staging = beside();
  try {
    for await (const { path: file, blocks } of files) {
      const [, ...steps] = file.split("/");
      await writeOutput(path.join(staging, ...steps), blocks, signal);
    }
    signal.throwIfAborted();
    if (names === undefined) await rename(staging, folder);
    else await replaceFolder(folder, staging, beside());
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** @param aside - A free name for the old folder. */
async function replaceFolder(folder: string, staging: string, aside: string): Promise<void> {
  await rename(folder, aside);
  try {
    await rename(staging, folder);
  } catch (error) {
    await rename(aside, folder);
    throw error;
  }
  await rm(aside, { recursive: true, force: true });
}

function noteProblems({ asked, missing, failed }: Tally): void {
  for (const { reference, reason } of failed) note(`failed: ${reference}: ${reason}`);
  if (missing > 0) note(`the service does not have ${missing} of ${asked} vintages`);
}

async function report(
  tally: Tally,
  unlisted: readonly string[],
  output: Output,
  isJson: boolean,
): Promise<number> {
  const { asked, missing, failed, leftOut } = tally;
  noteProblems(tally);
  for (const reference of unlisted) noteUnlisted(reference);
  if (leftOut.size > 0) note(`columns left out: ${[...leftOut].sort().join(", ")}`);
  if (isJson) {
    const place =
      output.kind === "folder" ? output.folder : output.kind === "file" ? output.file : "";
    const counts = { vintages: asked - missing - failed.length, missing };
    const names = [...leftOut].sort();
    await printJson({ output: place, ...counts, failed, unknown: unlisted, leftOut: names });
  }
  return failed.length + unlisted.length > 0 ? exitCodes.partial : exitCodes.done;
}
