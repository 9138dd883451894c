import { jointTitle, titleSeparator } from "../../shared/chart/jointTitle";
import { type PanelTarget, sampleConnection, type SeriesTarget } from "../../shared/place";
import { plainLine } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { type ChartNames, titleOf } from "./seriesIdentity";
import { asOfText } from "../../shared/dateText";

/** A series as the tab of its chart names it. */
export interface NamedSeries {
  readonly placed: SeriesTarget;
  /** Of its signal or market, as listed last; undefined until it is known. */
  readonly name: string | undefined;
  /** Whether the service lists more than one version of its code. */
  readonly hasVersions: boolean;
}

/**
 * The title of a chart's tab: `SAMPLE Inflation v2 · United States · FIT · as of 2024-06-28`, with the version only where
 * a code has several. A kind and as-of that all series share are given once. Undefined until all names are known.
 */
export function tabTitle(series: readonly NamedSeries[], names: ChartNames): string | undefined {
  const vintages = [...new Set(series.flatMap(({ placed }) => vintageOf(placed.reference, names)))];
  const [vintage = ""] = vintages;
  const isOneVintage = vintages.length < 2;
  const titles: string[] = [];
  for (const { placed, name, hasVersions } of series) {
    if (name === undefined) return undefined;
    const { reference } = placed;
    const isVersioned = hasVersions && reference.family === "signal";
    const full = isVersioned ? `${name} v${reference.version}` : name;
    const own = isOneVintage ? [] : vintageOf(reference, names);
    titles.push(joined([titleOf(reference, full, names.readable), ...own]));
  }
  const title = jointTitle(titles, names.series);
  const isSample = series.some(({ placed }) => placed.connectionId === sampleConnection);
  return plainLine(`${isSample ? "SAMPLE " : ""}${joined([title, isOneVintage ? vintage : ""])}`);
}

/** The same of a panel: `SAMPLE Inflation v2 · 40 countries · FIT`. @param title - With what tells its signal from others. */
export function panelTabTitle(
  { connectionId, reference }: PanelTarget,
  title: string,
  names: ChartNames,
): string {
  const isSample = connectionId === sampleConnection;
  return plainLine(
    `${isSample ? "SAMPLE " : ""}${joined([title, ...vintageOf(reference, names)])}`,
  );
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
