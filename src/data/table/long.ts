import { type Instant } from "../../shared/instant";
import { type PanelRef, type TagValues } from "../../shared/reference";
import { type Slice } from "../../shared/slice";
import { type FileFormat } from "../../shared/wireFormat";
import { type Coordinate, type CoordinateName } from "../coordinates";
import { type Column, type Frame, type TextColumn, dateColumn } from "../frame";

/** A column of a table of several series. */
export interface LongColumn {
  readonly name: string;
  readonly type: Column["type"];
}

/** The columns of a long table other than `Date`. All names are distinct. */
export interface LongLayout {
  /** Whether the as-of of each part is the first column, {@link asOfColumn}, before the date. */
  readonly hasAsOf?: boolean;
  /** After the date. */
  readonly coordinates: readonly CoordinateName[];
  /** The columns of all series in order of first appearance; text if it is text in any of them. */
  readonly columns: readonly LongColumn[];
}

/** The rows of one series. */
export interface LongPart {
  /** Only for a layout with as-ofs. */
  readonly asOf?: Instant;
  /** One per coordinate of the layout; the same in every row. */
  readonly coordinates: readonly Coordinate[];
  readonly frame: Frame;
}

/** The column of a table of vintages with the as-of of each row. */
export const asOfColumn = "as_of";

/** A long table to be written. */
export interface LongSpec {
  readonly format: FileFormat;
  readonly layout: LongLayout;
}

/**
 * The layout for series with these columns. The service's columns keep their names; a number is appended to a
 * coordinate whose name is one of them, the date's or, in a layout with as-ofs, theirs.
 */
export function longLayout(
  coordinates: readonly CoordinateName[],
  shapes: readonly (readonly LongColumn[])[],
  hasAsOf = false,
): LongLayout {
  const types = new Map<string, Column["type"]>();
  for (const { name, type } of shapes.flat()) {
    if (types.get(name) !== "text") types.set(name, type);
  }
  const taken = new Set([...(hasAsOf ? [asOfColumn] : []), dateColumn, ...types.keys()]);
  return {
    hasAsOf,
    coordinates: coordinates.map((each) => ({ ...each, name: freeName(each.name, taken) })),
    columns: [...types].map(([name, type]) => ({ name, type })),
  };
}

/** The reference and the columns that determine the layout of a panel's table. */
export interface PanelShape {
  readonly reference: PanelRef;
  readonly variants: readonly { readonly columns: readonly LongColumn[] }[];
}

/** The layout of a panel: its tag kinds, since only these differ between its series, and the requested columns. */
export function panelLayout({ reference, variants }: PanelShape, slice: Slice = {}): LongLayout {
  const kinds = Object.keys(reference.tags).map((name) => ({ name, type: "text" }) as const);
  const { columns, ...layout } = longLayout(
    kinds,
    variants.map((variant) => variant.columns),
  );
  const { columns: wanted } = slice;
  if (wanted === undefined) return { ...layout, columns };
  return {
    ...layout,
    columns: wanted.flatMap((name) => columns.find((column) => column.name === name) ?? []),
  };
}

/** The tag values of a panel's series, in the order of its tag kinds. */
export function tagValuesOf({ tags: kinds }: PanelRef, tags: TagValues): string[] {
  return Object.keys(kinds).map((kind) => tags[kind] ?? "");
}

/** All columns of a long table after the date; integers count as numbers. */
export function columnsOf({ coordinates, columns }: LongLayout): readonly LongColumn[] {
  const types = { text: "text", integer: "number" } as const;
  return [...coordinates.map(({ name, type }) => ({ name, type: types[type] })), ...columns];
}

/** The name, with a number appended if it is taken; adds the result to `taken`. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** The columns of a series in the order of a layout; undefined for those that it lacks. */
export function columnsIn({ columns }: LongLayout, frame: Frame): readonly (Column | undefined)[] {
  return columns.map(({ name, type }) => {
    const column = frame.columns.find((each) => each.name === name);
    return column !== undefined && type === "text" ? asTexts(column) : column;
  });
}

/** Numbers become the shortest text that reads back the same. */
function asTexts(column: Column): TextColumn {
  if (column.type === "text") return column;
  const values = Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)));
  return { name: column.name, type: "text", values };
}
