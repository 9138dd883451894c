import { createHash } from "node:crypto";
import { type ParseError, findNodeAtLocation } from "jsonc-parser";
import * as v from "valibot";
import { compareTexts } from "../shared/compareTexts";
import { dayOfIso, isoOfDay, isDay, type Day } from "../shared/day";
import { type Instant, instantOfText } from "../shared/instant";
import { parsedJson } from "../shared/jsonText";
import { type SeriesRef } from "../shared/reference";
import { referenceOfPath, referencePath } from "../shared/referencePath";
import { DatasetLockError } from "./errors";
import { expectDataPath } from "./outputName";
import { maxDatasetParts } from "./source";
import { type DatasetSpec, datasetVersion, formatDatasetSpec } from "./spec";
import { jsonTree } from "./specReading";

/** A data file that a fetch wrote. */
export interface LockedFile {
  /** Below the folder of the spec, with `/`. */
  readonly path: string;
  readonly table: string;
  /** The digest of its bytes, hexadecimal. */
  readonly sha256: string;
  readonly rows: number;
}

/** Why a series is not in its table: an HTTP status, or a word for an answer that is no series. */
export type AbsenceReason = number | string;

/** A series as it was fetched. */
export interface HeldLine {
  readonly table: string;
  /** With a fixed as-of, for a signal. */
  readonly reference: SeriesRef;
  /** When a forecast was retrieved; absent for a signal. */
  readonly retrieved?: Instant;
  readonly rows: number;
  /** The first and last day; absent if there are no rows. */
  readonly first?: Day;
  readonly last?: Day;
  /** `macro-values/1:` and the digest of its values. */
  readonly values: string;
  /** Whether the answer is final; absent for a forecast, which never is. */
  readonly settled?: boolean;
}

/** A series that the service does not have, or does not return. */
export interface AbsentLine {
  readonly table: string;
  readonly reference: SeriesRef;
  readonly absent: AbsenceReason;
}

export type LockedSeries = HeldLine | AbsentLine;

/** The content of `NAME.macrodata.lock.json`, which a fetch writes. */
export interface DatasetLock {
  readonly service: string;
  /** The instant of all references without an own as-of; absent if there are none. */
  readonly asOf?: Instant;
  /** As {@link specDigest} returns it. */
  readonly spec: string;
  /** The number of parts in which partitioned tables were fetched; absent if they were fetched as a whole. */
  readonly parts?: number;
  /** Sorted by path. */
  readonly files: readonly LockedFile[];
  /** Sorted by table and reference. */
  readonly series: readonly LockedSeries[];
}

/** `sha256:` and the digest of the canonical text of a spec. */
export function specDigest(spec: DatasetSpec): string {
  return `sha256:${createHash("sha256").update(formatDatasetSpec(spec)).digest("hex")}`;
}

/** The text of a lock: one file and one series a line, sorted by code unit, so that a review shows what changed. */
export function formatDatasetLock(lock: DatasetLock): string {
  const { service, asOf, spec, parts, files, series } = lock;
  const fileLines = files.map(({ path, table, sha256, rows }) =>
    lineOf({ path, table, sha256, rows }),
  );
  const head = Object.entries({ macrodata: datasetVersion, service, asOf, spec, parts });
  const fields = [
    ...head.flatMap(([name, value]) =>
      value === undefined ? [] : [`  "${name}": ${JSON.stringify(value)}`],
    ),
    `  "files": ${listOf(fileLines)}`,
    `  "series": ${listOf(sortedSeries(series).map(seriesLine))}`,
  ];
  return `{\n${fields.join(",\n")}\n}\n`;
}

/** Series in the order of locks. */
export function sortedSeries(series: readonly LockedSeries[]): readonly LockedSeries[] {
  return series
    .map((each) => ({ each, key: `${each.table}\n${referencePath(each.reference)}` }))
    .sort((one, other) => compareTexts(one.key, other.key))
    .map(({ each }) => each);
}

function seriesLine(series: LockedSeries): string {
  const { table } = series;
  const reference = referencePath(series.reference);
  if ("absent" in series) return lineOf({ table, reference, absent: series.absent });
  const { retrieved, rows, first, last, values, settled } = series;
  const days =
    first === undefined || last === undefined
      ? {}
      : { first: isoOfDay(first), last: isoOfDay(last) };
  return lineOf({ table, reference, retrieved, rows, ...days, values, settled });
}

function lineOf(fields: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return `{ ${entries.map(([name, value]) => `"${name}": ${JSON.stringify(value)}`).join(", ")} }`;
}

function listOf(lines: readonly string[]): string {
  if (lines.length === 0) return "[]";
  return `[\n${lines.map((line) => `    ${line}`).join(",\n")}\n  ]`;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const instant = v.pipe(
  v.string(),
  v.transform(instantOfText),
  v.custom<Instant>((found) => found !== undefined),
);
const day = v.pipe(v.string(), v.transform(dayOfIso), v.custom<Day>(isDay));
const seriesReference = v.pipe(
  v.string(),
  v.maxLength(4_000),
  v.transform(referenceOfPath),
  v.custom<SeriesRef>((found) => isFixedSeries(found as SeriesRef | undefined)),
);

/** A line of a table has a series, never a panel, and never of latest. */
function isFixedSeries(reference: SeriesRef | undefined): boolean {
  if (reference?.family === "forecast") return true;
  return reference?.family === "signal" && reference.asOf !== "latest";
}

const fileSchema = v.strictObject({
  path: v.string(),
  table: v.string(),
  sha256: digest,
  rows: count,
});
const heldSchema = v.strictObject({
  table: v.string(),
  reference: seriesReference,
  retrieved: v.exactOptional(instant),
  rows: count,
  first: v.exactOptional(day),
  last: v.exactOptional(day),
  values: v.pipe(v.string(), v.regex(/^macro-values\/1:[0-9a-f]{64}$/)),
  settled: v.exactOptional(v.boolean()),
});
const absentSchema = v.strictObject({
  table: v.string(),
  reference: seriesReference,
  absent: v.union([
    v.pipe(count, v.minValue(100), v.maxValue(599)),
    v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)),
  ]),
});
const lockSchema = v.strictObject({
  macrodata: v.literal(datasetVersion),
  service: v.pipe(v.string(), v.maxLength(2_048), v.regex(/^[\x21-\x7e]+$/)),
  asOf: v.exactOptional(instant),
  spec: v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/)),
  parts: v.exactOptional(v.pipe(count, v.minValue(1), v.maxValue(maxDatasetParts))),
  files: v.array(fileSchema),
  series: v.array(
    v.lazy((line) =>
      typeof line === "object" && line !== null && "absent" in line ? absentSchema : heldSchema,
    ),
  ),
});

/**
 * The lock in a text.
 *
 * @throws {@link DatasetLockError} for a text that no fetch wrote; {@link DatasetPathError} for a file elsewhere.
 */
export function parseDatasetLock(text: string): DatasetLock {
  const parsed = v.safeParse(lockSchema, parsedJson(text), { abortEarly: true });
  if (!parsed.success) throw lockError(text, parsed.issues[0]);
  const { macrodata: _version, files, series, ...head } = parsed.output;
  for (const { path } of files) expectDataPath(path);
  return {
    ...head,
    files: files.toSorted((one, other) => compareTexts(one.path, other.path)),
    series: sortedSeries(series),
  };
}

function lockError(text: string, issue: v.BaseIssue<unknown>): DatasetLockError {
  const errors: ParseError[] = [];
  const root = jsonTree(text, errors);
  const [first] = errors;
  if (first !== undefined || root === undefined) {
    return new DatasetLockError(lineAt(text, first?.offset ?? 0), "not valid JSON");
  }
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  // A missing field has no place; its object has one.
  const node = findNodeAtLocation(root, path) ?? findNodeAtLocation(root, path.slice(0, -1));
  const field = path.findLast((key) => typeof key === "string") ?? "the lock";
  return new DatasetLockError(lineAt(text, node?.offset ?? 0), `${field} is not valid`);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
