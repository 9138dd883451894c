import {
  filterCounts,
  listedRuns,
  revisionsOfPair,
} from "../../../src/features/chart/page/model/revisionTable";
import { type VintagePair } from "../../../src/features/chart/page/model/pane";
import { RevisionsContent } from "../../../src/features/chart/page/views/revisionsContent";
import { GridView } from "../../../src/ui/table/gridView";
import {
  firstPaint,
  type Scores,
  scoresOf,
  scrollSteps,
  size,
  type TableSubject,
} from "./tableSubject";

const firstDay = 10_000;

/** Two vintages of which every day differs, by less with each, so that the largest change is in the first row. */
function pairOf({ rows, valueAt }: Scores): VintagePair {
  const days = Int32Array.from({ length: rows }, (_, row) => firstDay + row);
  const before = Float64Array.from(days, (_, row) => valueAt(row, 1));
  const after = before.map((value, row) => value + 1 + (rows - row) * 1e-4);
  return {
    unit: "score",
    before: { name: "28 Jun 2024", code: "SNAP 20240628T235959Z", path: "", days, values: before },
    after: { name: "Now", code: "SNAP latest", path: "", days, values: after },
  };
}

const grid = new GridView();
let pair: VintagePair | undefined;

/** From the differences of two vintages to the cells: the counts of the filters, the order of the runs. */
const subject: TableSubject = {
  scroller: () => grid.root,
  show(parent) {
    grid.root.style.cssText = `overflow: auto; width: ${size.width}px; height: ${size.height}px`;
    parent.classList.add("revisions");
    parent.append(grid.root);
    if (pair === undefined) throw new Error("There is nothing to show");
    // The comparison is done beforehand, and its result is reused.
    const { runs } = revisionsOfPair(pair);
    filterCounts(runs);
    const state = { filter: "all", by: "size" } as const;
    const content = new RevisionsContent(pair, listedRuns(runs, state), state.by);
    grid.show({ content, selection: [], active: { row: 0, column: 0 }, lit: [] });
  },
};

export async function paint(rows: number, columns: number): Promise<number> {
  const scores = scoresOf(rows, columns);
  pair = pairOf(scores);
  revisionsOfPair(pair);
  return firstPaint(subject, scores);
}

export function scroll(rows: number, columns: number, steps: number): Promise<void> {
  return scrollSteps(subject, scoresOf(rows, columns), steps);
}
