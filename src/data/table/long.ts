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

/** The columns behind `Date` of a table that holds one series below the other. All names are different. */
export interface LongLayout {
  readonly coordinates: readonly CoordinateName[];
  /** Those of all series, in the order in which they first come; text where they are text in any. */
  readonly columns: readonly LongColumn[];
}

/** The rows of one series. */
export interface LongPart {
  /** One for each coordinate of the layout; the same in every row. */
  readonly coordinates: readonly Coordinate[];
  readonly frame: Frame;
}

/** A long table that is to be written. */
export interface LongSpec {
  readonly format: FileFormat;
  readonly layout: LongLayout;
}

/**
 * The layout of the series with these columns. The columns of the service keep their names; a coordinate that would have
 * one of them, or that of the date, gets a number behind it.
 */
export function longLayout(
  coordinates: readonly CoordinateName[],
  shapes: readonly (readonly LongColumn[])[],
): LongLayout {
  const types = new Map<string, Column["type"]>();
  for (const { name, type } of shapes.flat()) {
    if (types.get(name) !== "text") types.set(name, type);
  }
  const taken = new Set([dateColumn, ...types.keys()]);
  return {
    coordinates: coordinates.map((each) => ({ ...each, name: freeName(each.name, taken) })),
    columns: [...types].map(([name, type]) => ({ name, type })),
  };
}

/** What of a panel decides the layout of its table. */
export interface PanelShape {
  readonly reference: Pick<PanelRef, "tags">;
  readonly variants: readonly { readonly columns: readonly LongColumn[] }[];
}

/** The layout of a panel: its tag kinds, in which alone its series differ, and the columns that are wanted. */
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

/** The values of a series of a panel, in the order of its tag kinds. */
export function tagValuesOf({ tags: kinds }: Pick<PanelRef, "tags">, tags: TagValues): string[] {
  return Object.keys(kinds).map((kind) => tags[kind] ?? "");
}

/** All columns of a long table behind the date; whole numbers are numbers. */
export function columnsOf({ coordinates, columns }: LongLayout): readonly LongColumn[] {
  const types = { text: "text", integer: "number" } as const;
  return [...coordinates.map(({ name, type }) => ({ name, type: types[type] })), ...columns];
}

/** The name, or with the first number behind it that makes it another than all that are taken; it then is taken, too. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  taken.add(free);
  return free;
}

/** The columns of a series in a layout; undefined for those that it does not have. */
export function columnsIn(
  { columns }: Pick<LongLayout, "columns">,
  frame: Frame,
): readonly (Column | undefined)[] {
  return columns.map(({ name, type }) => {
    const column = frame.columns.find((each) => each.name === name);
    return column !== undefined && type === "text" ? asTexts(column) : column;
  });
}

/** Numbers as the shortest texts that read back as the same. */
function asTexts(column: Column): TextColumn {
  if (column.type === "text") return column;
  const values = Array.from(column.values, (value) => (Number.isNaN(value) ? null : String(value)));
  return { name: column.name, type: "text", values };
}
