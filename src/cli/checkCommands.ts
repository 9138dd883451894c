import { type DriftReport, datasetDrift } from "../dataset/datasetDrift";
import { type ReportFormat, reportFormats, reportText } from "../dataset/reportText";
import { lockEnding, specEnding } from "../dataset/spec";
import { type VerifyReport, verifyDataset } from "../dataset/verifyDataset";
import { type Command, type CommandContext, sharedHelp } from "./command";
import { type CliService } from "./cliService";
import {
  connectTo,
  datasetOptions,
  onlyArgument,
  readLock,
  readSpec,
  sourceOf,
} from "./datasetFile";
import { exitCodes } from "./exitCodes";
import { print, ProgressBar } from "./terminal";
import { oneOf, parsedArguments } from "./typedArguments";

const verifyHelp = `Usage: macro-signals verify [--files] NAME${specEnding}|NAME${lockEnding}

Checks that the files of a dataset match its lock, and that the service, which is asked again, still
returns the same values at the same as-ofs. Forecasts have no as-of: only their files are checked.
Writes nothing but the cache.

  --files               only the files; needs neither the service nor a key
  --format FORMAT       text (the default), json or markdown
${sharedHelp}
Exits with 1 if anything differs or is missing, and with 4 if a series cannot be fetched.
`;

const formatOption = { format: { type: "string" } } as const;

export const verifyCommand: Command = {
  name: "verify",
  summary: "check the files and the service against the lock",
  help: verifyHelp,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      ...datasetOptions,
      ...formatOption,
      files: { type: "boolean" },
    });
    const format = typedFormat(values);
    const { root, name, lock } = await readLock(onlyArgument("verify", positionals));
    const connected = values.files === true ? undefined : await connectTo(lock, values, context);
    const report = await watched(name, connected, context, (watch) =>
      verifyDataset(connected && sourceOf(connected), { root, lock }, watch),
    );
    await print(reportText(report, format));
    return exitCodeOfVerify(report);
  },
};

const driftHelp = `Usage: macro-signals drift [--format text|json|markdown] NAME${specEnding}

Compares the lock of a dataset with what a fetch would return now: latest means now, and * is
expanded again. Lists series that changed, were added or are gone. Lists separately what is not
drift: new days of latest and of forecasts (at an unchanged as-of, new days are drift), differences
by rounding alone, and series that cannot be fetched. Writes nothing but the cache.

  --format FORMAT       text (the default), json or markdown
  --archive DIR         the folder of macro-signals archive, for the as-ofs "productions"
${sharedHelp}
Exits with 1 if there is drift, and with 4 if there is none but a series cannot be fetched.
`;

export const driftCommand: Command = {
  name: "drift",
  summary: "compare the lock of a dataset with what the service returns now",
  help: driftHelp,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, { ...datasetOptions, ...formatOption });
    const format = typedFormat(values);
    const file = onlyArgument("drift", positionals);
    const { root, name, spec } = await readSpec(file);
    const { lock } = await readLock(file);
    const connected = await connectTo(spec, values, context);
    const report = await watched(name, connected, context, (watch) =>
      datasetDrift(sourceOf(connected), { root, spec, lock }, watch),
    );
    await print(reportText(report, format));
    return exitCodeOfDrift(report);
  },
};

/** @throws UsageError */
function typedFormat(values: {
  readonly format?: string | undefined;
  readonly json?: boolean | undefined;
}): ReportFormat {
  return oneOf(
    "--format",
    reportFormats,
    values.format ?? (values.json === true ? "json" : "text"),
  );
}

/** Runs a comparison with its progress, and disconnects. */
async function watched<T>(
  name: string,
  connected: CliService | undefined,
  { signal }: CommandContext,
  compare: (watch: { signal: AbortSignal; onProgress: ProgressBar["report"] }) => Promise<T>,
): Promise<T> {
  const bar = new ProgressBar(name);
  try {
    return await compare({ signal, onProgress: bar.report });
  } finally {
    bar.end();
    await connected?.dispose();
  }
}

function exitCodeOfVerify({ isSame, files, series }: VerifyReport): number {
  if (isSame) return exitCodes.done;
  const states = [...files, ...series].map(({ state }) => state);
  const differs = states.some((state) => state !== "same" && state !== "cannot be fetched");
  return differs ? exitCodes.different : exitCodes.partial;
}

function exitCodeOfDrift({ isDrift, broken }: DriftReport): number {
  if (isDrift) return exitCodes.different;
  return broken.length > 0 ? exitCodes.partial : exitCodes.done;
}
