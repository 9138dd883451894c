import { type SeriesIdentity, arrangedSeries } from "./coordinates";
import { type Frame } from "./frame";
import { longLayout } from "./table/long";
import { LongText } from "./longText";
import { joined } from "./textRows";
import { toTsv } from "./tsvWriter";

/** A series with the rows that are wanted of it. */
export interface TableSeries extends SeriesIdentity {
  readonly frame: Frame;
}

/**
 * Series as cells between tabs: one as it is, several as one long table, sorted by what tells them apart, which stands in
 * columns behind `Date`.
 */
export function seriesTsv(items: readonly TableSeries[]): string {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0) return toTsv(only.frame);
  const { names, series } = arrangedSeries(items);
  const shapes = series.map(({ item }) => item.frame.columns);
  const text = new LongText(longLayout(names, shapes), "tsv");
  const blocks = series.flatMap(({ item: { frame }, coordinates }) => [
    ...text.add({ coordinates, frame }),
  ]);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(joined([...blocks, text.end()]));
}
