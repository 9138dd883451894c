import { formatChange, formatValue } from "../../../shared/series/numberText";
import { t } from "../../l10n";
import { formatTick } from "../../kit/valueTicks";
import { type ChartView } from "../model/chartView";
import { newestOf } from "../model/newest";
import { type DayRange, type Pane } from "../model/pane";
import { type BarScale, barScale } from "../model/panel/barScale";
import { cornersOf, gridPx, panelGrid } from "../model/panel/panelGrid";
import { type Variant } from "../model/panel/variants";
import { type ChartTheme } from "./chartTheme";
import { compactAxisMarks, layOutCompact } from "./compactAxes";
import { type Block, type Box, type Mark, noteSizePx, rectMark, ruleMark, textMark } from "./marks";
import { valueRangesOf } from "./plotData";
import { insideMarks } from "./plotMarks";
import { negativeColour, positiveColour } from "./plotStyle";
import { layOutStrip, stripKeyMarks, stripMarks } from "./stripMarks";
import { cutText, textWidth } from "./textWidth";

/** What is seen of a panel beside its words. */
type Panel = NonNullable<ChartView["panel"]>;

/** Fine enough for print: columns of the reduction for each pixel of the picture. */
const columnsPerPx = 2;
/** Beside the panes, where both have room. */
const crossPx = { width: 318, gap: 22, leastWidth: 680, most: 760 };
const titlePx = 17;
const keyPx = { width: 200, height: 28 };

/** The panel as it is seen: its panes beside the cross-section, the cross-section alone, or the heat strip. */
export function panelBlock(view: ChartView, panel: Panel, theme: ChartTheme, box: Box): Block {
  if (panel.strip !== null) return stripBlock(panel.strip, theme, box);
  if (panel.shows === "crossSection") {
    return crossBlock(panel, theme, { ...box, width: Math.min(crossPx.most, box.width) });
  }
  if (box.width < crossPx.leastWidth) return gridBlock(view, theme, box);
  const width = box.width - crossPx.width - crossPx.gap;
  const grid = gridBlock(view, theme, { ...box, width });
  const left = box.left + width + crossPx.gap;
  const cross = crossBlock(panel, theme, { ...box, left, width: crossPx.width });
  return {
    marks: [...grid.marks, ...cross.marks],
    height: Math.max(grid.height, cross.height),
  };
}

function stripBlock(strip: NonNullable<Panel["strip"]>, theme: ChartTheme, box: Box): Block {
  const left = box.left + box.width - keyPx.width;
  const key = stripKeyMarks(theme, { left, top: box.top, ...keyPx });
  const layout = layOutStrip(strip, { ...box, top: box.top + keyPx.height });
  return {
    marks: [...key, ...stripMarks(strip, theme, layout)],
    height: keyPx.height + layout.outer.height,
  };
}

function gridBlock({ panes, range }: ChartView, theme: ChartTheme, box: Box): Block {
  const grid = panelGrid(panes.length, box);
  const { columns, rows, leastRowPx } = grid;
  const { left: figuresPx, gap, below } = gridPx;
  const width = (box.width - figuresPx - (columns - 1) * gap) / columns;
  const rowPx = Math.max(leastRowPx, (box.height - below) / rows);
  const marks = panes.flatMap((pane, index) => {
    const { isFirst, isLowest, column } = cornersOf(index, panes.length, grid);
    const left = box.left + figuresPx + column * (width + gap);
    const top = box.top + Math.floor(index / columns) * rowPx;
    const outer = {
      left: isFirst ? left - figuresPx : left,
      top: top + titlePx,
      width: isFirst ? width + figuresPx : width,
      height: rowPx - titlePx + (isLowest ? below : 0),
    };
    return [
      ...titleMarks(pane, theme, { left, top, width, height: 0 }),
      ...paneMarks(pane, range, theme, outer, { hasValueLabels: isFirst, hasDayLabels: isLowest }),
    ];
  });
  return { marks, height: rows * rowPx + below };
}

function titleMarks(pane: Pane, theme: ChartTheme, { left, top, width }: Box): readonly Mark[] {
  const { title, shortTitle = title, lines } = pane;
  const [line] = lines;
  const newest = line === undefined ? "" : (newestOf(line)?.text ?? "");
  const free = width - textWidth(newest, noteSizePx, true) - 6;
  const text = fitting(title, shortTitle, free);
  const y = top + 12;
  const colour = theme.foreground;
  return [
    textMark({ text, x: left, y, colour }),
    textMark({ text: newest, x: left + width, y, colour, isBold: true, anchor: "end" }),
  ];
}

/** The name, else the short one, cut where that does not fit either. */
function fitting(name: string, shortName: string, widthPx: number): string {
  const isFitting = textWidth(name, noteSizePx) <= widthPx;
  return isFitting ? name : cutText(shortName, widthPx, noteSizePx);
}

function paneMarks(
  pane: Pane,
  range: DayRange,
  theme: ChartTheme,
  outer: Box,
  frame: Parameters<typeof layOutCompact>[1],
): readonly Mark[] {
  const { inside } = layOutCompact(outer, frame, columnsPerPx);
  const values = valueRangesOf(pane, range, inside.height);
  const compact = { isPointed: false };
  const plot = { pane, range, theme, box: inside, values, resolution: columnsPerPx, compact };
  return [...compactAxisMarks(plot, frame), ...insideMarks(plot)];
}

/** The right edges of the figures from the right edge of all, and what the name takes at most. */
const figuresPx = { newest: 78, month: 32, percentile: 0, beforeBars: 128 };
const rowPx = 14.4;
const barPx = 9;
const headPx = 20;

function crossBlock(panel: Panel, theme: ChartTheme, box: Box): Block {
  const scale = barScale(panel.variants.map(({ value }) => value));
  const bars = {
    left: box.left + figuresPx.beforeBars,
    top: box.top + headPx,
    width: Math.max(1, box.width - figuresPx.beforeBars - figuresPx.newest - 50),
    height: panel.variants.length * rowPx,
  };
  const xOf = (value: number): number => bars.left + (0.5 + value / scale.reach / 2) * bars.width;
  const rule = (value: number, colour: string): Mark =>
    ruleMark({ x: xOf(value), y: bars.top, length: bars.height, isUpright: true, colour });
  return {
    marks: [
      ...headMarks(panel, scale, theme, box, xOf),
      rule(-scale.tick, theme.grid),
      rule(scale.tick, theme.grid),
      ...panel.variants.flatMap((variant, index) =>
        rowMarks(variant, theme, box, bars.top + index * rowPx, xOf),
      ),
      rule(0, theme.axis),
    ],
    height: headPx + bars.height,
  };
}

function headMarks(
  { heading }: Panel,
  { tick }: BarScale,
  theme: ChartTheme,
  { left, top, width }: Box,
  xOf: (value: number) => number,
): readonly Mark[] {
  const y = top + 12;
  const colour = theme.muted;
  const right = left + width;
  const end = (text: string, px: number): Mark =>
    textMark({ text, x: right - px, y, colour, anchor: "end" });
  return [
    textMark({ text: heading, x: left, y, colour }),
    ...[-tick, 0, tick].map((value) =>
      textMark({
        text: formatTick("score", value, tick),
        x: xOf(value),
        y,
        colour,
        anchor: "middle",
      }),
    ),
    end(t("Newest"), figuresPx.newest),
    end(t("1M"), figuresPx.month),
    end(t("Pctl"), figuresPx.percentile),
  ];
}

function rowMarks(
  { name, shortName, unit, value, month, percentile }: Variant,
  theme: ChartTheme,
  { left, width }: Box,
  top: number,
  xOf: (value: number) => number,
): readonly Mark[] {
  const y = top + 10.5;
  const colour = theme.foreground;
  const right = left + width;
  const end = (text: string, px: number, isBold = false): Mark =>
    textMark({ text, x: right - px, y, colour, isBold, anchor: "end" });
  const [from, to] = value < 0 ? [xOf(value), xOf(0)] : [xOf(0), xOf(value)];
  const box = { left: from, top: top + 2, width: to - from, height: barPx };
  return [
    textMark({ text: fitting(name, shortName, figuresPx.beforeBars - 6), x: left, y, colour }),
    ...(Number.isNaN(value)
      ? []
      : [rectMark(box, value < 0 ? negativeColour(theme) : positiveColour(theme))]),
    end(formatValue(unit, value), figuresPx.newest, true),
    end(formatChange(unit, month), figuresPx.month),
    end(percentile === null ? "" : `${percentile}`, figuresPx.percentile),
  ];
}
