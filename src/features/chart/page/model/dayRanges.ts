import { type ChartData } from "../../protocol";
import { type BridgeState } from "../../model/viewState";
import { type Day, isoOfDay, maxDay, minDay, dayOfIso } from "../../../../shared/day";
import { monthsBefore, monthStart } from "../../../../shared/months";
import { type DayRange } from "./pane";

/** All days, including future ones. */
export const allDays: DayRange = { from: minDay, to: maxDay };

/** The part of a range within the bounds; undefined if there is none. */
export function rangeWithin(range: DayRange, bounds: DayRange): DayRange | undefined {
  const from = Math.max(range.from, bounds.from);
  const to = Math.min(range.to, bounds.to);
  return from <= to ? { from, to } : undefined;
}

/**
 * Parses the days that a person typed: `2020`, `2020Q2`, `2020-03`, `2020-03-15`, or two of them joined by `..`, of
 * which one may be left out: `2020-03..2020-06` from the first of March to the last of June. Undefined for any other
 * text, for days that do not exist, for an end before its start, and for days that all lie outside the bounds.
 */
export function parseRange(text: string, bounds: DayRange): DayRange | undefined {
  const ends = text.trim().split(/\s*\.\.\s*/);
  if (ends.length > 2) return undefined;
  const [first = "", last = first] = ends;
  const from = first === "" ? bounds : parsePeriod(first);
  const to = last === "" ? bounds : parsePeriod(last);
  if (first + last === "" || from === undefined || to === undefined) return undefined;
  if (from.from > to.to) return undefined;
  return rangeWithin({ from: from.from, to: to.to }, bounds);
}

/** Formats a range as {@link parseRange} reads it: `2016-11-19..2026-11-19`. */
export function formatRange(range: DayRange): string {
  return `${isoOfDay(range.from)}..${isoOfDay(range.to)}`;
}

function parsePeriod(text: string): DayRange | undefined {
  const day = dayOfIso(text);
  if (day !== undefined) return { from: day, to: day };
  const match = /^(\d{4})(?:-?q([1-4])|-(0[1-9]|1[0-2]))?$/i.exec(text);
  if (match === null) return undefined;
  const [, year, quarter, month] = match;
  const start = Number(year) * 12;
  if (quarter !== undefined) return monthsFrom(start + (Number(quarter) - 1) * 3, 3);
  return month === undefined ? monthsFrom(start, 12) : monthsFrom(start + Number(month) - 1, 1);
}

function monthsFrom(start: number, months: number): DayRange {
  return { from: monthStart(start), to: monthStart(start + months) - 1 };
}

/** Returns a bridge over the newest month, the most frequent question; undefined for data without days. */
export function openingBridge(data: ChartData): BridgeState | undefined {
  const [first, last] = [data.days.at(0), data.days.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { from: Math.max(first, monthsBefore(last, 1)), to: last, component: "Forecast" };
}

export function isSameRange(one: DayRange, other: DayRange): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Pins a day, or unpins it if it is pinned; a third pin replaces both others. Ascending. */
export function withPinToggled(pins: readonly Day[], day: Day): readonly Day[] {
  const others = pins.filter((pin) => pin !== day);
  const isOff = others.length < pins.length;
  const next = isOff ? others : others.length < 2 ? [...others, day] : [day];
  return next.toSorted((one, other) => one - other);
}

/** Without one of two pins, or without both. */
export function withoutPin(pins: readonly Day[], index: 0 | 1 | undefined): readonly Day[] {
  return index === undefined ? [] : pins.filter((_pin, place) => place !== index);
}

/** Moves a pin, which stops at the other one. */
export function withPinMoved(pins: readonly Day[], index: 0 | 1, day: Day): readonly Day[] {
  const [first, second] = pins;
  if (first === undefined || second === undefined) return first === undefined ? pins : [day];
  return index === 0 ? [Math.min(day, second - 1), second] : [first, Math.max(day, first + 1)];
}
