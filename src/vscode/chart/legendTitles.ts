import { type ReadableNames } from "../../catalog/readableNames";
import { type PlacedSeries } from "../../shared/composedPlace";
import { asOfText } from "../../shared/instant";
import { plainLine } from "../../shared/plainText";
import { type SeriesRef, type SignalRef } from "../../shared/reference";
import { variantOf } from "./seriesIdentity";

const longestTitle = 120;

/**
 * What each of some series is called in a legend: `INFL United States FIT`. Latest goes without saying, and SNAP where all
 * signals are; all signals of a code tell their versions where those differ, and connections where the rest is the same.
 */
export function legendTitles(
  series: readonly PlacedSeries[],
  names: ReadableNames,
): readonly string[] {
  const references = series.map(({ reference }) => reference);
  const titles = references.map((reference) => titleOf(reference, references, names));
  const placed = toldApart(titles, (index) => `(${series[index]?.connection ?? ""})`);
  return placed.map((title) => plainLine(title, longestTitle));
}

function titleOf(reference: SeriesRef, all: readonly SeriesRef[], names: ReadableNames): string {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon].join(" ");
  }
  const { code, version, dataKind, asOf } = reference;
  return [
    code,
    ...(hasOtherVersion(reference, all) ? [`v${version}`] : []),
    ...variantOf(reference, names),
    ...(dataKind === "SNAP" && !hasOtherKind(all) ? [] : [dataKind]),
    ...(asOf === "latest" ? [] : [asOfText(asOf)]),
  ].join(" ");
}

function hasOtherKind(all: readonly SeriesRef[]): boolean {
  return all.some((other) => other.family === "signal" && other.dataKind !== "SNAP");
}

function hasOtherVersion({ code, version }: SignalRef, all: readonly SeriesRef[]): boolean {
  return all.some(
    (other) => other.family === "signal" && other.code === code && other.version !== version,
  );
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
