import { createHash } from "node:crypto";
import { asOfsOfGrid, maxVintageRequests } from "../shared/asOfGrid";
import { type Instant, presentInstant } from "../shared/instant";
import { type PanelRef, type Reference, type SeriesRef, type SignalRef } from "../shared/reference";
import { undatedPath } from "../shared/referencePath";
import { freshInstant, isConnectionFailure, isLatest } from "../store/latest";
import { seriesBatch, withResolvedAsOf } from "../store/seriesBatch";
import { TooManyVintagesError } from "./errors";
import { distinctSignals, expandedSignals } from "./expandedSignals";
import { type DatasetLock, type LockedSeries } from "./lock";
import { type DatasetPart, type DatasetSource, type DatasetWatch } from "./source";
import { type DatasetLayout, type DatasetSpec, type DatasetTable } from "./spec";

/** The requests for one table. */
export type PlannedTable = {
  readonly name: string;
  readonly layout: DatasetLayout;
} & (
  | {
      readonly kind: "series";
      /** With a fixed as-of; one of a table of one series, else those of a set or a panel. */
      readonly members: readonly SeriesRef[];
      /** The panel that the members are of, with their as-of. */
      readonly panel?: PanelRef | undefined;
      /** Whether the table has the layout of a single series. */
      readonly isSingle: boolean;
    }
  | {
      readonly kind: "vintages";
      readonly members: readonly SignalRef[];
      /** The members of the whole table if these are a part of it. */
      readonly all?: readonly SignalRef[];
      /** The number in the names of the files of a partitioned table; 0 if they are not of a part. */
      readonly part: number;
      /** Ascending. */
      readonly asOfs: readonly Instant[];
    }
);

export type PlannedVintages = Extract<PlannedTable, { readonly kind: "vintages" }>;

export interface DatasetPlan {
  /** The instant of all references without an own as-of; absent if there are none. */
  readonly asOf?: Instant | undefined;
  /** An own latest has the instant of all latest of the fetch, and an own instant stays. */
  readonly tables: readonly PlannedTable[];
}

/**
 * The requests of a spec: `*` is expanded, and latest is one instant for all tables.
 *
 * @throws as the catalog and the first series of latest do; {@link TooManyVintagesError}.
 */
export async function datasetPlan(
  source: DatasetSource,
  spec: DatasetSpec,
  { signal }: DatasetWatch,
  part?: DatasetPart,
): Promise<DatasetPlan> {
  const own = spec.tables.filter((table) => isOfPart(table, part));
  const expanded: PlannedTable[] = [];
  for (const table of own) expanded.push(await expandedTable(source, table, signal, part));
  const members = expanded.flatMap((table) => (table.kind === "series" ? table.members : []));
  const latest = await instantOfLatest(source, members, signal);
  const isUsed = members.some((each) => each.family === "signal" && each.asOf === spec.asOf);
  const asOf = spec.asOf === "latest" ? latest : isUsed ? spec.asOf : undefined;
  return { asOf, tables: expanded.map((table) => withInstant(table, latest)) };
}

/** The requests whose answers a lock lists. */
export function planOfLock(spec: DatasetSpec, lock: DatasetLock): DatasetPlan {
  const tables = spec.tables.flatMap((table): readonly PlannedTable[] => {
    const { name, layout } = table;
    const lines = lock.series.filter((each) => each.table === name);
    if (table.kind === "vintages") {
      const whole = { name, layout, ...vintagesIn(lines), part: 0 };
      return lock.parts === undefined || layout !== "partitioned"
        ? [whole]
        : partsOf(whole, lock.parts);
    }
    const members = lines.map(({ reference }) => reference);
    const isSingle = table.kind === "series" || table.kind === "forecast";
    const [first] = members;
    const asOf = first?.family === "signal" ? first.asOf : (lock.asOf ?? "latest");
    const panel = table.kind === "panel" ? { ...table.member, asOf } : undefined;
    return [{ name, layout, kind: "series", members, panel, isSingle }];
  });
  return { asOf: lock.asOf, tables };
}

/** The parts of a partitioned table that have members. */
function partsOf(whole: PlannedVintages, n: number): readonly PlannedVintages[] {
  const parts = new Map<number, SignalRef[]>();
  for (const member of whole.members) {
    const part = partOf(member, n);
    const members = parts.get(part) ?? [];
    members.push(member);
    parts.set(part, members);
  }
  return Array.from(parts, ([part, members]) => ({ ...whole, members, all: whole.members, part }));
}

/** Only partitioned tables are split; the others belong to the first part. */
function isOfPart({ layout }: DatasetTable, part: DatasetPart | undefined): boolean {
  return part === undefined || layout === "partitioned" || part.k === 1;
}

async function expandedTable(
  source: DatasetSource,
  table: DatasetTable,
  signal: AbortSignal | undefined,
  part: DatasetPart | undefined,
): Promise<PlannedTable> {
  const { name, layout } = table;
  switch (table.kind) {
    case "series":
    case "forecast":
      return { name, layout, kind: "series", members: [table.member], isSingle: true };
    case "set":
      return { name, layout, kind: "series", members: table.members, isSingle: false };
    case "panel": {
      const members = await expandedSignals(source.catalog, [table.member], signal);
      return { name, layout, kind: "series", members, panel: table.member, isSingle: false };
    }
    case "vintages": {
      const all = await expandedSignals(source.catalog, table.members, signal);
      const own = layout === "partitioned" ? part : undefined;
      const members = own === undefined ? all : all.filter((each) => partOf(each, own.n) === own.k);
      const asOfs = asOfsOfGrid(table.asOfs, {
        last: source.last ?? presentInstant(),
        productions: table.asOfs === "productions" ? ((await source.productions?.()) ?? []) : [],
      });
      const requests = members.length * asOfs.length;
      if (requests > maxVintageRequests) throw new TooManyVintagesError(name, requests);
      return { name, layout, kind: "vintages", members, all, part: own?.k ?? 0, asOfs };
    }
  }
}

/** The part from 1 to `n` that requests a signal, whatever its kind and as-of: equal on every machine. */
function partOf(reference: SignalRef, n: number): number {
  const path = undatedPath(reference);
  const short = path.slice(0, path.lastIndexOf("/"));
  const digest = createHash("sha256").update(short).digest();
  // The remainder of the whole digest, from the left.
  return digest.reduce((rest, byte) => (rest * 256 + byte) % n, 0) + 1;
}

/**
 * The instant that latest means: that of the newest cached answer while it is fresh, so that a fetch that was ended
 * goes on as of the same instant, else of the first answer.
 */
async function instantOfLatest(
  source: DatasetSource,
  members: readonly SeriesRef[],
  signal: AbortSignal | undefined,
): Promise<Instant | undefined> {
  const items = members.filter(isLatest).map((reference) => ({ source, reference }));
  // The window's as-of is what latest means in it.
  if (source.last !== undefined) return items.length > 0 ? source.last : undefined;
  const cached = await freshInstant(items);
  if (cached !== undefined) return cached;
  for (const item of items) {
    const { asOf, failed } = await seriesBatch([item], { ...(signal && { signal }) });
    if (asOf !== undefined) return asOf;
    const [first] = failed;
    if (first !== undefined && isConnectionFailure(first.error)) throw first.error;
  }
  return undefined;
}

function withInstant(table: PlannedTable, latest: Instant | undefined): PlannedTable {
  if (table.kind === "vintages") return table;
  const dated = <R extends Reference>(reference: R): R => withResolvedAsOf(reference, latest);
  const { panel } = table;
  return { ...table, members: table.members.map(dated), panel: panel && dated(panel) };
}

function vintagesIn(lines: readonly LockedSeries[]): {
  readonly kind: "vintages";
  readonly members: readonly SignalRef[];
  readonly asOfs: readonly Instant[];
} {
  const signals = lines.flatMap(({ reference }) =>
    reference.family === "signal" ? [reference] : [],
  );
  const members = distinctSignals(signals.map((each) => ({ ...each, asOf: "latest" as const })));
  const asOfs = new Set(signals.flatMap(({ asOf }) => (asOf === "latest" ? [] : [asOf])));
  return { kind: "vintages", members, asOfs: [...asOfs].sort() };
}
