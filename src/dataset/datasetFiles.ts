import { readdir } from "node:fs/promises";
import path from "node:path";
import { isAbsence } from "../store/checkedFile";
import { type DatasetPart, type DatasetPlace } from "./source";
import { type DatasetSpec, lockEnding } from "./spec";
import { expectNoLink } from "./staging";

/** Where the lock of a dataset is, below the root. */
export function lockPathOf({ name }: DatasetPlace): string {
  return `${name}${lockEnding}`;
}

/** The record of a part that has been fetched: the content of a lock. */
export interface PartRecord extends DatasetPart {
  /** Below the root. */
  readonly path: string;
}

/** Where the record of a part is, below the root. */
export function partPathOf(
  name: string,
  { folder }: DatasetSpec["output"],
  part: DatasetPart,
): string {
  const own = `.macrodata-parts/${name}${partSuffix(part)}.json`;
  return folder === "." ? own : `${folder}/${own}`;
}

/**
 * The records of all parts of a dataset, whatever their number.
 *
 * @throws DatasetPathError for a link.
 */
export async function partRecords(
  root: string,
  { name, spec }: { readonly name: string; readonly spec: DatasetSpec },
): Promise<readonly PartRecord[]> {
  const folder = path.posix.dirname(partPathOf(name, spec.output, { k: 1, n: 1 }));
  await expectNoLink(root, folder.split("/"));
  const files = await readdir(path.join(root, ...folder.split("/"))).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
  return files.flatMap((file) => {
    const part = partIn(file, name, ".json");
    return part === undefined ? [] : [{ ...part, path: `${folder}/${file}` }];
  });
}

/** The name of the file that marks a dataset, or a part of it, as being fetched. */
export function markerName(name: string, part: DatasetPart | undefined): string {
  return `.${name}${partSuffix(part)}${markerEnding}`;
}

/**
 * Whether a process excludes the one with another marker. Only parts of the same number of parts run side by side.
 *
 * @param part - Of the process itself; undefined for the whole dataset and its lock.
 * @param other - The name of the other marker.
 */
export function excludesMarker(
  name: string,
  part: DatasetPart | undefined,
  other: string,
): boolean {
  if (other === markerName(name, part)) return false;
  if (other === markerName(name, undefined)) return true;
  const otherPart = partIn(other, `.${name}`, markerEnding);
  return otherPart !== undefined && otherPart.n !== part?.n;
}

const markerEnding = ".macrodata.busy";

function partSuffix(part: DatasetPart | undefined): string {
  return part === undefined ? "" : `-${part.k}-of-${part.n}`;
}

/** The part that a file's name names. */
function partIn(file: string, start: string, ending: string): DatasetPart | undefined {
  if (!file.startsWith(start) || !file.endsWith(ending)) return undefined;
  const [, k, n] = /^-(\d+)-of-(\d+)$/.exec(file.slice(start.length, -ending.length)) ?? [];
  return k === undefined ? undefined : { k: Number(k), n: Number(n) };
}
