import { type ReadableNames } from "../../../catalog/readableNames";
import { titleSeparator } from "../model/jointTitle";
import { type SeriesTarget } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import { type SeriesRef, type SignalRef } from "../../../shared/reference";
import { type SeriesTitles } from "../protocol";
import { referenceCode, variantOf } from "./seriesIdentity";
import { type TitledSeries } from "./tabTitle";
import { asOfText } from "../../../shared/dateText";

const longestTitle = 120;

/**
 * The titles of several series: full ones such as `Inflation · United States FIT`, and those of a legend without the
 * words that all share. A code replaces the name in short titles, and until the name is known. An as-of of latest is
 * left out, and so is SNAP if all signals are SNAP. Versions are included when those of a code differ, and connections
 * when titles would be equal.
 */
export function legendTitles(
  series: readonly TitledSeries[],
  names: ReadableNames,
): readonly SeriesTitles[] {
  const references = series.map(({ placed }) => placed.reference);
  const subjects = subjectsOf(series);
  const words = references.map((reference, at) =>
    titleParts(reference, subjects[at] ?? "", references, variantOf(reference, names)),
  );
  const shortParts = references.map((reference) =>
    titleParts(
      reference,
      referenceCode(reference),
      references,
      variantOf(reference, names, "short"),
    ),
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

/** Removes the words that all titles contain, unless some titles would become empty or equal. */
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

/** Marks the end of a name, which may be several words. */
const separator = titleSeparator.trimEnd();
const danglingSeparator = new RegExp(`${separator}$`);

/**
 * The subject of each series: the name of its signal or market, even if only another series of that code has it; the
 * code when there is no name, or when another code has the same name.
 */
function subjectsOf(series: readonly TitledSeries[]): readonly string[] {
  const named = series.filter(({ name }) => name !== undefined);
  return series.map(({ placed }) => {
    const code = referenceCode(placed.reference);
    const name = named.find((other) => isOfSameName(other.placed, placed))?.name;
    const isDistinct = named.every(
      (other) => other.name !== name || referenceCode(other.placed.reference) === code,
    );
    return name !== undefined && isDistinct ? `${name}${separator}` : code;
  });
}

function isOfSameName(one: SeriesTarget, other: SeriesTarget): boolean {
  return (
    one.connectionId === other.connectionId &&
    one.reference.family === other.reference.family &&
    referenceCode(one.reference) === referenceCode(other.reference)
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

/** Adds words to titles that occur more than once. */
function toldApart(
  titles: readonly string[],
  titleParts: (index: number) => string,
): readonly string[] {
  return titles.map((title, index) => {
    const isShared = titles.indexOf(title) !== titles.lastIndexOf(title);
    return isShared ? `${title} ${titleParts(index)}`.trim() : title;
  });
}
