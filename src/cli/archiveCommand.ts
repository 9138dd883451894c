import { instantOfMs } from "../shared/instant";
import { UsageError } from "../shared/usageError";
import { type KeptAnswer } from "../store/keptAnswer";
import { archiveFolder } from "./cliFolders";
import { startCliService } from "./cliService";
import { type Command } from "./command";
import { exitCodes } from "./exitCodes";
import { printJson } from "./outputFile";
import { print } from "./terminal";
import { parsedArguments } from "./typedArguments";

const help = `Usage: macro-signals archive [--folder DIR] [--sample] [--json]

Archives the latest signals and forecasts, of which the service has no history; run it every night.
An answer that equals the one before is not stored again. All answers of the last 14 days are kept,
then the last of each day for a year, then the last of each month.

  --folder DIR  the folder of the archive; the default is the platform's folder for data, for
                example ~/.local/share/macro-signals. Its contents cannot be fetched again
  --sample      synthetic data from an embedded service
  --json        the result as JSON on the standard output

Vintages and datasets with the as-ofs "productions" use the times of these answers.
`;

export const archiveCommand: Command = {
  name: "archive",
  summary: "archive the latest signals and forecasts, for a nightly job",
  help,
  async run(args, context) {
    const { values, positionals } = parsedArguments(args, {
      folder: { type: "string" },
      sample: { type: "boolean" },
      json: { type: "boolean" },
    });
    if (positionals.length > 0) throw new UsageError("archive takes no arguments; see --folder");
    const archive = values.folder ?? archiveFolder(context.environment);
    const use = { isSample: values.sample === true, asOf: "latest", archive } as const;
    const connected = await startCliService(use, context);
    try {
      const { signal } = context;
      const { catalog } = connected.service;
      await connected.archive?.begin();
      const signals = await catalog.latestSignals({ signal });
      const forecasts = await catalog.latestForecasts({ signal });
      const kept = [
        await connected.archive?.keep("signals", signals),
        await connected.archive?.keep("forecasts", forecasts),
      ];
      await report(kept, archive, values.json === true);
      return kept.includes(undefined) ? exitCodes.failed : exitCodes.done;
    } finally {
      await connected.dispose();
    }
  },
};

async function report(
  kept: readonly (KeptAnswer | undefined)[],
  folder: string,
  isJson: boolean,
): Promise<void> {
  const answers = kept.flatMap((answer) =>
    answer === undefined
      ? []
      : [
          {
            kind: answer.kind,
            since: instantOfMs(answer.fetchedAtMs),
            isNew: answer.fetchedAtMs === answer.seenAtMs,
          },
        ],
  );
  if (isJson) return printJson({ folder, answers });
  for (const { kind, since, isNew } of answers) {
    await print(`${kind}: ${isNew ? "archived" : `unchanged since ${since ?? ""}`}\n`);
  }
}
