import { countedTitle, jointTitle, titleSeparator } from "../model/jointTitle";
import { asOfText } from "../../../shared/dateText";
import { type PanelTarget, sampleConnection, type SeriesTarget } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import { type PanelRef, type Reference } from "../../../shared/reference";
import { type ChartNames, referenceCode, seriesTitleOf } from "./seriesIdentity";

/** The name of a signal or market in the last listing. */
export interface ListedName {
  readonly name: string | undefined;
  /** Whether the service lists more than one version of its code. */
  readonly hasVersions: boolean;
}

/** A series as the tab of its chart names it. */
export interface TitledSeries extends ListedName {
  readonly placed: SeriesTarget;
}

/** 40 characters: longer labels leave no room for other tabs. */
const longestTab = 40;

/**
 * The readable name of a chart: `Inflation v2 · United States · FIT · as of 28 Jun 2024`, with the version only where a
 * code has several. A kind and as-of that all series share are given once. The code replaces a name that
 * is not known.
 */
export function chartName(series: readonly TitledSeries[], names: ChartNames): string {
  const vintages = vintagesName(series, names, "long");
  if (vintages !== undefined) return plainLine(vintages);
  return plainLine(nameWith(series, names, (titles) => jointTitle(titles, names.series)));
}

/** The label of a chart's tab: {@link chartName}, cut to 40 characters: `SAMPLE Inflation · 4 series · FIT`. */
export function tabTitle(series: readonly TitledSeries[], names: ChartNames): string {
  const isSample = series.some(({ placed }) => placed.connectionId === sampleConnection);
  const mark = isSample ? sampleMark : "";
  const full = mark + chartName(series, names);
  if (lengthOf(full) <= longestTab) return full;
  const counted = names.series(series.length);
  const short =
    vintagesName(series, names, "short") ??
    (series.length > 1
      ? nameWith(series, names, (titles) => countedTitle(titles, counted))
      : nameWith(series, names, ([only = ""]) => only, "short"));
  return shortened(mark, short);
}

/** The name of a panel's chart: `Inflation · 40 countries · FIT`. @param title - Identifies its signal. */
export function panelChartName(panel: PanelRef, title: string, names: ChartNames): string {
  return plainLine(joined([title, ...vintageOf(panel, names)]));
}

/** The label of a panel's tab, in at most 40 characters: `SAMPLE Inflation · 40 countries · FIT`. */
export function panelTabTitle(
  { connectionId, reference }: PanelTarget,
  title: string,
  names: ChartNames,
): string {
  const mark = connectionId === sampleConnection ? sampleMark : "";
  return shortened(mark, panelChartName(reference, title, names));
}

/** Precedes the titles of sample data. */
export const sampleMark = "SAMPLE ";

/** The name of a signal or market, with the version if its code has several; the code until the name is known. */
export function subjectName(reference: Reference, { name, hasVersions }: ListedName): string {
  const subject = name ?? referenceCode(reference);
  return hasVersions && reference.family !== "forecast"
    ? `${subject} v${reference.version}`
    : subject;
}

/**
 * Shortens the first part of a name, the signal; if the other parts leave no room for it, drops whole parts at the end.
 *
 * @param mark - Precedes the name.
 */
function shortened(mark: string, name: string): string {
  const longest = longestTab - mark.length;
  if (lengthOf(name) <= longest) return mark + name;
  const parts = name.split(titleSeparator);
  const [subject = "", ...others] = parts;
  const rest = joined(others);
  const room = longest - lengthOf(titleSeparator + rest);
  if (others.length > 0 && room >= leastSubject) {
    return mark + joined([plainLine(subject, room), rest]);
  }
  for (let count = parts.length - 1; count > 1; count--) {
    const cut = joined([...parts.slice(0, count), "…"]);
    if (lengthOf(cut) <= longest) return mark + cut;
  }
  return mark + plainLine(name, longest);
}

/** 10 characters: a name cut to fewer is not recognizable. */
const leastSubject = 10;

function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** @param joint - Joins the titles of the series. */
function nameWith(
  series: readonly TitledSeries[],
  names: ChartNames,
  joint: (titles: readonly string[]) => string,
  style: "long" | "short" = "long",
): string {
  const vintages = [...new Set(series.flatMap(({ placed }) => vintageOf(placed.reference, names)))];
  const [vintage = ""] = vintages;
  const isOneVintage = vintages.length < 2;
  const titles = series.map(({ placed: { reference }, ...listed }) => {
    const own = isOneVintage ? [] : vintageOf(reference, names);
    const subject = subjectName(reference, listed);
    return joined([seriesTitleOf(reference, subject, names.readable, style), ...own]);
  });
  return joined([joint(titles), isOneVintage ? vintage : ""]);
}

/** 3: as on the page, a chart of two vintages names both. */
const leastVintages = 3;

/** The name of one signal as of several times: `Inflation · United States · 13 vintages`; undefined for other charts. */
function vintagesName(
  series: readonly TitledSeries[],
  names: ChartNames,
  style: "long" | "short",
): string | undefined {
  const signals = series.flatMap(({ placed: { reference } }) =>
    reference.family === "signal" ? [reference] : [],
  );
  // As the page, which counts those of SNAP, and FIT beside them as the other kind.
  const kind = signals.some(({ dataKind }) => dataKind === "SNAP") ? "SNAP" : "FIT";
  const ofKind = signals.filter(({ dataKind }) => dataKind === kind);
  const count = new Set(ofKind.map(({ asOf }) => asOf)).size;
  if (count < leastVintages || signals.length < series.length) return undefined;
  const title = ({ placed: { reference }, ...listed }: TitledSeries): string =>
    seriesTitleOf(reference, subjectName(reference, listed), names.readable, style);
  const keys = series.map((each) => {
    const { connectionId, reference } = each.placed;
    return [connectionId, referenceCode(reference), title(each)].join("/");
  });
  const [first] = series;
  if (first === undefined || new Set(keys).size > 1) return undefined;
  return joined([title(first), names.vintages(count)]);
}

/** The kind and as-of of a signal: SNAP and latest are left out. A forecast has neither. */
function vintageOf(reference: Reference, { asOf }: ChartNames): readonly string[] {
  if (reference.family === "forecast") return [];
  const isLatest = reference.asOf === "latest";
  return [
    joined([
      reference.dataKind === "FIT" ? "FIT" : "",
      isLatest ? "" : asOf(asOfText(reference.asOf)),
    ]),
  ];
}

function joined(words: readonly string[]): string {
  return words.filter((each) => each !== "").join(titleSeparator);
}
