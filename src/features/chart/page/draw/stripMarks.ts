import {
  type HeatStrip,
  stripReach,
  type StripRow,
  stripStepOf,
  stripSteps,
} from "../model/panel/heatStrip";
import { formatValue } from "../../../../shared/series/numberText";
import { formatTick } from "../../../../ui/valueTicks";
import { type ChartTheme } from "./chartTheme";
import { blend, colourOf } from "./colour";
import { dayTicks } from "./dayTicks";
import { type Box, type Mark, noteSizePx, rectMark, ruleMark, textMark } from "./marks";
import { negativeColour, positiveColour } from "./plotStyle";
import { cutToWidth, textWidth } from "./textWidth";

/** The layout of a heat strip, in pixels of the page or of a picture. */
export interface StripLayout {
  readonly outer: Box;
  readonly inside: Box;
  readonly cellPx: number;
  /** The height of a row of cells, with the gap below it. */
  readonly rowPx: number;
  /** The name of each row, cut to fit. */
  readonly names: readonly string[];
}

/** The usual height of a row, and the least at which a name is legible. */
export const stripRowPx = { usual: 14, least: 11 };
const gapPx = 1;
const topPx = 4;
const daysPx = 24;
const valuesPx = 56;
const nameGapPx = 8;
const leastNamePx = 60;
const mostOfNames = 0.4;
const baselinePx = 3.5;

/**
 * Lays out a strip as wide as the box; its height follows from its rows.
 *
 * @param widthOf - The width of a name in bold, in the font in which it is drawn.
 */
export function layOutStrip(
  { rows, ends }: HeatStrip,
  { left, top, width }: Box,
  rowPx = stripRowPx.usual,
  widthOf = (name: string): number => textWidth(name, noteSizePx, true),
): StripLayout {
  const most = width * mostOfNames - nameGapPx;
  const names = rows.map(({ variant: { name, shortName } }) =>
    widthOf(name) <= most
      ? name
      : widthOf(shortName) <= most
        ? shortName
        : cutToWidth(shortName, most, noteSizePx, true),
  );
  const namesPx = Math.max(leastNamePx, ...names.map(widthOf)) + nameGapPx;
  const inside = {
    left: left + namesPx,
    top: top + topPx,
    width: Math.max(1, width - namesPx - valuesPx),
    height: rows.length * rowPx,
  };
  const outer = { left, top, width, height: topPx + inside.height + daysPx };
  return { outer, inside, cellPx: inside.width / Math.max(1, ends.length), rowPx, names };
}

/** The colours from full orange through the grey of the grid to full blue. */
function stripColours(theme: ChartTheme): readonly string[] {
  const zero = colourOf(theme.grid);
  return Array.from({ length: stripSteps }, (_, step) => {
    const value = ((step + 0.5) / stripSteps) * 2 * stripReach - stripReach;
    const end = colourOf(value < 0 ? negativeColour(theme) : positiveColour(theme));
    if (zero === undefined || end === undefined) return theme.grid;
    return blend(zero, end, Math.abs(value) / stripReach);
  });
}

/** The marks of a strip: a name, a cell for each period and the newest value in each row, and the days below. */
export function stripMarks(
  strip: HeatStrip,
  theme: ChartTheme,
  layout: StripLayout,
): readonly Mark[] {
  const colours = stripColours(theme);
  return [
    ...strip.rows.flatMap((row, index) => {
      const top = layout.inside.top + index * layout.rowPx;
      const name = layout.names[index] ?? row.variant.name;
      return [...wordMarks(name, row, theme, layout, top), ...cellMarks(row, colours, layout, top)];
    }),
    ...dayMarks(strip, theme, layout),
  ];
}

function wordMarks(
  name: string,
  { variant: { unit, value } }: StripRow,
  theme: ChartTheme,
  { outer, inside, rowPx }: StripLayout,
  top: number,
): readonly Mark[] {
  const y = top + rowPx / 2 + baselinePx;
  const colour = theme.foreground;
  const right = outer.left + outer.width;
  return [
    textMark({ text: name, x: inside.left - nameGapPx, y, colour, anchor: "end" }),
    textMark({
      text: formatValue(unit, value),
      x: right - nameGapPx,
      y,
      colour,
      anchor: "end",
      isBold: true,
    }),
  ];
}

/** Neighbouring cells of one colour are one rectangle. */
function cellMarks(
  { values }: StripRow,
  colours: readonly string[],
  { inside, cellPx, rowPx }: StripLayout,
  top: number,
): readonly Mark[] {
  const marks: Mark[] = [];
  let start = 0;
  for (let column = 1; column <= values.length; column++) {
    const colour = colourAt(values, start, colours);
    if (column < values.length && colourAt(values, column, colours) === colour) continue;
    if (colour !== undefined) {
      const left = inside.left + start * cellPx;
      const width = (column - start) * cellPx;
      marks.push(rectMark({ left, top, width, height: rowPx - gapPx }, colour));
    }
    start = column;
  }
  return marks;
}

function colourAt(
  values: Float64Array,
  column: number,
  colours: readonly string[],
): string | undefined {
  const value = values[column] ?? Number.NaN;
  return Number.isNaN(value) ? undefined : colours[stripStepOf(value)];
}

/** The labels of days below a strip, at the left edges of their cells. */
export function stripTicks(
  { ends }: HeatStrip,
  { inside, cellPx }: StripLayout,
): readonly { readonly label: string; readonly x: number }[] {
  const [first, last] = [ends.at(0), ends.at(-1)];
  if (first === undefined || last === undefined) return [];
  return dayTicks({ from: first, to: last }, inside.width, false).map(({ day, label }) => ({
    label,
    x: inside.left + ends.findIndex((end) => end >= day) * cellPx,
  }));
}

function dayMarks(strip: HeatStrip, theme: ChartTheme, layout: StripLayout): readonly Mark[] {
  const bottom = layout.inside.top + layout.inside.height;
  return stripTicks(strip, layout).flatMap(({ label, x }) => [
    ruleMark({ x, y: bottom, length: 4, isUpright: true, colour: theme.guide }),
    textMark({ text: label, x, y: bottom + 17, colour: theme.muted, anchor: "middle" }),
  ]);
}

/** The key of the colours: a row of them above the scores at which they change. */
export function stripKeyMarks(theme: ChartTheme, { left, top, width }: Box): readonly Mark[] {
  const colours = stripColours(theme);
  const stepPx = width / stripSteps;
  const scores = [-2, -1, 0, 1, 2];
  return [
    ...colours.map((colour, step) =>
      rectMark({ left: left + step * stepPx, top, width: stepPx, height: 9 }, colour),
    ),
    ...scores.map((score) =>
      textMark({
        text: formatTick("score", score, 1),
        x: left + ((score + stripReach) / (2 * stripReach)) * width,
        y: top + 20,
        colour: theme.muted,
        anchor: "middle",
      }),
    ),
  ];
}
