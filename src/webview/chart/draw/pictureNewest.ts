import { isoOfDay } from "../../../shared/day";
import { t } from "../../l10n";
import { type NewestValue } from "../model/newest";
import { type DayRange } from "../model/pane";
import { type Mark, noteSizePx, textMark, yOf } from "./marks";
import { type Plot, scaleOf } from "./plotMarks";
import { lineColour } from "./plotStyle";
import { cutText, textWidth } from "./textWidth";

const valuePx = 13;
const detailPx = 10;
const maxNamePx = 150;
/** From the plot, from a value to its name, and from one value to the next. */
const gapPx = { plot: 10, name: 6, entry: 30 };

/** How wide the newest values are beside a plot; 0 where there are none. */
export function newestWidth(newest: readonly NewestValue[], range: DayRange): number {
  const widths = newest.map((each) =>
    Math.max(
      valueWidth(each) + textWidth(nameOf(each, newest), detailPx),
      textWidth(detailOf(each, range), detailPx),
    ),
  );
  return widths.length === 0 ? 0 : gapPx.plot + Math.max(...widths);
}

/** How high they are, one below the other. */
export function newestHeight(newest: readonly NewestValue[]): number {
  return newest.length * gapPx.entry;
}

/** Each newest value with its day beside the end of its line, from `left` on, moved up or down where two would touch. */
export function newestMarks(
  newest: readonly NewestValue[],
  plot: Plot,
  left: number,
): readonly Mark[] {
  const { box, range, theme } = plot;
  const x = left + gapPx.plot;
  const wanted = newest.map((each) => heightOf(each, plot)).sort((one, other) => one.y - other.y);
  const ys = spread(
    wanted.map(({ y }) => y),
    box.top + gapPx.entry / 2,
    box.top + box.height - gapPx.entry / 2,
  );
  return wanted.flatMap(({ value }, index) => {
    const y = ys[index] ?? box.top;
    const colour = lineColour(theme, value.colour);
    const note = { sizePx: detailPx, colour: theme.muted };
    const name = nameOf(value, newest);
    return [
      textMark({ text: value.text, x, y: y - 1, sizePx: valuePx, isBold: true, colour }),
      textMark({ ...note, text: detailOf(value, range), x, y: y + 11 }),
      ...(name === ""
        ? []
        : [textMark({ ...note, text: name, x: x + valueWidth(value), y: y - 1 })]),
    ];
  });
}

/** A value that stands alone needs no name. */
function nameOf({ label }: NewestValue, newest: readonly NewestValue[]): string {
  return newest.length === 1 ? "" : cutText(label, maxNamePx, detailPx);
}

/** Beside a line that ends before its newest day is in sight, it is said that the value is not the last one drawn. */
function detailOf({ day, detail }: NewestValue, { to }: DayRange): string {
  return day > to ? t("newest {0}", detail) : detail;
}

/** With the space to its name. */
function valueWidth({ text }: NewestValue): number {
  return textWidth(text, valuePx, true) + gapPx.name;
}

/** Newest values one after the other, then what is said of one that stands alone, or the day that they have in common. */
export function newestRow(
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
    x += textWidth(text, noteSizePx, true) + gapPx.name;
  }
  const [first, ...others] = newest;
  if (first === undefined || others.some(({ day }) => day !== first.day)) return marks;
  const text = others.length === 0 ? detailOf(first, range) : isoOfDay(first.day);
  return [...marks, textMark({ text, x, y, sizePx: detailPx, colour: theme.muted })];
}

function heightOf(value: NewestValue, plot: Plot): { value: NewestValue; y: number } {
  const scale = scaleOf(plot, value.unit);
  const { top, height } = plot.box;
  const y = scale === undefined ? top : yOf(scale, value.value);
  return { value, y: Math.min(top + height, Math.max(top, y)) };
}

/** Ascending heights at least one entry apart, as near as that allows to those wanted, between `first` and `last` where all fit. */
function spread(wanted: readonly number[], first: number, last: number): readonly number[] {
  const ys: number[] = [];
  for (const y of wanted) ys.push(Math.max(y, (ys.at(-1) ?? first - gapPx.entry) + gapPx.entry));
  let bound = last;
  for (let index = ys.length - 1; index >= 0; index--) {
    const y = Math.min(ys[index] ?? bound, bound);
    ys[index] = y;
    bound = y - gapPx.entry;
  }
  return ys;
}
