import { type ChartView } from "../../src/features/chart/page/model/chartView";
import {
  type Layer,
  type Line,
  type Pane,
  type ValueAxis,
} from "../../src/features/chart/page/model/pane";

/** A line in the first colour. */
export function line(
  id: string,
  days: readonly number[],
  values: readonly number[],
  changes: Partial<Line> = {},
): Line {
  return {
    id,
    label: id,
    unit: "score",
    days: Int32Array.from(days),
    values: Float64Array.from(values),
    colour: 0,
    dash: 0,
    marks: new Int32Array(),
    ...changes,
  };
}

/** A layer from zero. */
export function layer(
  id: string,
  days: readonly number[],
  values: readonly number[],
  changes: Partial<Layer> = {},
): Layer {
  const upper = Float64Array.from(values);
  return {
    id,
    label: id,
    unit: "score",
    days: Int32Array.from(days),
    values: upper,
    lower: upper.map((value) => (Number.isNaN(value) ? Number.NaN : 0)),
    upper,
    colour: 1,
    tint: 0.45,
    dash: changes.colour ?? 1,
    ...changes,
  };
}

/** An axis of scores between −3 and 3. */
export function axis(changes: Partial<ValueAxis> = {}): ValueAxis {
  return { unit: "score", domain: "three", label: "Score", guides: [-2, -1, 0, 1, 2], ...changes };
}

/** A pane of scores between −3 and 3. */
export function pane(lines: readonly Line[], changes: Partial<Pane> = {}): Pane {
  return {
    id: "main",
    kind: "main",
    title: "",
    axes: [axis()],
    layers: [],
    lines,
    ...changes,
  };
}

/** What is drawn of panes, days 0 to 100, without any words about it. */
export function view(panes: readonly Pane[], changes: Partial<ChartView> = {}): ChartView {
  return {
    panes,
    isMultiples: false,
    isCompact: false,
    overviewTitle: "",
    bounds: { from: 0, to: 100 },
    range: { from: 0, to: 100 },
    legend: [],
    trail: [],
    newest: [],
    comparison: null,
    facts: [],
    notes: [],
    isSample: false,
    ...changes,
  };
}
