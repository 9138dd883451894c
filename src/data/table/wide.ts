import { type ArrangedSeries, type ServiceSeries, distinctCoordinates } from "../coordinates";
import { numbersOn, textsOn, unionOfDays } from "./dayUnion";
import { type Frame, dateColumn } from "../frame";
import { freeName } from "./long";

/** A series with its values. */
export interface TableSeries extends ServiceSeries {
  readonly frame: Frame;
}

/**
 * One column of several series side by side. Each series is a column, named by what distinguishes it (`US`, `INFL US`),
 * with a row for each day that any of them has. Missing where a series has no value; if the column is text in one
 * series, it is text in all.
 */
export function toWideFrame(arranged: ArrangedSeries<TableSeries>, column: string): Frame {
  const distinct = distinctCoordinates(arranged);
  const days = unionOfDays(arranged.series.map(({ item }) => item.frame.days));
  const sources = arranged.series.map(({ item }) => ({
    days: item.frame.days,
    column: item.frame.columns.find(({ name }) => name === column),
  }));
  const isText = sources.some((source) => source.column?.type === "text");
  const taken = new Set([dateColumn]);
  const columns = sources.map((source, at) => {
    const coordinates = distinct.series[at]?.coordinates ?? [];
    const words = coordinates.filter((value) => value !== null && value !== "").map(String);
    const name = freeName(words.length === 0 ? column : words.join(" "), taken);
    return isText ? textsOn(days, name, source) : numbersOn(days, name, source);
  });
  return { days, columns };
}

/** The column names of all frames, in order of first appearance. */
export function columnNamesOf(frames: readonly Frame[]): readonly string[] {
  return [...new Set(frames.flatMap(({ columns }) => columns.map(({ name }) => name)))];
}
