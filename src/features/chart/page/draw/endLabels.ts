import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Day } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { standingRow } from "../../../../shared/series/observations";
import {
  type DayRange,
  type Layer,
  type Line,
  mutedColour,
  type Pane,
  vintageStrength,
} from "../model/pane";
import { axisWidthPx } from "./axes";
import { LabelPlaces } from "./labelPlaces";
import { type Mark, textMark, yOf } from "./marks";
import { type Plot, scaleOf, xOfDay } from "./plotMarks";
import { inkColour, lineColour } from "./plotStyle";
import { cutToWidth, textWidth } from "./textWidth";
import { dateText } from "../../../../ui/dateText";

/** The label at the right of a plot for one line or layer: its last value in sight. */
interface EndLabel {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly colour: number;
  /** Where the line ends in sight. */
  readonly x: number;
  readonly y: number;
  /** Its last day. */
  readonly ended: string;
}

/** More labels than these have their value beside their name instead of below it. */
const maxTall = 2;
const rowPx = { tall: 30, flat: 16 };
const sizePx = { name: 11, value: 13, flat: 11 };
const maxNamePx = 150;
/**
 * The distances from the plot to a label, to one with a leader, from a name to its value, and from there to the edge of
 * the page.
 */
const gapPx = { label: 9, led: 20, value: 6, right: 6 };
/** Fonts of the editor may be wider than the font whose metrics are used. */
const widening = 1.12;
/** A line that ends this share of the range before its end is labelled with its last day. */
const endedShare = 0.02;
/** Texts as wide as usual values, so that the width of the plot does not change with the values. */
const usualValues: Record<ShownUnit, string> = {
  score: "−0.00",
  fraction: "−00.00 %",
  deviations: "−00.00 σ",
  rank: "#00",
};

type Labelled = Line | Layer;

/** The width that a plot keeps at its right for the labels of its lines, in pixels; 0 for none. */
export function endLabelsWidth(pane: Pane, range: DayRange): number {
  const labelled = besideIn(pane, range);
  const widths = labelled.map(({ label, unit }) => {
    const name = Math.min(maxNamePx, textWidth(label, sizePx.name));
    const size = labelled.length > maxTall ? sizePx.flat : sizePx.value;
    const value = textWidth(usualValues[unit], size, true);
    return labelled.length > maxTall ? name + gapPx.value + value : Math.max(name, value);
  });
  return widths.length === 0
    ? 0
    : Math.ceil(gapPx.led + widening * Math.max(...widths) + gapPx.right);
}

/** The height of that many labels, in pixels. */
export function endLabelsHeightOf(count: number): number {
  return count * (count > maxTall ? rowPx.flat : rowPx.tall);
}

/**
 * The labels at the ends of the lines: beside the plot, or near the end of a line that ends before the right edge. Labels
 * beside the plot that would touch are moved apart, and thin lines lead to them. In the plot, labels cover neither lines
 * nor each other, and those without a free place are left out. They are placed in the order of {@link ranked}.
 *
 * @param widthPx - The width for the labels; names that do not fit are shortened.
 */
export function endLabelMarks(plot: Plot, widthPx: number): readonly Mark[] {
  const { theme } = plot;
  const { labels, isTall, isLed, end } = placedLabels(plot);
  const namePx = nameRoom(plot, widthPx, isTall);
  const beside = labels.flatMap(({ label, y }) => {
    const colour = lineColour(theme, label.colour);
    const place = { x: end + (isLed ? gapPx.led : gapPx.label), y };
    return [
      ...(isLed ? [leaderMark(end, label.y, y, colour)] : []),
      ...textMarks(label, place, inkColour(theme, label.colour), { isTall, namePx }),
    ];
  });
  return [...endedMarks(plot), ...beside];
}

/** The width for names: beside values of the usual width, or above the values. */
function nameRoom({ pane, range }: Plot, widthPx: number, isTall: boolean): number {
  const roomPx = Math.ceil((widthPx - gapPx.led - gapPx.right) / widening);
  if (isTall) return roomPx;
  const values = besideIn(pane, range).map(({ unit }) =>
    textWidth(usualValues[unit], sizePx.flat, true),
  );
  return roomPx - gapPx.value - Math.max(0, ...values);
}

/** The id of the line or layer whose label is at a point beside the plot; undefined without one. */
export function endLabelAt(
  plot: Plot,
  { x, y }: { readonly x: number; readonly y: number },
): string | undefined {
  const { labels, isTall, end } = placedLabels(plot);
  const reach = (isTall ? rowPx.tall : rowPx.flat) / 2;
  if (x < end) return undefined;
  return labels.find((each) => Math.abs(each.y - y) <= reach)?.label.id;
}

interface PlacedLabels {
  readonly labels: readonly { readonly label: EndLabel; readonly y: number }[];
  /** Whether values are below names. */
  readonly isTall: boolean;
  readonly isLed: boolean;
  /** The right edge of the plot and of a second axis. */
  readonly end: number;
}

function placedLabels(plot: Plot): PlacedLabels {
  const { box, pane, range } = plot;
  const labels = ranked(besideIn(pane, range).flatMap((each) => endLabelOf(each, plot)));
  const isTall = labels.length <= maxTall && labels.length * rowPx.tall <= box.height;
  const height = isTall ? rowPx.tall : rowPx.flat;
  const shown = labels
    .slice(0, Math.max(1, Math.min(mostShown(labels), Math.floor(box.height / height))))
    .sort((one, other) => one.y - other.y);
  const ys = spread(
    shown.map(({ y }) => y),
    { first: box.top + height / 2, last: box.top + box.height - height / 2, height },
  );
  const placed = shown.map((label, index) => ({ label, y: ys[index] ?? label.y }));
  return {
    labels: placed,
    isTall,
    isLed: placed.some(({ label, y }) => Math.abs(label.y - y) > 1),
    end: box.left + box.width + (pane.axes.length > 1 ? axisWidthPx : 0),
  };
}

/** The last labels in the plot of each pane, which is drawn again at each change of its emphasized line. */
const lastEnded = new WeakMap<Pane, { readonly plot: Plot; readonly marks: readonly Mark[] }>();

function endedMarks(plot: Plot): readonly Mark[] {
  const last = lastEnded.get(plot.pane);
  if (last !== undefined && isSamePlace(last.plot, plot)) return last.marks;
  const marks = newEndedMarks(plot);
  lastEnded.set(plot.pane, { plot, marks });
  return marks;
}

function isSamePlace(one: Plot, other: Plot): boolean {
  const [a, b] = [one.box, other.box];
  return (
    one.theme === other.theme &&
    one.range.from === other.range.from &&
    one.range.to === other.range.to &&
    [a.left - b.left, a.top - b.top, a.width - b.width, a.height - b.height].every((px) => px === 0)
  );
}

/**
 * The labels of lines that end before the right edge, with their last days. Those of vintages have no day: their as-of
 * says about the same.
 */
function newEndedMarks(plot: Plot): readonly Mark[] {
  const { pane, range, theme } = plot;
  const labelled = labelledIn(pane, range);
  const ended = labelled.filter((each) => hasEnded(each, pane, range)).map(({ id }) => id);
  if (ended.length === 0) return [];
  const places = new LabelPlaces(plot);
  return ranked(labelled.flatMap((each) => endLabelOf(each, plot))).flatMap((label, rank) => {
    if (!ended.includes(label.id)) return [];
    const width = widening * textWidth(endedText(label), sizePx.name, true);
    const place = places.place({ x: label.x, y: label.y }, width, rank < alwaysShown);
    if (place === undefined) return [];
    const { x, anchor, leader } = place;
    const colour = inkColour(theme, label.colour);
    const y = place.middle + 0.36 * sizePx.name;
    return [
      ...(leader === undefined
        ? []
        : [segmentMark(leader.from, leader.to, lineColour(theme, label.colour))]),
      textMark({ text: endedText(label), x, y, anchor, sizePx: sizePx.name, colour }),
    ];
  });
}

function endedText({ name, value, colour, ended }: EndLabel): string {
  const shown = cutToWidth(name, maxNamePx, sizePx.name);
  if (vintageStrength(colour) !== undefined) return `${shown} ${value}`;
  // A name such as `as of 28 Jun 2024` may contain the day.
  return [shown, value, ...(name.includes(ended) ? [] : [ended])].join(" · ");
}

/** The first two are shown, whatever they cover: of vintages, the newest and the oldest. */
const alwaysShown = 2;
/** More labels of vintages would be a fan of lines to one point; the table has them all. */
const mostVintages = 8;

/** The number of lines that have a label beside the plot if there is room. */
export function mostShown(labels: readonly { readonly colour: number }[]): number {
  const others = labels.filter(({ colour }) => vintageStrength(colour) === undefined);
  return others.length === labels.length ? labels.length : others.length + mostVintages;
}

/**
 * The order in which labels get their places: that of the lines. Of vintages the newest and the oldest, then the one
 * whose end is farthest from those before it, after lines of the other kind.
 */
function ranked(labels: readonly EndLabel[]): readonly EndLabel[] {
  const strengthOf = ({ colour }: EndLabel): number => vintageStrength(colour) ?? Number.NaN;
  const vintages = labels
    .filter((label) => !Number.isNaN(strengthOf(label)))
    .sort((one, other) => strengthOf(other) - strengthOf(one));
  const [newest, ...older] = vintages;
  const oldest = older.pop();
  const order = [...(newest ? [newest] : []), ...(oldest ? [oldest] : [])];
  while (older.length > 0) {
    const farness = older.map(({ x, y }) =>
      Math.min(...order.map((each) => Math.hypot(each.x - x, each.y - y))),
    );
    order.push(...older.splice(farness.indexOf(Math.max(...farness)), 1));
  }
  const others = labels.filter((label) => Number.isNaN(strengthOf(label)));
  return [...order.slice(0, alwaysShown), ...others, ...order.slice(alwaysShown)];
}

/** The lines and layers that reach the right edge, and so have their labels beside it. */
function besideIn(pane: Pane, range: DayRange): readonly Labelled[] {
  return labelledIn(pane, range).filter((each) => !hasEnded(each, pane, range));
}

/** The lines and layers that have a day in sight, or that start before the range and end after it. */
function labelledIn({ lines, layers, kind }: Pane, { from, to }: DayRange): readonly Labelled[] {
  if (kind === "multiple") return [];
  const shown = [...lines, ...layers].filter(({ colour }) => colour !== mutedColour);
  return shown.filter(({ days }) => {
    const [first, last] = [days.at(0), days.at(-1)];
    return first !== undefined && last !== undefined && first <= to && last >= from;
  });
}

function endLabelOf(shown: Labelled, plot: Plot): readonly EndLabel[] {
  const { range, pane } = plot;
  const { id, days, values, unit, label, colour } = shown;
  const row = lastRowIn(shown, range.to);
  const [day, value] = [days[row], values[row]];
  const scale = scaleOf(plot, unit);
  if (day === undefined || value === undefined || scale === undefined) return [];
  const { top, height } = plot.box;
  const middle = "lower" in shown ? ((shown.lower[row] ?? 0) + (shown.upper[row] ?? 0)) / 2 : value;
  return [
    {
      id,
      name: label,
      value: (pane.kind === "difference" ? formatChange : formatValue)(unit, value),
      colour,
      x: xOfDay(plot, Math.min(range.to, days.at(-1) ?? day)),
      y: Math.min(top + height, Math.max(top, yOf(scale, middle))),
      ended: dateText(days.at(-1) ?? day),
    },
  ];
}

/** The last row with a value at or before a day; −1 without any. */
function lastRowIn({ days, values }: Labelled, to: Day): number {
  let row = standingRow(days, to);
  while (row >= 0 && Number.isNaN(values[row])) row--;
  return row;
}

/** The title of a difference has no room for its label in the plot, which its bars fill. */
function hasEnded({ days }: Labelled, { kind }: Pane, { from, to }: DayRange): boolean {
  return kind !== "difference" && (days.at(-1) ?? to) < to - endedShare * (to - from);
}

function textMarks(
  { name, value }: EndLabel,
  { x, y }: { readonly x: number; readonly y: number },
  colour: string,
  { isTall, namePx }: { readonly isTall: boolean; readonly namePx: number },
): readonly Mark[] {
  const named = cutToWidth(name, Math.min(maxNamePx, namePx), sizePx.name);
  if (!isTall) {
    const middle = y + 0.36 * sizePx.flat;
    const valueX = x + widening * textWidth(named, sizePx.flat) + gapPx.value;
    return [
      textMark({ text: named, x, y: middle, colour }),
      textMark({ text: value, x: valueX, y: middle, isBold: true, colour }),
    ];
  }
  return [
    textMark({ text: named, x, y: y - 3, sizePx: sizePx.name, colour }),
    textMark({ text: value, x, y: y + 11, sizePx: sizePx.value, isBold: true, colour }),
  ];
}

function leaderMark(end: number, from: number, to: number, colour: string): Mark {
  return segmentMark({ x: end + 4, y: from }, { x: end + gapPx.led - 4, y: to }, colour);
}

function segmentMark(
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  colour: string,
): Mark {
  return { type: "segment", ...from, endX: to.x, endY: to.y, colour };
}

/**
 * Ascending heights at least one row apart, as near as possible to those wanted, between `first` and `last` if all fit.
 * Labels that touch move apart about their middle.
 */
function spread(
  wanted: readonly number[],
  { first, last, height }: { first: number; last: number; height: number },
): readonly number[] {
  // Groups of labels that touch: the average wanted height of the first one, and their number.
  const groups: { y: number; count: number }[] = [];
  for (const y of wanted) {
    let group = { y, count: 1 };
    for (let above = groups.at(-1); above !== undefined; above = groups.at(-1)) {
      if (above.y + above.count * height <= group.y) break;
      groups.pop();
      const count = above.count + group.count;
      const own = (group.y - above.count * height) * group.count;
      group = { y: (above.y * above.count + own) / count, count };
    }
    groups.push(group);
  }
  const ys = groups.flatMap(({ y, count }) =>
    Array.from({ length: count }, (_, place) => Math.round(y) + place * height),
  );
  let bound = first;
  for (const [index, y] of ys.entries()) {
    ys[index] = Math.max(y, bound);
    bound = (ys[index] ?? y) + height;
  }
  bound = last;
  for (let index = ys.length - 1; index >= 0; index--) {
    ys[index] = Math.min(ys[index] ?? bound, bound);
    bound = (ys[index] ?? bound) - height;
  }
  return ys;
}
