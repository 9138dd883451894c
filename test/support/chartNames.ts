import { ReadableNames } from "../../src/catalog/readableNames";
import { type ChartNames } from "../../src/features/chart/host/seriesIdentity";

/** The names in charts, in English. */
export const chartNames: ChartNames = {
  readable: new ReadableNames("en"),
  sampleData: "Sample data",
  valuesOf: (kind, count) => `${count === "*" ? "all" : count} ${kind}`,
  variants: (count) => `${count} variants`,
  asOf: (text) => `as of ${text}`,
  series: (count) => `${count} series`,
  vintages: (count) => `${count} vintages`,
};
