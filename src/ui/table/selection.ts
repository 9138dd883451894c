/** The place of a cell among those shown. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

/** The cells between two corners, both inclusive, in any direction. */
interface CellRange {
  readonly from: CellPlace;
  readonly to: CellPlace;
}

/** Ranges in the order in which they were selected; the last one is extended. */
export type Selection = readonly CellRange[];

export function selectOnly(cell: CellPlace): Selection {
  return [{ from: cell, to: cell }];
}

/** Moves the end of the last range. */
export function extend(selection: Selection, to: CellPlace): Selection {
  const last = selection.at(-1);
  return last === undefined ? selectOnly(to) : [...selection.slice(0, -1), { ...last, to }];
}

/** Adds a cell, or removes it when it is a range of its own. */
export function toggle(selection: Selection, cell: CellPlace): Selection {
  const others = selection.filter(({ from, to }) => !(isSame(from, cell) && isSame(to, cell)));
  return others.length < selection.length ? others : [...selection, { from: cell, to: cell }];
}

export function isSelected(selection: Selection, { row, column }: CellPlace): boolean {
  return selection.some((range) => {
    const { top, bottom, left, right } = edgesOf(range);
    return row >= top && row <= bottom && column >= left && column <= right;
  });
}

/** The cells of a selection without duplicates, row by row. */
export function cellsOf(selection: Selection): readonly CellPlace[] {
  const [only, ...others] = selection;
  if (only !== undefined && others.length === 0) return cellsIn(only);
  const found = new Map<string, CellPlace>();
  for (const cell of selection.flatMap(cellsIn)) found.set(`${cell.row} ${cell.column}`, cell);
  return [...found.values()].sort((a, b) =>
    a.row === b.row ? a.column - b.column : a.row - b.row,
  );
}

function cellsIn(range: CellRange): CellPlace[] {
  const { top, bottom, left, right } = edgesOf(range);
  const cells: CellPlace[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) cells.push({ row, column });
  }
  return cells;
}

function edgesOf({ from, to }: CellRange): {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
} {
  return {
    top: Math.min(from.row, to.row),
    bottom: Math.max(from.row, to.row),
    left: Math.min(from.column, to.column),
    right: Math.max(from.column, to.column),
  };
}

function isSame(one: CellPlace, other: CellPlace): boolean {
  return one.row === other.row && one.column === other.column;
}
