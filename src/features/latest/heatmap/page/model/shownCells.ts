import { type CellPlace } from "../../../../../ui/table/selection";
import { type ShownTable } from "../../../../../ui/table/shownTable";
import { type HeatView } from "./heatView";

/** The table of some cells: their rows and columns, with values only in these cells. */
export function shownTable(
  view: HeatView,
  cells: readonly CellPlace[],
  titles: { readonly rowKind: string; readonly columnTitle: (column: number) => string },
  facts: readonly string[] = [],
): ShownTable {
  const wanted = new Set(cells.map(({ row, column }) => `${row} ${column}`));
  const distinct = (places: readonly number[]): number[] =>
    [...new Set(places)].sort((a, b) => a - b);
  const columns = distinct(cells.map(({ column }) => column)).filter(
    (column) => column >= 0 && column < view.columns.length,
  );
  const rows = distinct(cells.map(({ row }) => row)).filter(
    (row) => view.rows[row] !== undefined && view.rows[row].row >= 0,
  );
  return {
    headers: [titles.rowKind, "Code", ...columns.map(titles.columnTitle)],
    rows: rows.map((row) => ({
      name: view.rows[row]?.label ?? "",
      code: view.rows[row]?.code ?? "",
      values: columns.map((column) =>
        wanted.has(`${row} ${column}`) ? view.valueAt(row, column) : Number.NaN,
      ),
    })),
    facts,
  };
}
