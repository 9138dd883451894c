import { dateText } from "../../kit/dateText";
import { t } from "../../l10n";
import { type ChartView } from "../model/chartView";
import { type NewestValue } from "../model/newest";
import { mutedColour, type Pane } from "../model/pane";
import { axisMarks, type AxesWanted, heightAround, layOutAxes } from "./axes";
import { type ChartTheme } from "./chartTheme";
import { type Block, type Box, type Mark, noteSizePx, textMark } from "./marks";
import { valueRangesOf } from "./plotData";
import { endLabelMarks, endLabelsHeight, endLabelsWidth } from "./endLabels";
import { panelBlock } from "./panelPicture";
import { insideMarks, type Plot } from "./plotMarks";
import { lineColour } from "./plotStyle";
import { cutText, textWidth } from "./textWidth";

/** Fine enough for print: columns of the reduction for each pixel of the picture. */
const columnsPerPx = 2;

const gapPx = 12;

/** Of a chart's panes one below the other: their shares of the height, and the least that a plot has. */
const shares: Record<Pane["kind"], number> = { main: 7, difference: 3, multiple: 7 };
const leastPlotPx: Record<Pane["kind"], number> = { main: 160, difference: 80, multiple: 90 };

/** Of small multiples: the least width of each, and their two rows of words. */
const cellPx = { leastWidth: 270, words: 32, gap: 20 };

/** The panes of a chart within the box, below it where it is too low for them. */
export function panesBlock(view: ChartView, theme: ChartTheme, box: Box): Block {
  if (!view.isMultiples) return columnBlock(view, theme, box);
  const { panel } = view;
  return panel === undefined ? gridBlock(view, theme, box) : panelBlock(view, panel, theme, box);
}

/** One below the other, over the same days: only the last one names them. */
function columnBlock(view: ChartView, theme: ChartTheme, box: Box): Block {
  const { panes, range } = view;
  const axisCount = Math.max(0, ...panes.map(({ axes }) => axes.length));
  const rightPx = Math.max(0, ...panes.map((pane) => endLabelsWidth(pane, range)));
  const free = box.height - (panes.length - 1) * gapPx;
  const parts = panes.reduce((sum, { kind }) => sum + shares[kind], 0);
  const marks: Mark[] = [];
  let top = box.top;
  for (const pane of panes) {
    const hasDayLabels = pane === panes.at(-1);
    const least =
      Math.max(leastPlotPx[pane.kind], endLabelsHeight(pane, range)) + heightAround(hasDayLabels);
    const height = Math.max(least, Math.floor((free * shares[pane.kind]) / parts));
    const wanted = { outer: { ...box, top, height }, axisCount, hasDayLabels, rightPx };
    marks.push(...plotIn(titled(pane), view, theme, wanted).marks);
    top += height + gapPx;
  }
  return { marks, height: panes.length === 0 ? 0 : top - gapPx - box.top };
}

/** With the pane's own title beside the name of its first axis, where it is not the chart's. */
function titled(pane: Pane): Pane {
  const [first, ...others] = pane.axes;
  if (first === undefined || pane.kind === "main" || pane.title === "") return pane;
  const label = [pane.title, first.label].filter((each) => each !== "").join(" · ");
  return { ...pane, axes: [{ ...first, label }, ...others] };
}

function gridBlock(view: ChartView, theme: ChartTheme, box: Box): Block {
  const { panes, newest } = view;
  const max = Math.max(1, Math.floor((box.width + cellPx.gap) / (cellPx.leastWidth + cellPx.gap)));
  const rows = Math.ceil(panes.length / max);
  const columns = Math.ceil(panes.length / rows);
  const width = Math.floor((box.width - (columns - 1) * cellPx.gap) / columns);
  const free = Math.floor((box.height - (rows - 1) * gapPx) / rows) - cellPx.words;
  const height = Math.max(leastPlotPx.multiple + heightAround(true), free);
  const marks = panes.flatMap((pane, index) => {
    const left = box.left + (index % columns) * (width + cellPx.gap);
    const top = box.top + Math.floor(index / columns) * (cellPx.words + height + gapPx);
    const outer = { left, top: top + cellPx.words, width, height };
    const wanted = { outer, axisCount: pane.axes.length, hasDayLabels: true };
    const { plot, marks: plotMarks } = plotIn(pane, view, theme, wanted);
    return [
      textMark({
        text: cutText(pane.title, width, noteSizePx + 1, true),
        x: left,
        y: top + 12,
        sizePx: noteSizePx + 1,
        isBold: true,
        colour: theme.foreground,
      }),
      ...newestRow(newestIn(pane, newest), plot, left, top + 27),
      ...plotMarks,
    ];
  });
  return { marks, height: rows * (cellPx.words + height + gapPx) - gapPx };
}

function plotIn(
  pane: Pane,
  { range }: ChartView,
  theme: ChartTheme,
  wanted: AxesWanted,
): { plot: Plot; marks: readonly Mark[] } {
  const layout = layOutAxes(wanted, columnsPerPx);
  const values = valueRangesOf(pane, range, layout.inside.height);
  const box = layout.inside;
  const where = { box, values, resolution: columnsPerPx };
  const plot = { pane, range, theme, ...where };
  return {
    plot,
    marks: [...axisMarks(plot, layout), ...insideMarks(plot), ...endLabelMarks(plot)],
  };
}

function newestIn(pane: Pane, newest: readonly NewestValue[]): readonly NewestValue[] {
  const own = pane.lines.filter(({ colour }) => colour !== mutedColour);
  const ids = new Set(own.map(({ id }) => id));
  return newest.filter(({ id }) => ids.has(id));
}

const newestGapPx = 6;

/** Newest values one after the other, then what is said of one that stands alone, or the day that they have in common. */
function newestRow(
  newest: readonly NewestValue[],
  { range, theme }: Plot,
  left: number,
  y: number,
): readonly Mark[] {
  let x = left;
  const marks: Mark[] = [];
  for (const { text, ...each } of newest) {
    const colour = lineColour(theme, each.colour);
    marks.push(textMark({ text, x, y, sizePx: noteSizePx, isBold: true, colour }));
    x += textWidth(text, noteSizePx, true) + newestGapPx;
  }
  const [first, ...others] = newest;
  if (first === undefined || others.some(({ day }) => day !== first.day)) return marks;
  const text =
    others.length === 0
      ? first.day > range.to
        ? t("newest {0}", first.detail)
        : first.detail
      : dateText(first.day);
  return [...marks, textMark({ text, x, y, sizePx: noteSizePx - 1, colour: theme.muted })];
}
