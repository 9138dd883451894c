import { type CellPlace } from "./selection";

/** The indices of the header row and of the name column. */
export const headRow = -1;
export const nameColumn = -1;

/** A pressed key, as in a keyboard event of the browser. */
export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** The numbers of rows and columns. */
export interface GridExtent {
  readonly rows: number;
  readonly columns: number;
}

export interface GridSize extends GridExtent {
  /** The number of rows in sight. */
  readonly page: number;
}

/** The place that a key leads to; undefined for other keys. */
export function placeAfter(
  { row, column }: CellPlace,
  { key, ctrlKey, metaKey }: PressedKey,
  { rows, columns, page }: GridSize,
): CellPlace | undefined {
  const isFar = ctrlKey || metaKey;
  const [lastRow, lastColumn] = [rows - 1, columns - 1];
  const firstRow = Math.min(0, lastRow);
  switch (key) {
    case "ArrowUp":
      return { row: isFar ? firstRow : Math.max(headRow, row - 1), column };
    case "ArrowDown":
      return { row: isFar ? lastRow : Math.min(lastRow, row + 1), column };
    case "ArrowLeft":
      return { row, column: isFar ? nameColumn : Math.max(nameColumn, column - 1) };
    case "ArrowRight":
      return { row, column: isFar ? lastColumn : Math.min(lastColumn, column + 1) };
    case "PageUp":
      return { row: Math.max(firstRow, row - page), column };
    case "PageDown":
      return { row: Math.min(lastRow, row + page), column };
    case "Home":
      return { row: isFar ? firstRow : row, column: nameColumn };
    case "End":
      return { row: isFar ? lastRow : row, column: lastColumn };
    default:
      return undefined;
  }
}
