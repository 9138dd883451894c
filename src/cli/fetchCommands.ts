import { type DatasetOutcome, fetchDataset } from "../dataset/fetchDataset";
import { lockParts } from "../dataset/lockParts";
import { type DatasetPart, maxDatasetParts } from "../dataset/source";
import { type DatasetSpec, lockEnding, specEnding } from "../dataset/spec";
import { type AbsentLine, type DatasetLock } from "../dataset/lock";
import { endOfDay, isLaterThan, presentInstant } from "../shared/instant";
import { referencePath, undatedPath } from "../shared/referencePath";
import { UsageError } from "../shared/usageError";
import { type Command, sharedHelp } from "./command";
import {
  connectTo,
  datasetOptions,
  onlyArgument,
  readLock,
  readSpec,
  sourceOf,
} from "./datasetFile";
import { exitCodes } from "./exitCodes";
import { printJson } from "./outputFile";
import { note, noteUnlisted, print, ProgressBar } from "./terminal";
import { parsedArguments } from "./typedArguments";

const fetchHelp = `Usage: macro-signals fetch [--locked] [--part K/N] NAME${specEnding}

Fetches all tables of a dataset, and records what it fetched in NAME${lockEnding}. Files and
lock are replaced only when everything is complete; after a failure or an interruption they are as
before, and the next fetch requests only what is not cached yet.

  --locked              restore what the lock records: latest and * mean what they meant then, files
                        that match are not touched, and every value must match
  --part K/N            fetch one of N parts, which can run on several machines in a shared folder;
                        macro-signals lock then completes the dataset. Only partitioned tables
                        are divided; the others belong to part 1. A part is refused while the whole
                        dataset is being fetched, and where parts of another N exist
  --archive DIR         the folder of macro-signals archive, for the as-ofs "productions"
${sharedHelp}
The service must be that of the dataset; otherwise the command exits with 5 before any request.
Exits with 1 if a value or the dataset differs from the lock (--locked), or if parts of another N
exist, with 3 while another process writes the dataset, and with 4 if a series failed. A series that
the service does not have (404) is recorded in the lock. It counts as failed only if the dataset
names it without * and it is a forecast, or a variant that the service does not list: probably a
typo. Exits with 4, too, and writes nothing, if the signal or a tag kind of a panel does not exist.
`;

export const fetchCommand: Command = {
  name: "fetch",
  summary: "fetch a dataset and write its lock",
  help: fetchHelp,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      ...datasetOptions,
      locked: { type: "boolean" },
      part: { type: "string" },
    });
    const file = onlyArgument("fetch", positionals);
    const part = typedPart(values.part);
    const job = await readSpec(file);
    const { lock: locked } = values.locked === true ? await readLock(file) : {};
    if (locked !== undefined && part !== undefined) {
      throw new UsageError("--locked and --part cannot be used together");
    }
    const connected = await connectTo(job.spec, values, context);
    if (locked === undefined) noteFuture(job.spec);
    const bar = new ProgressBar(job.name);
    const choice = { signal: context.signal, onProgress: bar.report, part, locked };
    try {
      const outcome = await fetchDataset(sourceOf(connected), job, choice);
      bar.end();
      const { lock, failed, unknown, leftOut, rewritten, notDeleted } = outcome;
      if (leftOut.length > 0) note(`columns left out: ${leftOut.join(", ")}`);
      for (const file of rewritten) {
        note(
          `same values as in the lock but different bytes, whose digest the lock now has: ${file}`,
        );
      }
      for (const file of notDeleted) {
        note(
          `could not be deleted, though the dataset no longer has it; the next fetch tries again: ${file}`,
        );
      }
      await report(lock, outcome, values.json === true);
      return failed.length + unknown.length > 0 ? exitCodes.partial : exitCodes.done;
    } finally {
      bar.end();
      await connected.dispose();
    }
  },
};

/** Says which tables will have more vintages later, which would otherwise be found as drift. */
function noteFuture({ tables }: DatasetSpec): void {
  const now = presentInstant();
  for (const table of tables) {
    if (table.kind !== "vintages" || table.asOfs === "productions") continue;
    const { asOfs } = table;
    const last = "from" in asOfs ? endOfDay(asOfs.to) : [...asOfs].sort().at(-1);
    if (last !== undefined && isLaterThan(last, now))
      note(`${table.name}: as-ofs after ${now} are left out`);
  }
}

const lockHelp = `Usage: macro-signals lock NAME${specEnding} --parts N

Completes a dataset that was fetched in parts: checks that all N parts are present, belong to this
dataset and have the same as-ofs, and that their files are unchanged, then writes the lock. Needs
neither the service nor a key.

  --parts N             the number of parts
  --json                the result as JSON on the standard output

Exits with 1 if a part is missing or does not fit, and with 4 if a series failed.
`;

export const lockCommand: Command = {
  name: "lock",
  summary: "complete a dataset that was fetched in parts",
  help: lockHelp,
  async run(args) {
    const { values, positionals } = parsedArguments(args, {
      parts: { type: "string" },
      json: { type: "boolean" },
    });
    const job = await readSpec(onlyArgument("lock", positionals));
    const lock = await lockParts(job, typedCount("--parts", values.parts ?? ""));
    const absent = lock.series.filter((each): each is AbsentLine => "absent" in each);
    const [missing, failed] = [true, false].map((isMissing) =>
      absent.filter((each) => (each.absent === 404) === isMissing),
    );
    const lines = { failed: failed ?? [], missing: missing ?? [] };
    await report(lock, lines, values.json === true);
    return lines.failed.length > 0 ? exitCodes.partial : exitCodes.done;
  },
};

type Lines = Partial<DatasetOutcome> & {
  readonly failed: readonly AbsentLine[];
  readonly missing: readonly AbsentLine[];
};

async function report(
  { asOf, files, series }: DatasetLock,
  { failed, missing, unknown = [], ...lists }: Lines,
  isJson: boolean,
): Promise<void> {
  const named = (lines: readonly AbsentLine[]) =>
    lines.map(({ table, reference, absent }) => {
      return { table, reference: referencePath(reference), absent };
    });
  const undated = unknown.map(({ table, reference }) => {
    return { table, reference: undatedPath(reference) };
  });
  if (isJson) {
    const counts = { asOf, files: files.length, series: series.length };
    const absent = { missing: named(missing), failed: named(failed), unknown: undated };
    const { written = [], leftOut = [], rewritten = [], notDeleted = [] } = lists;
    return printJson({ ...counts, written, leftOut, rewritten, notDeleted, ...absent });
  }
  for (const { table, reference, absent } of named(failed)) {
    const isRejected = absent === 400 || absent === 422;
    const hint = isRejected ? ", perhaps because the signal has no such tag kind" : "";
    note(`failed: ${table}: ${reference}: ${absent}${hint}`);
  }
  for (const { table, reference } of undated) noteUnlisted(`${table}: ${reference}`);
  const there = series.length - missing.length - failed.length;
  const coverage = missing.length === 0 ? "" : `, ${missing.length} that the service does not have`;
  await print(
    `${files.length} ${files.length === 1 ? "file" : "files"}, ${there} series${coverage}\n`,
  );
}

/** @throws {@link UsageError} */
function typedPart(typed: string | undefined): DatasetPart | undefined {
  if (typed === undefined) return undefined;
  const [first = "", second = "", ...more] = typed.split("/");
  const [k, n] = [typedCount("--part", first), typedCount("--part", second)];
  if (k > n || more.length > 0) throw new UsageError("--part must be K/N, for example 3/8");
  return { k, n };
}

function typedCount(option: string, typed: string): number {
  const number = Number(typed);
  if (/^\d{1,5}$/.test(typed) && number >= 1 && number <= maxDatasetParts) return number;
  throw new UsageError(
    `${option} needs ${option === "--part" ? "K/N, for example 3/8" : "a number"}`,
  );
}
