import { type ChartView } from "../model/chartView";
import { type NewestValue } from "../model/newest";
import { mutedColour, type Pane } from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { type Block, type Box, type Mark, noteSizePx, textMark } from "./picture";
import { newestHeight, newestMarks, newestRow, newestWidth } from "./pictureNewest";
import { plotMarks } from "./picturePlot";
import { cutText, textWidth } from "./pictureText";

/** Beside and below a plot for the labels of its axes, and above it for theirs. */
const axisPx = { width: 48, height: 20, label: 24 };
const gapPx = 12;

/** Of a chart's panes one below the other: their shares of the height, and the least that a plot has. */
const shares: Record<Pane["kind"], number> = { main: 7, difference: 3, multiple: 7 };
const leastPlotPx: Record<Pane["kind"], number> = { main: 160, difference: 80, multiple: 90 };

/** Of small multiples: the least width of each, and their two rows of words. */
const cellPx = { leastWidth: 270, words: 44, gap: 20 };

/** The panes of a chart within the box, below it where it is too low for them. */
export function panesBlock(view: ChartView, theme: ChartTheme, box: Box): Block {
  return view.isMultiples ? gridBlock(view, theme, box) : columnBlock(view, theme, box);
}

/** One below the other, over the same days: only the last one names them. */
function columnBlock({ panes, newest, range }: ChartView, theme: ChartTheme, box: Box): Block {
  const rightAxis = panes.some(({ axes }) => axes.length > 1) ? axisPx.width : 0;
  const left = box.left + axisPx.width;
  const beside = axisPx.width + rightAxis + Math.max(newestWidth(newest, range), gapPx);
  const width = Math.max(1, box.width - beside);
  const free = box.height - axisPx.height - panes.length * (axisPx.label + gapPx) + gapPx;
  const parts = panes.reduce((sum, { kind }) => sum + shares[kind], 0);
  const marks: Mark[] = [];
  let top = box.top;
  for (const pane of panes) {
    const own = newestIn(pane, newest);
    const least = Math.max(leastPlotPx[pane.kind], newestHeight(own));
    const height = Math.max(least, (free * shares[pane.kind]) / parts);
    const plot = { left, top: top + axisPx.label, width, height };
    const place = { pane, range, box: plot, theme, hasDayLabels: pane === panes.at(-1) };
    marks.push(
      ...axisLabels(pane, theme, {
        ...plot,
        left: box.left,
        top,
        width: left + width + rightAxis - box.left,
      }),
      ...plotMarks(place),
      ...newestMarks(own, place, left + width + rightAxis),
    );
    top += axisPx.label + height + gapPx;
  }
  return { marks, height: panes.length === 0 ? 0 : top - gapPx + axisPx.height - box.top };
}

/** What the axes measure, above them; the pane's own title beside that of the first where it is not the chart's. */
function axisLabels(pane: Pane, theme: ChartTheme, { left, top, width }: Box): readonly Mark[] {
  const [first, second] = pane.axes;
  const text = [pane.kind === "main" ? undefined : pane.title, first?.label];
  const label = text.filter((each) => each !== undefined && each !== "").join(" · ");
  const y = top + noteSizePx;
  return [
    textMark({ text: cutText(label, width, noteSizePx), x: left, y, colour: theme.muted }),
    ...(second === undefined
      ? []
      : [textMark({ text: second.label, x: left + width, y, colour: theme.muted, anchor: "end" })]),
  ];
}

function gridBlock({ panes, newest, range }: ChartView, theme: ChartTheme, box: Box): Block {
  const most = Math.max(1, Math.floor((box.width + cellPx.gap) / (cellPx.leastWidth + cellPx.gap)));
  const rows = Math.ceil(panes.length / most);
  const columns = Math.ceil(panes.length / rows);
  const width = (box.width - (columns - 1) * cellPx.gap) / columns;
  const around = cellPx.words + axisPx.height;
  const free = (box.height - (rows - 1) * gapPx) / rows - around;
  const height = Math.max(leastPlotPx.multiple, free);
  const marks = panes.flatMap((pane, index) => {
    const left = box.left + (index % columns) * (width + cellPx.gap);
    const top = box.top + Math.floor(index / columns) * (around + height + gapPx);
    const rightAxis = pane.axes.length > 1 ? axisPx.width : 0;
    const plot = {
      left: left + axisPx.width,
      top: top + cellPx.words,
      width: width - axisPx.width - rightAxis,
      height,
    };
    const place = { pane, range, box: plot, theme, hasDayLabels: true };
    return [
      ...cellWords(pane, theme, { left, top, width, height }),
      ...newestRow(newestIn(pane, newest), place, left, top + 27),
      ...plotMarks(place),
    ];
  });
  return { marks, height: rows * (around + height + gapPx) - gapPx };
}

/** The title of a small multiple, and at its right what its axes measure. */
function cellWords(pane: Pane, theme: ChartTheme, { left, top, width }: Box): readonly Mark[] {
  const unit = pane.axes.map(({ label }) => label).join(", ");
  const titleWidth = width - textWidth(unit, noteSizePx) - gapPx;
  return [
    textMark({
      text: cutText(pane.title, titleWidth, noteSizePx + 1, true),
      x: left,
      y: top + 12,
      sizePx: noteSizePx + 1,
      isBold: true,
      colour: theme.foreground,
    }),
    textMark({ text: unit, x: left + width, y: top + 12, colour: theme.muted, anchor: "end" }),
  ];
}

function newestIn(pane: Pane, newest: readonly NewestValue[]): readonly NewestValue[] {
  const own = pane.lines.filter(({ colour }) => colour !== mutedColour);
  const ids = new Set(own.map(({ id }) => id));
  return newest.filter(({ id }) => ids.has(id));
}
