import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { DatasetServiceError } from "../dataset/errors";
import { type DatasetLock, parseDatasetLock } from "../dataset/lock";
import { parseDatasetSpec } from "../dataset/parseSpec";
import { type DatasetPlace, type DatasetSource } from "../dataset/source";
import { type DatasetSpec, lockEnding, specEnding } from "../dataset/spec";
import { specFaultText } from "../dataset/specFaultText";
import { messageOf } from "../shared/messageOf";
import { UsageError } from "../shared/usageError";
import { isAbsence } from "../store/checkedFile";
import { archiveFolder, cacheFolder } from "./cliFolders";
import { chosenService, type CliService, startCliService } from "./cliService";
import { type CommandContext, sharedOptions } from "./command";

/** The options of commands that ask the service about a dataset. */
export const datasetOptions = { ...sharedOptions, archive: { type: "string" } } as const;

/** The typed values of {@link datasetOptions}. */
interface DatasetValues {
  readonly sample?: boolean | undefined;
  readonly cache?: string | undefined;
  readonly archive?: string | undefined;
}

/** A specification on disk. */
export interface SpecFile extends DatasetPlace {
  readonly spec: DatasetSpec;
}

/** The only argument of a command. @throws {@link UsageError} */
export function onlyArgument(command: string, positionals: readonly string[]): string {
  const [file, ...others] = positionals;
  if (file !== undefined && others.length === 0) return file;
  throw new UsageError(`${command} needs one file: NAME${specEnding}`);
}

/** @throws {@link UsageError} with all faults of the specification, one a line. */
export async function readSpec(file: string): Promise<SpecFile> {
  const place = placeOf(file, specEnding);
  if (place === undefined) throw new UsageError(`${file} does not end with ${specEnding}`);
  const parsed = parseDatasetSpec(await textOf(file));
  if ("spec" in parsed) return { ...place, spec: parsed.spec };
  const lines = parsed.faults.map((fault) => {
    return `${file}:${fault.line}:${fault.column}: ${specFaultText(fault)}`;
  });
  throw new UsageError(lines.join("\n"));
}

/** The lock of a dataset, by its own name or by that of the specification. */
export async function readLock(
  file: string,
): Promise<DatasetPlace & { readonly lock: DatasetLock }> {
  const place = placeOf(file, lockEnding) ?? placeOf(file, specEnding);
  if (place === undefined) {
    throw new UsageError(`${file} ends with neither ${specEnding} nor ${lockEnding}`);
  }
  const lockFile = path.join(place.root, `${place.name}${lockEnding}`);
  if (!existsSync(lockFile)) {
    throw new UsageError(`there is no ${place.name}${lockEnding}: run macro-signals fetch first`);
  }
  return { ...place, lock: parseDatasetLock(await textOf(lockFile)) };
}

/**
 * Connects to the service of a dataset.
 *
 * @throws {@link DatasetServiceError} if the environment, or `--sample`, chooses another one.
 */
export async function connectTo(
  { service, tables = [] }: Partial<DatasetSpec> & { readonly service: string },
  { sample, cache, archive }: DatasetValues,
  context: CommandContext,
): Promise<CliService> {
  const { environment } = context;
  const isSample = sample === true;
  if (chosenService(isSample, environment) !== service) throw new DatasetServiceError(service);
  const needsArchive = tables.some(
    (table) => table.kind === "vintages" && table.asOfs === "productions",
  );
  const use = {
    ...{ isSample, asOf: "latest" as const, cache: cache ?? cacheFolder(environment) },
    ...(needsArchive && { archive: archive ?? archiveFolder(environment) }),
  };
  return startCliService(use, context);
}

export function sourceOf({ service, worker, productions }: CliService): DatasetSource {
  const { client, series, catalog, isSample } = service;
  return { client, series, catalog, worker, service: service.service, isSample, productions };
}

/** Undefined for a file with another ending. */
function placeOf(file: string, ending: string): DatasetPlace | undefined {
  const whole = path.resolve(file);
  if (!whole.endsWith(ending)) return undefined;
  return { root: path.dirname(whole), name: path.basename(whole, ending) };
}

async function textOf(file: string): Promise<string> {
  try {
    // Without the byte order mark of some editors.
    return new TextDecoder().decode(await readFile(file));
  } catch (error) {
    const words = isAbsence(error) ? `there is no file ${file}` : messageOf(error);
    throw new UsageError(words, { cause: error });
  }
}
