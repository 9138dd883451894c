import { type NewestValue } from "../model/chartView";
import { type Mark, noteSizePx, textMark } from "./picture";
import { type PlotPlace, scaleOf } from "./picturePlot";
import { yOf } from "./pictureRuns";
import { cutText, textWidth } from "./pictureText";
import { lineColour } from "./plotStyle";

const valuePx = 13;
const detailPx = 10;
const mostNamePx = 150;
/** From the plot, from a value to its name, and from one value to the next. */
const gapPx = { plot: 10, name: 6, entry: 30 };

/** How wide the newest values are beside a plot; 0 where there are none. */
export function newestWidth(newest: readonly NewestValue[]): number {
  const widths = newest.map((each) =>
    Math.max(
      valueWidth(each) + textWidth(nameOf(each, newest), detailPx),
      textWidth(each.detail, detailPx),
    ),
  );
  return widths.length === 0 ? 0 : gapPx.plot + Math.max(...widths);
}

/** Each newest value with its day beside the end of its line, from `left` on, moved up or down where two would touch. */
export function newestMarks(
  newest: readonly NewestValue[],
  place: PlotPlace,
  left: number,
): readonly Mark[] {
  const { box, theme } = place;
  const x = left + gapPx.plot;
  const wanted = newest.map((each) => heightOf(each, place)).sort((one, other) => one.y - other.y);
  const ys = spread(
    wanted.map(({ y }) => y),
    box.top + gapPx.entry / 2,
    box.top + box.height - gapPx.entry / 2,
  );
  return wanted.flatMap(({ value }, index) => {
    const y = ys[index] ?? box.top;
    const colour = lineColour(theme, value.colour);
    const note = { sizePx: detailPx, colour: theme.muted };
    return [
      textMark({ text: value.text, x, y: y - 1, sizePx: valuePx, isBold: true, colour }),
      textMark({ ...note, text: nameOf(value, newest), x: x + valueWidth(value), y: y - 1 }),
      textMark({ ...note, text: value.detail, x, y: y + 11 }),
    ];
  });
}

/** A value that stands alone needs no name. */
function nameOf({ label }: NewestValue, newest: readonly NewestValue[]): string {
  return newest.length === 1 ? "" : cutText(label, mostNamePx, detailPx);
}

/** With the space to its name. */
function valueWidth({ text }: NewestValue): number {
  return textWidth(text, valuePx, true) + gapPx.name;
}

/** Newest values one after the other on a line that ends before `right`: their days are said where there is one. */
export function newestRow(
  newest: readonly NewestValue[],
  { theme }: PlotPlace,
  left: number,
  y: number,
): readonly Mark[] {
  let x = left;
  const marks: Mark[] = [];
  for (const { text, detail, colour } of newest) {
    marks.push(
      textMark({ text, x, y, sizePx: noteSizePx, isBold: true, colour: lineColour(theme, colour) }),
    );
    x += textWidth(text, noteSizePx, true) + 6;
    if (newest.length > 1) continue;
    marks.push(textMark({ text: detail, x, y, sizePx: detailPx, colour: theme.muted }));
  }
  return marks;
}

function heightOf(value: NewestValue, place: PlotPlace): { value: NewestValue; y: number } {
  const axis = place.pane.axes.find(({ unit }) => unit === value.unit);
  const { top, height } = place.box;
  const y = axis === undefined ? top : yOf(scaleOf(place, axis), value.value);
  return { value, y: Math.min(top + height, Math.max(top, y)) };
}

/** Ascending heights at least one entry apart, as near as that allows to those wanted, above `last` where all fit. */
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
