import { type ReadableNames } from "../../catalog/readableNames";
import { type PlacedSeries } from "../../shared/composedPlace";
import { plainLine } from "../../shared/plainText";
import { asOfText } from "../palette/typedAsOf";
import { variantOf } from "./seriesIdentity";

const longestTitle = 120;

/**
 * What each of some series is called in a legend: `INFL United States FIT`. SNAP and latest go without saying; versions
 * and connections are told where the rest is the same.
 */
export function legendTitles(
  series: readonly PlacedSeries[],
  names: ReadableNames,
): readonly string[] {
  const plain = series.map((each) => titleOf(each, names));
  const versioned = toldApart(plain, (index) => versionOf(series[index]));
  const placed = toldApart(versioned, (index) => `(${series[index]?.connection ?? ""})`);
  return placed.map((title) => plainLine(title, longestTitle));
}

function titleOf({ reference }: PlacedSeries, names: ReadableNames): string {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon].join(" ");
  }
  const { code, dataKind, asOf } = reference;
  return [
    code,
    ...variantOf(reference, names),
    ...(dataKind === "SNAP" ? [] : [dataKind]),
    ...(asOf === "latest" ? [] : [asOfText(asOf)]),
  ].join(" ");
}

function versionOf(series: PlacedSeries | undefined): string {
  return series?.reference.family === "signal" ? `v${series.reference.version}` : "";
}

/** Adds words to those titles that stand there more than once. */
function toldApart(
  titles: readonly string[],
  wordsOf: (index: number) => string,
): readonly string[] {
  return titles.map((title, index) => {
    const isShared = titles.indexOf(title) !== titles.lastIndexOf(title);
    return isShared ? `${title} ${wordsOf(index)}`.trim() : title;
  });
}
