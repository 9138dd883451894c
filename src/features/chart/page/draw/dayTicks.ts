import { type Day, dayOfCivil, isoOfDay, maxDay, minDay } from "../../../../shared/day";
import { type DayRange } from "../model/pane";

/** A day with a label below the plot. */
export interface DayTick {
  readonly day: Day;
  /** As the range box accepts it: `2020`, `2020Q2`, `2020-04` or `2020-04-30`. */
  readonly label: string;
}

/** The greatest width of a character of a label, and the least space between two labels. */
const characterPx = 7;
const spacePx = 18;

const mostOfDays = 60;
const daysOfMonth = 28;

/** 1970-01-05, a Monday. */
const firstMonday = 4;

interface Step {
  /** The fewest days between two ticks. */
  readonly days: number;
  readonly labelLength: number;
  /** The longest range that has such ticks, in days. */
  readonly mostDays: number;
  readonly ticksIn: (range: DayRange) => DayTick[];
}

const steps: readonly Step[] = [
  everyDays(1, 0),
  everyDays(2, 0),
  everyDays(7, firstMonday),
  everyDays(14, firstMonday),
  everyMonths(1, daysOfMonth, (iso) => iso.slice(0, 7)),
  everyMonths(3, 90, quarterOf),
  { ...everyMonths(6, 181, quarterOf), mostDays: 6 * 365 },
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].map((years) =>
    everyMonths(12 * years, 365 * years, (iso) => iso.slice(0, 4)),
  ),
];

/**
 * The days to label below a plot of that width, ascending, at the densest step of years, quarters, months, weeks or
 * days at which labels centred on their days do not touch. At least one if the width has room for it.
 *
 * @param hasDays - Whether steps of days and weeks are allowed for a short range.
 */
export function dayTicks(range: DayRange, widthPx: number, hasDays = true): readonly DayTick[] {
  const from = Math.max(minDay, Math.ceil(range.from));
  const to = Math.min(maxDay, Math.floor(range.to));
  if (!(from <= to && widthPx > 0)) return [];
  const pxOfDay = widthPx / (range.to - range.from);
  const step = steps.find(
    ({ days, labelLength, mostDays }) =>
      (hasDays || days >= daysOfMonth) &&
      range.to - range.from < mostDays &&
      days * pxOfDay >= widthOf(labelLength),
  );
  const ticks = step?.ticksIn({ from, to }) ?? [];
  if (ticks.length > 0) return ticks;
  return widthPx < widthOf(10) ? [] : [dayTick(Math.floor((from + to) / 2))];
}

/** Whether a range is short enough for days and weeks; a longer one has only labels of months and years. */
export function isShort({ from, to }: DayRange): boolean {
  return to - from < mostOfDays;
}

function widthOf(labelLength: number): number {
  return labelLength * characterPx + spacePx;
}

function dayTick(day: Day): DayTick {
  return { day, label: isoOfDay(day) };
}

function everyDays(days: number, anchor: Day): Step {
  const ticksIn = ({ from, to }: DayRange): DayTick[] => {
    const ticks: DayTick[] = [];
    const first = anchor + Math.ceil((from - anchor) / days) * days;
    for (let day = first; day <= to; day += days) ticks.push(dayTick(day));
    return ticks;
  };
  return { days, labelLength: 10, mostDays: mostOfDays, ticksIn };
}

/** @param labelOf - Makes a label of the ISO date of a month's first day. */
function everyMonths(months: number, days: number, labelOf: (iso: string) => string): Step {
  const ticksIn = ({ from, to }: DayRange): DayTick[] => {
    const ticks: DayTick[] = [];
    for (let month = Math.floor(monthOf(from) / months) * months; ; month += months) {
      const day = dayOfCivil(Math.floor(month / 12), (month % 12) + 1, 1);
      if (day === undefined || day > to) return ticks;
      if (day >= from) ticks.push({ day, label: labelOf(isoOfDay(day)) });
    }
  };
  const labelLength = labelOf("2020-01-01").length;
  return { days, labelLength, mostDays: Number.POSITIVE_INFINITY, ticksIn };
}

function monthOf(day: Day): number {
  const iso = isoOfDay(day);
  return Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1;
}

function quarterOf(iso: string): string {
  return `${iso.slice(0, 4)}Q${Math.ceil(Number(iso.slice(5, 7)) / 3)}`;
}
