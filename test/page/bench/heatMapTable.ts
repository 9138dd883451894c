import { GridView } from "../../../src/ui/table/gridView";
import { HeatView } from "../../../src/features/latest/heatmap/page/model/heatView";
import { HeatContent } from "../../../src/features/latest/heatmap/page/views/heatContent";
import { placementOf } from "../../../src/features/latest/heatmap/page/model/placement";
import { type LatestSignal } from "../../../src/shared/latestColumns";
import { latestColumnsOf } from "../../support/latestColumns";
import {
  firstPaint,
  type Scores,
  scoresOf,
  scrollSteps,
  size,
  type TableSubject,
} from "./tableSubject";

const day = 20_000;

/** Records of so many countries and signals. */
function recordsOf({ rows, columns, valueAt }: Scores): LatestSignal[] {
  const records: LatestSignal[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const aggregate = valueAt(row, column);
      const tags = { country_iso: `C${String(row).padStart(4, "0")}` };
      const code = `S${String(column).padStart(2, "0")}`;
      records.push({ code, version: 1, tags, day, level: 0, momentum: 0, aggregate });
    }
  }
  return records;
}

function viewOf(scores: Scores): HeatView {
  const listed = Array.from({ length: scores.columns }, (_, column) => {
    const code = `S${String(column).padStart(2, "0")}`;
    return { code, version: 1, name: code };
  });
  const placement = placementOf(latestColumnsOf(recordsOf(scores)), listed);
  return new HeatView(placement, { ...request }, "Other");
}

const request = {
  score: "aggregate",
  signal: null,
  rowKind: null,
  hasAllVersions: false,
  held: {},
  filter: "",
  sorting: { by: "name", isDescending: false },
  isGrouped: false,
} as const;

const grid = new GridView();
let view: HeatView | undefined;

const subject: TableSubject = {
  scroller: () => grid.root,
  show(parent) {
    grid.root.style.cssText = `overflow: auto; width: ${size.width}px; height: ${size.height}px`;
    parent.append(grid.root);
    if (view === undefined) throw new Error("There is nothing to show");
    const content = new HeatContent({
      view,
      label: "Latest Signals",
      rowKind: "Country",
      sorting: request.sorting,
      hasMean: false,
      limit: 2,
      staleLabel: () => "",
    });
    grid.show({ content, selection: [], active: { row: 0, column: 0 }, lit: [] });
  },
};

export async function paint(rows: number, columns: number): Promise<number> {
  const scores = scoresOf(rows, columns);
  view = viewOf(scores);
  return firstPaint(subject, scores);
}

export function scroll(rows: number, columns: number, steps: number): Promise<void> {
  return scrollSteps(subject, scoresOf(rows, columns), steps);
}
