import { type ReadableNames } from "../../../catalog/readableNames";
import { titleSeparator } from "../model/jointTitle";
import { type SeriesTarget } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import { type SeriesRef, type SignalRef } from "../../../shared/reference";
import { type SeriesTitles } from "./chartSeries";
import { codeOf, variantOf } from "./seriesIdentity";
import { type NamedSeries } from "./tabTitle";
import { asOfText } from "../../../shared/dateText";

const longestTitle = 120;

/**
 * The titles of some series: in full `Inflation · United States FIT`, in a legend without what all of them share. In short
 * titles, and as long as a name is not known, the code takes its place. An as-of of latest is left out, and so is SNAP if
 * all signals are SNAP. Versions are included where those of a code differ, and connections where the rest is the same.
 */
export function legendTitles(
  series: readonly NamedSeries[],
  names: ReadableNames,
): readonly SeriesTitles[] {
  const references = series.map(({ placed }) => placed.reference);
  const subjects = subjectsOf(series);
  const words = references.map((reference, at) =>
    titleParts(reference, subjects[at] ?? "", references, variantOf(reference, names)),
  );
  const shortParts = references.map((reference) =>
    titleParts(reference, codeOf(reference), references, variantOf(reference, names, "short")),
  );
  const finished = (each: readonly (readonly string[])[]): readonly string[] => {
    const titles = each.map((own) => own.join(" ").replace(danglingSeparator, ""));
    const placed = toldApart(titles, (index) => `(${series[index]?.placed.connectionId ?? ""})`);
    return placed.map((title) => plainLine(title, longestTitle));
  };
  const titles = finished(withoutShared(words));
  const shortTitles = finished(withoutShared(shortParts));
  return finished(words).map((fullTitle, at) => {
    const title = titles[at] ?? fullTitle;
    return { title, shortTitle: shortTitles[at] ?? title, fullTitle };
  });
}

/** Without the words that all of them contain, unless some of them could then not be told apart. */
function withoutShared(words: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [first = []] = words;
  const shared = new Set(first.filter((word) => words.every((each) => each.includes(word))));
  const own = words.map((each) => each.filter((word) => !shared.has(word)));
  const isEmpty = own.some((each) => each.length === 0);
  return isEmpty || distinct(own) < distinct(words) ? words : own;
}

function distinct(words: readonly (readonly string[])[]): number {
  return new Set(words.map((each) => each.join(" "))).size;
}

/** Follows a name, which may be several words. */
const separator = titleSeparator.trimEnd();
const danglingSeparator = new RegExp(`${separator}$`);

/**
 * What each series is about: the name of its signal or market, even if only another series of that code knows it. The
 * code where no name is known, or where another code has the same name.
 */
function subjectsOf(series: readonly NamedSeries[]): readonly string[] {
  const named = series.filter(({ name }) => name !== undefined);
  return series.map(({ placed }) => {
    const code = codeOf(placed.reference);
    const name = named.find((other) => isOfSameName(other.placed, placed))?.name;
    const isDistinct = named.every(
      (other) => other.name !== name || codeOf(other.placed.reference) === code,
    );
    return name !== undefined && isDistinct ? `${name}${separator}` : code;
  });
}

function isOfSameName(one: SeriesTarget, other: SeriesTarget): boolean {
  return (
    one.connectionId === other.connectionId &&
    one.reference.family === other.reference.family &&
    codeOf(one.reference) === codeOf(other.reference)
  );
}

/** @param subject - Its code, or its name with {@link separator}. */
function titleParts(
  reference: SeriesRef,
  subject: string,
  all: readonly SeriesRef[],
  variant: readonly string[],
): readonly string[] {
  if (reference.family === "forecast") return [subject, reference.currency, reference.horizon];
  const { version, dataKind, asOf } = reference;
  return [
    subject,
    ...(hasOtherVersion(reference, all) ? [`v${version}`] : []),
    ...variant,
    ...(dataKind === "SNAP" && !hasOtherKind(all) ? [] : [dataKind]),
    ...(asOf === "latest" ? [] : [asOfText(asOf)]),
  ];
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
  titleParts: (index: number) => string,
): readonly string[] {
  return titles.map((title, index) => {
    const isShared = titles.indexOf(title) !== titles.lastIndexOf(title);
    return isShared ? `${title} ${titleParts(index)}`.trim() : title;
  });
}
