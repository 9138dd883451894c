import { type Day } from "../../../../../shared/day";
import { entryOf, type Placement, type PlacedSignal, placedSignalKey } from "./placement";

export type Score = "aggregate" | "level" | "momentum";
export const scores: readonly Score[] = ["aggregate", "level", "momentum"];

/** Which of the records are shown. */
export interface GridRequest {
  /** The stem of the rows' tag kind; the first available one when it is null, or when no record has it. */
  readonly rowKind: string | null;
  readonly score: Score;
  /** A single signal, whose columns are its three scores; null for all signals. */
  readonly signal: { readonly code: string; readonly version: number } | null;
  /** Whether lower versions of a code have columns, too. */
  readonly hasAllVersions: boolean;
  /** The chosen values of further tags of a signal, by {@link placedSignalKey}; by default the best-filled ones. */
  readonly held: Readonly<Record<string, string>>;
}

/** The values of a signal's tags other than that of the rows. */
interface Held {
  /** Equal in every answer. */
  readonly key: string;
  readonly label: string;
  /** The number of rows that have a record. */
  readonly filled: number;
}

export interface GridColumn {
  readonly key: string;
  readonly signal: PlacedSignal;
  readonly score: Score;
  /** Null when the signal has no further tag. */
  readonly held: Held | null;
  /** Best-filled first. */
  readonly choices: readonly Held[];
  /** The newest day of its records; older ones are stale. */
  readonly newestDay: Day;
  /** The stems of the tag kinds whose values are held fixed in the column. */
  readonly heldKinds: readonly string[];
}

interface GridRow {
  /** As the service writes it. */
  readonly code: string;
  readonly label: string;
  /** The region of all its records; null when they differ, or when one has none. */
  readonly region: string | null;
}

/** Marks a cell without a record. */
export const noRecord = -1;

/** Variants by one tag kind as rows, signals as columns. */
export interface Grid {
  /** Stems of the tag kinds that can be the rows. */
  readonly rowKinds: readonly string[];
  readonly rowKind: string;
  readonly rows: readonly GridRow[];
  readonly columns: readonly GridColumn[];
  /** The record of each cell, row by row, or {@link noRecord}. */
  readonly records: Int32Array;
  /** For each column, the records at other values of its held tag kinds, by row. */
  readonly elsewhere: readonly ReadonlyMap<number, readonly number[]>[];
  /** The number of signals that have no tag of the rows' kind. */
  readonly withoutRowKind: number;
}

const firstKind = "country";

export function gridOf(placement: Placement, request: GridRequest): Grid {
  const signals = shownSignals(placement, request);
  const rowKinds = rowKindsOf(placement, signals);
  const wanted = request.rowKind ?? firstKind;
  const rowKind = rowKinds.includes(wanted) ? wanted : (rowKinds[0] ?? firstKind);
  const byKind = signals.map((signal) => splitByHeld(placement, signal, rowKind));
  const split = byKind.filter(({ groups }) => groups.size > 0);
  const chosen = split.flatMap((each) => columnsOf(placement, each, request));
  const rows = rowsOf(placement, chosen, rowKind);
  const places = new Map(rows.map(({ value }, row) => [value, row]));
  const records = new Int32Array(rows.length * chosen.length).fill(noRecord);
  for (const [column, { byValue }] of chosen.entries()) {
    for (const [value, record] of byValue) {
      records[(places.get(value) ?? 0) * chosen.length + column] = record;
    }
  }
  return {
    rowKinds,
    rowKind,
    rows: rows.map(({ row }) => row),
    columns: chosen.map(({ column }) => column),
    records,
    elsewhere: chosen.map(({ others }) => recordsByRow(others, places)),
    withoutRowKind: byKind.length - split.length,
  };
}

/** Omits records of values without a row. */
function recordsByRow(
  groups: readonly ReadonlyMap<number, number>[],
  rowOf: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly number[]> {
  const byRow = new Map<number, number[]>();
  for (const byValue of groups) {
    for (const [value, record] of byValue) {
      const row = rowOf.get(value);
      if (row !== undefined) entryOf(byRow, row, () => []).push(record);
    }
  }
  return byRow;
}

/** The record of a cell; {@link noRecord} for none, and outside the grid. */
export function recordAt({ records, columns }: Grid, row: number, column: number): number {
  return records[row * columns.length + column] ?? noRecord;
}

/** The number in a cell; NaN when there is none. */
export function cellValue(placement: Placement, grid: Grid, row: number, column: number): number {
  const shown = grid.columns[column];
  if (shown === undefined) return Number.NaN;
  return placement.columns[shown.score][recordAt(grid, row, column)] ?? Number.NaN;
}

/** Whether a cell is older than the newest day of its column. */
export function isOldCell(placement: Placement, grid: Grid, row: number, column: number): boolean {
  const day = placement.columns.days[recordAt(grid, row, column)];
  return day !== undefined && day < (grid.columns[column]?.newestDay ?? day);
}

function shownSignals(
  { signals }: Placement,
  { signal: only, hasAllVersions }: GridRequest,
): readonly PlacedSignal[] {
  if (only !== null) {
    return signals.filter(
      // Places have a code's Unicode normal form NFC.
      ({ code, version }) => code.normalize("NFC") === only.code && version === only.version,
    );
  }
  if (hasAllVersions) return signals;
  const highest = new Map<string, number>();
  for (const { code, version } of signals) {
    highest.set(code, Math.max(version, highest.get(code) ?? 0));
  }
  return signals.filter(({ code, version }) => version === highest.get(code));
}

/** Countries first, then the kinds that most signals have. */
function rowKindsOf(placement: Placement, signals: readonly PlacedSignal[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { records } of signals) {
    const stems = new Set<string>();
    for (const record of records) {
      for (const { stem } of placement.dimensionsOf(record)) stems.add(stem);
    }
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rank = (stem: string): number =>
    stem === firstKind ? Number.POSITIVE_INFINITY : (counts.get(stem) ?? 0);
  return [...counts.keys()].sort((a, b) =>
    rank(a) === rank(b) ? (a < b ? -1 : 1) : rank(b) - rank(a),
  );
}

/** The records of a signal by the values of its further tags, and in each by the value of the rows' kind. */
interface SplitSignal {
  readonly signal: PlacedSignal;
  readonly groups: ReadonlyMap<string, HeldRecords>;
}

interface HeldRecords {
  readonly key: string;
  readonly label: string;
  readonly kinds: readonly string[];
  readonly byValue: Map<number, number>;
}

function splitByHeld(placement: Placement, signal: PlacedSignal, rowKind: string): SplitSignal {
  const groups = new Map<string, HeldRecords>();
  const { texts } = placement;
  for (const record of signal.records) {
    const dimensions = placement.dimensionsOf(record);
    const own = dimensions.find(({ stem }) => stem === rowKind);
    if (own === undefined) continue;
    const others = dimensions.filter((each) => each !== own);
    const pairs = others.map(({ stem, value }) => [stem, texts[value] ?? ""]);
    const key = JSON.stringify(pairs);
    const { byValue } = entryOf(groups, key, () => ({
      key,
      label: others.map(({ stem, value }) => placement.labelOf(stem, value)).join(" · "),
      kinds: others.map(({ stem }) => stem),
      byValue: new Map<number, number>(),
    }));
    byValue.set(own.value, record);
  }
  return { signal, groups };
}

interface ChosenColumn {
  readonly column: GridColumn;
  readonly byValue: ReadonlyMap<number, number>;
  readonly others: readonly ReadonlyMap<number, number>[];
}

function columnsOf(
  { columns: { days } }: Placement,
  { signal, groups }: SplitSignal,
  { score, signal: only, held: wanted }: GridRequest,
): readonly ChosenColumn[] {
  const own = placedSignalKey(signal.code, signal.version);
  const sorted = [...groups.values()].sort((a, b) =>
    a.byValue.size === b.byValue.size
      ? a.label < b.label
        ? -1
        : 1
      : b.byValue.size - a.byValue.size,
  );
  const wantedKey = Object.hasOwn(wanted, own) ? wanted[own] : undefined;
  const held = sorted.find(({ key }) => key === wantedKey) ?? sorted[0];
  if (held === undefined) return [];
  const { byValue } = held;
  const hasFurther = sorted.length > 1 || held.label !== "";
  const heldOf = ({ key, label, byValue: rows }: HeldRecords): Held => ({
    key,
    label,
    filled: rows.size,
  });
  let newestDay = Number.NEGATIVE_INFINITY;
  for (const record of byValue.values()) newestDay = Math.max(newestDay, days[record] ?? newestDay);
  const shown = only === null ? [score] : (["level", "momentum", "aggregate"] as const);
  return shown.map((each) => ({
    column: {
      key: only === null ? own : each,
      signal,
      score: each,
      held: hasFurther ? heldOf(held) : null,
      choices: hasFurther ? sorted.map(heldOf) : [],
      newestDay,
      heldKinds: held.kinds,
    },
    byValue,
    others: sorted.filter((each) => each !== held).map((each) => each.byValue),
  }));
}

function rowsOf(
  placement: Placement,
  chosen: readonly ChosenColumn[],
  rowKind: string,
): readonly { readonly value: number; readonly row: GridRow }[] {
  const regions = new Map<number, string | null>();
  const { texts } = placement;
  for (const { byValue } of chosen) {
    for (const [value, record] of byValue) {
      const told = placement.regionOf(record);
      const region = told === undefined ? null : (texts[told] ?? null);
      const known = regions.get(value);
      regions.set(value, known === undefined || known === region ? region : null);
    }
  }
  return [...regions].map(([value, region]) => ({
    value,
    row: { code: texts[value] ?? "", label: placement.labelOf(rowKind, value), region },
  }));
}
