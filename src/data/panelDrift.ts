import { type Day, isoOfDay } from "../shared/day";
import { type Revision } from "../shared/series/revisions";
import { toCell, toNameCell } from "./csvCell";
import { type Column, type Frame } from "./frame";
import {
  type ChangeKind,
  type ChangedValues,
  type ChangesByKind,
  type ColumnDrift,
  type FrameDrift,
  changesByKind,
  driftOf,
  isUnchanged,
} from "./frameDrift";
import { freeName } from "./table/long";
import { type VariantFrame, pairedVariants } from "./table/pairedVariants";

/** The unit of a panel's values: a panel is of one signal, whose values are scores. */
const panelUnit = "score";

/** How a column that both series of a variant have differs. */
type VariantColumnDrift = Omit<ColumnDrift, "runs">;

/** How one series of a panel changed; changed values are counted, not listed. */
export interface VariantDrift extends Omit<FrameDrift, "days" | "rows" | "columns" | "rounding"> {
  readonly values: VariantFrame["values"];
  readonly changes: ChangesByKind;
  /** In the order of the second series. */
  readonly columns: readonly VariantColumnDrift[];
}

/** The difference between two vintages of a panel, each part in the order of the variants. */
export interface PanelDrift {
  /** Variants that only the second panel has. */
  readonly added: readonly VariantFrame["values"][];
  /** Variants that only the first panel has. */
  readonly gone: readonly VariantFrame["values"][];
  readonly changed: readonly VariantDrift[];
  /** The number of variants that are the same in both. */
  readonly unchanged: number;
  /** The number of values of the unchanged variants. */
  readonly unchangedValues: number;
  /** The largest {@link FrameDrift.rounding} of all variants. */
  readonly rounding: number;
}

/**
 * Compares two panels variant by variant, with one variant of each in memory at a time. Both must be sorted by their
 * values.
 */
export async function panelDrift(
  before: AsyncIterable<VariantFrame>,
  after: AsyncIterable<VariantFrame>,
): Promise<PanelDrift> {
  const added: VariantFrame["values"][] = [];
  const gone: VariantFrame["values"][] = [];
  const changed: VariantDrift[] = [];
  let [unchanged, unchangedValues, rounding] = [0, 0, 0];
  for await (const { values, frames } of pairedVariants([before, after])) {
    const [first, second] = frames;
    if (first === undefined) added.push(values);
    else if (second === undefined) gone.push(values);
    else {
      // Most series of a panel are unchanged; they are detected without building a table of changes.
      const drift = areEqual(first, second) ? undefined : driftOf(first, second, panelUnit);
      rounding = Math.max(rounding, drift?.rounding ?? 0);
      if (drift !== undefined && !isUnchanged(drift)) changed.push(variantDrift(values, drift));
      else {
        unchanged++;
        unchangedValues += valuesIn(second);
      }
    }
  }
  return { added, gone, changed, unchanged, unchangedValues, rounding };
}

/** Whether nothing changed, apart from rounding. */
export function isPanelUnchanged({ added, gone, changed }: PanelDrift): boolean {
  return added.length + gone.length + changed.length === 0;
}

function variantDrift(values: VariantFrame["values"], drift: FrameDrift): VariantDrift {
  const { rows, columns, daysAdded, daysGone, columnsAdded, columnsGone } = drift;
  return {
    values,
    ...{ daysAdded, daysGone, columnsAdded, columnsGone },
    columns: columns.map(({ runs: _runs, ...column }) => column),
    changes: changesByKind(rows, panelUnit),
  };
}

function valuesIn({ columns }: Frame): number {
  let count = 0;
  for (const { values } of columns) {
    for (const value of values) if (value !== null && !Number.isNaN(value)) count++;
  }
  return count;
}

function areEqual(first: Frame, second: Frame): boolean {
  return (
    areSame(first.days, second.days) &&
    first.columns.length === second.columns.length &&
    first.columns.every((column, at) => isSameColumn(column, second.columns[at]))
  );
}

function isSameColumn(one: Column, other: Column | undefined): boolean {
  return one.name === other?.name && one.type === other.type && areSame(one.values, other.values);
}

function areSame(one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean {
  if (one.length !== other.length) return false;
  for (let row = 0; row < one.length; row++) if (!Object.is(one[row], other[row])) return false;
  return true;
}

/** The values of a panel that changed in one way, and the number of variants that they belong to. */
interface PanelChangedValues extends ChangedValues {
  readonly variants: number;
}

/** A panel's drift in a few numbers, over the variants that both panels have. */
export interface PanelDriftSummary {
  /** The number of values that both panels have. */
  readonly compared: number;
  readonly signFlips: number;
  readonly changes: Readonly<Record<ChangeKind, PanelChangedValues>>;
  /** As {@link ChangesByKind.smaller}. */
  readonly smaller: number;
}

/** The revised values of one column of one variant. */
export interface ColumnRevisions {
  readonly variant: VariantDrift["values"];
  readonly column: VariantColumnDrift;
}

export function panelDriftSummary({ changed, unchangedValues }: PanelDrift): PanelDriftSummary {
  const columns = changed.flatMap((each) => each.columns);
  const sum = (counted: "compared" | "signFlips"): number =>
    columns.reduce((total, each) => total + each[counted], 0);
  const of = (kind: ChangeKind): PanelChangedValues =>
    together(changed.map(({ changes }) => changes[kind]).filter(({ values }) => values > 0));
  return {
    compared: unchangedValues + sum("compared"),
    signFlips: sum("signFlips"),
    changes: { revised: of("revised"), added: of("added"), removed: of("removed") },
    smaller: changed.reduce((total, { changes }) => total + changes.smaller, 0),
  };
}

/** The columns with revised values, largest change first, equal changes by day; texts last. */
export function largestColumnRevisions({ changed }: PanelDrift): readonly ColumnRevisions[] {
  return changed
    .flatMap(({ values: variant, columns }) => columns.map((column) => ({ variant, column })))
    .filter(({ column }) => column.revised > 0)
    .toSorted(({ column: { largest: a } }, { column: { largest: b } }) =>
      sizeOf(a) === sizeOf(b) ? dayOf(a) - dayOf(b) : sizeOf(b) - sizeOf(a),
    );
}

/**
 * A line per column of a changed variant: its tag kinds, then `column,status,compared,revised,sign_flips`,
 * `largest_change,largest_change_day,added,removed`, numbers in full. A variant or column that only one panel has is a
 * single line with only its status. A number is appended to a tag kind with the name of another column. Each line ends
 * with LF, including the last.
 */
export function toPanelDriftCsv(tagKinds: readonly string[], drift: PanelDrift): string {
  const { added, gone, changed } = drift;
  const taken = new Set(ownNames);
  const head = [...tagKinds.map((kind) => toNameCell(freeName(kind, taken))), ...ownNames];
  const only = (variant: VariantDrift["values"], column: string, status: string): string[] => [
    ...valueCells(variant),
    ...[column, status, "", "", "", "", "", "", ""],
  ];
  const lines = [
    ...gone.map((variant) => only(variant, "", "variant removed")),
    ...added.map((variant) => only(variant, "", "variant added")),
    ...changed.flatMap(({ values, columns, columnsAdded, columnsGone }) => [
      ...columns.filter(isChanged).map((column) => [...valueCells(values), ...columnCells(column)]),
      ...columnsAdded.map((name) => only(values, toCell(name), "column added")),
      ...columnsGone.map((name) => only(values, toCell(name), "column removed")),
    ]),
  ];
  return [head, ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

const ownNames = [
  "column",
  "status",
  "compared",
  "revised",
  "sign_flips",
  "largest_change",
  "largest_change_day",
  "added",
  "removed",
];

function columnCells(column: VariantColumnDrift): string[] {
  const { name, compared, revised, smaller, signFlips, largest, added, gone } = column;
  return [
    toCell(name),
    "changed",
    ...[compared, revised + smaller, signFlips].map(String),
    ...(largest === null ? ["", ""] : [String(largest.change), isoOfDay(largest.day)]),
    ...[added, gone].map(String),
  ];
}

function isChanged({ revised, smaller, added, gone }: VariantColumnDrift): boolean {
  return revised + smaller + added + gone > 0;
}

function valueCells(values: VariantDrift["values"]): string[] {
  return values.map((value) => (value === null ? "" : toCell(value)));
}

function together(all: readonly ChangedValues[]): PanelChangedValues {
  const firsts = all.flatMap(({ first }) => first ?? []);
  const lasts = all.flatMap(({ last }) => last ?? []);
  return {
    variants: all.length,
    values: all.reduce((total, { values }) => total + values, 0),
    first: firsts.length === 0 ? null : Math.min(...firsts),
    last: lasts.length === 0 ? null : Math.max(...lasts),
  };
}

function sizeOf(largest: Revision | null): number {
  return Math.abs(largest?.change ?? 0);
}

function dayOf(largest: Revision | null): Day {
  return largest?.day ?? 0;
}
