import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { arrangedSeries, distinctCoordinates } from "../data/coordinates";
import { type Frame } from "../data/frame";
import { type HeldTable } from "../data/table/content";
import { type LongColumn, type LongPart, longLayout } from "../data/table/long";
import { tableMetadata } from "../data/table/metadata";
import { Urgency } from "../service/urgency";
import { type Instant } from "../shared/instant";
import { type SeriesRef } from "../shared/reference";
import { loadedAhead, seriesAhead } from "../store/loadedAhead";
import { longBlocks } from "../store/tableBlocks";
import { type SettledVintage, vintageFiles } from "../store/vintageFiles";
import { type LockedFile, type LockedSeries } from "./lock";
import { isTableName } from "./outputName";
import { type PlannedTable, type PlannedVintages } from "./plan";
import {
  type SettledSeries,
  absenceReasonOf,
  lineOfSettled,
  scoresOf,
  settledSeries,
} from "./settledSeries";
import { type DatasetSource } from "./source";
import { type DatasetOutput } from "./spec";
import { type Staging } from "./staging";

/** A table whose files wait in the staging folder. */
export interface StagedTable {
  readonly files: readonly LockedFile[];
  readonly series: readonly LockedSeries[];
  /** Columns of answers that a table of vintages does not have. */
  readonly leftOut: readonly string[];
}

export interface WriteWatch {
  readonly signal: AbortSignal;
  /** Called once for each series of the plan. */
  readonly onSettled: () => void;
}

/** Where a table goes. */
interface Destination {
  readonly source: DatasetSource;
  readonly staging: Staging;
  readonly output: DatasetOutput;
}

type SeriesPlan = Extract<PlannedTable, { readonly kind: "series" }>;

/**
 * Fetches a table and writes its files to the staging folder; a few of its series are in memory at a time.
 *
 * @throws what would fail for every series, as the file system does, and the signal's reason when it aborts.
 */
export async function stagedTable(
  to: Destination,
  table: PlannedTable,
  watch: WriteWatch,
): Promise<StagedTable> {
  if (table.kind === "vintages") return writeVintages(to, table, watch);
  return table.isSingle || table.layout === "files"
    ? writeFiles(to, table, watch)
    : writeLong(to, table, watch);
}

/** The path of a file or folder of a table, below the root. */
export function outputPath({ folder }: DatasetOutput, name: string): string {
  return folder === "." ? name : `${folder}/${name}`;
}

/** The members as in the order of their table, settled a few ahead. */
function settledInOrder<T>(
  { source: { series } }: Destination,
  items: readonly T[],
  referenceOf: (item: T) => SeriesRef,
  signal: AbortSignal,
): AsyncGenerator<{ item: T; settled: SettledSeries }, void, void> {
  const urgency = new Urgency("bulk");
  const load = async (item: T, own: AbortSignal): Promise<{ item: T; settled: SettledSeries }> => {
    return {
      item,
      settled: await settledSeries(series, referenceOf(item), { signal: own, urgency }),
    };
  };
  return loadedAhead(items, seriesAhead, load, signal);
}

/** One file a series. */
async function writeFiles(
  to: Destination,
  table: SeriesPlan,
  { signal, onSettled }: WriteWatch,
): Promise<StagedTable> {
  const { source, staging, output } = to;
  const { service, isSample, worker } = source;
  const names = seriesFileNames(table);
  const files: LockedFile[] = [];
  const series: LockedSeries[] = [];
  const items = settledInOrder(to, [...names], ([reference]) => reference, signal);
  for await (const { item, settled } of items) {
    onSettled();
    series.push(lineOfSettled(table.name, settled));
    if ("absent" in settled) continue;
    const { reference, frame, retrievedAt } = settled;
    const held = { kind: "series", member: { reference, retrievedAt, service, isSample } } as const;
    const bytes = await worker.encode(frame, output.format, tableMetadata(held), signal);
    const path = outputPath(output, `${item[1]}.${output.format}`);
    const { sha256 } = await staging.write(path, [bytes]);
    files.push({ path, table: table.name, sha256, rows: frame.days.length });
  }
  return { files, series, leftOut: [] };
}

/** The name of each series' file: the table's, or in its folder what distinguishes the series. */
export function seriesFileNames({
  name,
  members,
  isSingle,
}: SeriesPlan): ReadonlyMap<SeriesRef, string> {
  if (isSingle) return new Map(members.map((reference) => [reference, name]));
  const all = arrangedSeries(members.map((reference) => ({ reference, service: "" })));
  const { series } = members.length > 1 ? distinctCoordinates(all) : all;
  const words = series.map(({ item, coordinates }) => {
    const text = coordinates.filter((value) => value !== null && value !== "").join("_");
    const plain = text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[._-]+/, "");
    const id = createHash("sha256").update(JSON.stringify(coordinates)).digest("hex");
    return { reference: item.reference, text, plain, id };
  });
  const counts = new Map<string, number>();
  for (const { plain } of words) {
    counts.set(plain.toLowerCase(), (counts.get(plain.toLowerCase()) ?? 0) + 1);
  }
  return new Map(
    words.map(({ reference, text, plain, id }) => {
      const isUnique = counts.get(plain.toLowerCase()) === 1;
      const isWhole = plain === text && isUnique && isTableName(plain);
      const cut = [plain.slice(0, 40), id.slice(0, 10)].filter((each) => each !== "").join("_");
      return [reference, `${name}/${isWhole ? plain : cut}`];
    }),
  );
}

/** The findings of one pass over the series of a long table. */
interface LongPass {
  readonly lines: LockedSeries[];
  /** The columns of each series, to make a layout of. */
  readonly shapes: (readonly LongColumn[])[];
  readonly held: { readonly reference: SeriesRef; readonly retrievedAt: Instant }[];
  rows: number;
  /** Whether every series has its columns in the layout. */
  isWhole: boolean;
}

/**
 * One file for all series. The layout is that of the first one; where another one has other columns, the table is written
 * again with all of them, from the cache.
 */
async function writeLong(
  to: Destination,
  table: SeriesPlan,
  watch: WriteWatch,
): Promise<StagedTable> {
  const { output } = to;
  const path = outputPath(output, `${table.name}.${output.format}`);
  let written = await longPass(to, table, path, watch, undefined);
  if (!written.pass.isWhole) {
    const { shapes, lines, held } = written.pass;
    const members = held.map(({ reference }) => reference);
    const again = { signal: watch.signal, onSettled: () => undefined };
    written = await longPass(to, { ...table, members }, path, again, shapes);
    written.pass.lines.push(...lines.filter((line) => "absent" in line));
  }
  const { pass, sha256 } = written;
  const file = { path, table: table.name, sha256: sha256 ?? "", rows: pass.rows };
  return { files: sha256 === undefined ? [] : [file], series: pass.lines, leftOut: [] };
}

/** @param shapes - The columns of all series; those of the first one if absent. */
async function longPass(
  to: Destination,
  table: SeriesPlan,
  path: string,
  { signal, onSettled }: WriteWatch,
  shapes: readonly (readonly LongColumn[])[] | undefined,
): Promise<{ readonly pass: LongPass; readonly sha256?: string }> {
  const { source, staging, output } = to;
  const { names, series } = arrangedSeries(
    table.members.map((reference) => ({ reference, service: "" })),
  );
  const pass: LongPass = { lines: [], shapes: [], held: [], rows: 0, isWhole: true };
  async function* heldParts(): AsyncGenerator<LongPart, void, void> {
    const items = settledInOrder(to, series, ({ item }) => item.reference, signal);
    for await (const { item, settled } of items) {
      onSettled();
      pass.lines.push(lineOfSettled(table.name, settled));
      if ("absent" in settled) continue;
      const { reference, retrievedAt, frame } = settled;
      pass.held.push({ reference, retrievedAt });
      pass.shapes.push(shapeOf(frame));
      pass.rows += frame.days.length;
      yield { coordinates: item.coordinates, frame };
    }
  }
  const parts = heldParts();
  const first = await parts.next();
  if (first.done === true) return { pass };
  const opening = shapes ?? [shapeOf(first.value.frame)];
  const layout = longLayout(names, opening);
  async function* fitting(): AsyncGenerator<LongPart, void, void> {
    for (
      let next: IteratorResult<LongPart, void> = first;
      next.done !== true;
      next = await parts.next()
    ) {
      const own = longLayout(names, [...opening, shapeOf(next.value.frame)]);
      if (!isDeepStrictEqual(own, layout)) pass.isWhole = false;
      if (pass.isWhole) yield next.value;
    }
  }
  const metadata = (): Readonly<Record<string, string>> =>
    tableMetadata(heldTable(source, table, pass));
  const blocks = longBlocks(
    source.worker,
    { format: output.format, layout, metadata },
    fitting(),
    signal,
  );
  try {
    const { sha256 } = await staging.write(path, blocks);
    return { pass, sha256 };
  } finally {
    await parts.return();
  }
}

function shapeOf({ columns }: Frame): readonly LongColumn[] {
  return columns.map(({ name, type }) => ({ name, type }));
}

function heldTable(
  { service, isSample }: DatasetSource,
  { panel }: SeriesPlan,
  { held }: LongPass,
): HeldTable {
  const members = held.map((each) => ({ ...each, service, isSample }));
  const [first] = held;
  if (panel === undefined || panel.asOf === "latest" || first === undefined) {
    return { kind: "set", members };
  }
  const variants = held.flatMap(({ reference }) =>
    reference.family === "signal" ? [{ reference }] : [],
  );
  const reference = { ...panel, asOf: panel.asOf };
  const { retrievedAt } = first;
  return {
    kind: "panel",
    member: { panel: { reference, variants, retrievedAt }, service, isSample },
  };
}

async function writeVintages(
  { source, staging, output }: Destination,
  { name, layout, members, all, part, asOfs }: PlannedVintages,
  { signal, onSettled }: WriteWatch,
): Promise<StagedTable> {
  const files: LockedFile[] = [];
  const series: LockedSeries[] = [];
  const leftOut = new Set<string>();
  // By as-of: those of a file are complete when its blocks have been consumed.
  const rows = new Map<string, number>();
  const isPartitioned = layout === "partitioned";
  const note = (vintage: SettledVintage): void => {
    onSettled();
    series.push(lineOfSettled(name, vintageLine(vintage)));
    if ("error" in vintage) return;
    for (const each of vintage.leftOut) leftOut.add(each);
    const key = isPartitioned ? vintage.reference.asOf : "";
    rows.set(key, (rows.get(key) ?? 0) + vintage.frame.days.length);
  };
  const { format } = output;
  const form = { name, format, isPartitioned, part };
  const request = { source, members, all, asOfs };
  for await (const file of vintageFiles(source.worker, request, form, {
    signal,
    onSettled: note,
  })) {
    const path = outputPath(output, file.path);
    const { sha256 } = await staging.write(path, file.blocks);
    const asOf = /\/as_of=([^/]+)\//.exec(file.path)?.[1] ?? "";
    files.push({ path, table: name, sha256, rows: rows.get(asOf) ?? 0 });
  }
  return { files, series, leftOut: [...leftOut] };
}

/** A vintage has the three scores, as its file does: one that the answer lacks is missing values. */
function vintageLine(vintage: SettledVintage): SettledSeries {
  const { reference } = vintage;
  if ("error" in vintage) {
    const absent = absenceReasonOf(vintage.error);
    if (absent === undefined) throw vintage.error;
    return { reference, absent };
  }
  const { isSettled } = vintage;
  return { reference, frame: scoresOf(vintage.frame), retrievedAt: reference.asOf, isSettled };
}
