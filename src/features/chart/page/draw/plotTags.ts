import { type Day } from "../../../../shared/day";
import { drawnValue } from "../../../../shared/series/observations";
import { formatValue } from "../../../../shared/series/numberText";
import { dateText } from "../../../../ui/dateText";
import { mutedColour } from "../model/pane";
import { type CrosshairDot, type CrosshairTags, tagPx, tagWidth, type ValueTag } from "./crosshair";
import { type Drawing, leftOf, topOf } from "./plotDrawing";
import { lineColour } from "./plotStyle";

/** The part of the crosshair that a small pane shows. */
export interface CompactCursor {
  /** Whether it is the pane that is pointed at, which shows its value. */
  readonly isPointed: boolean;
  /** Whether the day is below it. */
  readonly hasDay: boolean;
}

/** Days that stay marked wherever the pointer is. */
export interface Pins {
  readonly days: readonly Day[];
  /** Whether their days and values are shown on the axes. */
  readonly areTagged: boolean;
}

/** The rings on the lines of a plot on a day. */
export function dotsOn(drawing: Drawing, day: Day): CrosshairDot[] {
  return drawing.plot.pane.lines.flatMap((line) => {
    const top = topOf(drawing, line, day);
    return top === undefined ? [] : [{ top, colour: lineColour(drawing.plot.theme, line.colour) }];
  });
}

/** More values than these would hide the axis. */
const mostValues = 2;

/**
 * The tags on the axes for a day: the day, and the values of one or two lines, or of a line with its parts; with more
 * lines, only the value of the emphasised one.
 */
export function tagsOn(drawing: Drawing, day: Day): CrosshairTags {
  const { labels, layout, plot } = drawing;
  const { pane, theme, emphasised } = plot;
  const isFew = pane.kind !== "multiple" && pane.lines.length <= mostValues;
  const lines = isFew ? pane.lines : pane.lines.filter(({ id }) => id === emphasised);
  const tagged = lines.flatMap((line) => {
    const top = topOf(drawing, line, day);
    if (top === undefined || line.unit !== pane.axes[0]?.unit) return [];
    const text = formatValue(line.unit, drawnValue(line, day)).replace(/ [%σ]$/, "");
    return [{ top, middle: top, text }];
  });
  return {
    day: layout.hasDayLabels ? dateText(day) : "",
    dayShift: dayShift(drawing, day),
    values: apart(tagged, plot.box.height),
    isAcross: pane.lines.length === 1 && pane.layers.length === 0,
    labels,
    colours: { text: theme.background, ground: theme.foreground },
  };
}

/** How far a day's tag moves so that it stays within the pane, whose right margin may be narrower than half a tag. */
function dayShift(drawing: Drawing, day: Day): number {
  const { outer, inside } = drawing.layout;
  const left = leftOf(drawing, day);
  const reach = tagWidth(dateText(day)) / 2;
  const from = outer.left - inside.left + reach;
  const to = outer.left + outer.width - inside.left - reach;
  return Math.max(from, Math.min(left, to)) - left;
}

/**
 * The tags of one of many small panes for a day: the value beside the crosshair, the day below it, within the pane's
 * width.
 */
export function compactTags(
  drawing: Drawing,
  day: Day,
  left: number,
  { isPointed, hasDay }: CompactCursor,
): CrosshairTags {
  const { pane, box } = drawing.plot;
  const own = pane.lines.filter(({ colour }) => colour !== mutedColour).slice(0, mostValues);
  const values = own.map((line) => formatValue(line.unit, drawnValue(line, day)));
  const reach = Math.min(box.width, tagWidth(dateText(day))) / 2;
  const middle = Math.min(box.width - reach, Math.max(reach, left));
  return {
    ...tagsOn(drawing, day),
    day: hasDay ? dateText(day) : "",
    dayShift: middle - left,
    isAcross: false,
    isHair: !isPointed,
    beside: isPointed ? values.join("  ") : "",
    isBesideLeft: left > box.width / 2,
  };
}

/** Moves one or two tags inside the height of a plot, and two overlapping tags apart by equal amounts. */
function apart(tags: readonly ValueTag[], height: number): readonly ValueTag[] {
  const reach = tagPx.height / 2;
  const within = (middle: number, from: number, to: number): number =>
    Math.max(from, Math.min(middle, to));
  const [high, low] = tags.toSorted((one, other) => one.top - other.top);
  if (high === undefined) return [];
  if (low === undefined) return [{ ...high, middle: within(high.top, reach, height - reach) }];
  const leastPx = tagPx.height + 1;
  const isClear = low.top - high.top >= leastPx;
  const shift = isClear ? 0 : (leastPx - (low.top - high.top)) / 2;
  const upper = within(high.top - shift, reach, height - reach - leastPx);
  const lower = within(low.top + shift, upper + leastPx, height - reach);
  return [
    { ...high, middle: upper },
    { ...low, middle: lower },
  ];
}

/** The tags for one of the pinned days in sight, moved aside if the tags of two days would overlap. */
export function pinTags(
  drawing: Drawing,
  { areTagged }: Pins,
  shown: readonly Day[],
  index: number,
): CrosshairTags {
  const tags = tagsOn(drawing, shown[index] ?? 0);
  if (!areTagged) return { ...tags, day: "", values: [], isAcross: false };
  const [first = 0, second = first] = shown.map((day) => leftOf(drawing, day));
  const tooNear = shown.length < 2 ? 0 : Math.max(0, tagWidth(tags.day) + 2 - (second - first));
  const apartBy = (index === 0 ? -1 : 1) * (tooNear / 2);
  return { ...tags, isAcross: false, dayShift: (tags.dayShift ?? 0) + apartBy };
}
