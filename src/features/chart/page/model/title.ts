import { type ChartPart } from "../../protocol";
import { type ProfileState } from "../../model/viewState";
import { jointTitle, titleSeparator } from "../../model/jointTitle";
import { isoOfDay } from "../../../../shared/day";
import { type NativeStep } from "../../../../shared/series/nativeStep";
import { formatChange } from "../../../../shared/series/numberText";
import { lastKnownRow } from "../../../../shared/series/observations";
import { asOfText, dateText, momentText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { cardRows } from "./readout";
import { newestValue } from "./newest";
import { type Line, type Pane, totalColour } from "./pane";
import { observedOf } from "./observed";
import { vintagesOf } from "./shownVintages";
import { latestText } from "./facts";
import { isStalePart } from "./stale";

/** The texts at the head of a chart. */
export interface ChartHead {
  /** The readable names: `Inflation · United States`; empty if one is missing. */
  readonly title: string;
  /** `INFL v2 · SNAP · as of latest (22 Nov 2026 09:45 UTC)`. */
  readonly subtitle: string;
  /** `40 of 61, furthest from their mean`; empty unless the chart was opened from a tag value. */
  readonly chosen: string;
}

/** More texts than these are counted, not listed. */
const mostNamed = 3;

/**
 * Names what a chart shows, with the kinds and as-ofs of its series and of those it is compared with.
 *
 * @param profile - The tag value whose series it shows, if it was opened from one.
 */
export function chartHead(
  parts: readonly ChartPart[],
  profile: ProfileState | null = null,
): ChartHead {
  const own = parts.filter(({ role }) => role === "part");
  const compared = parts.some(({ role }) => role !== "part") ? parts : own;
  return {
    title: titleOf(own),
    subtitle: [
      shared(own.map(({ identity }) => identity.subject)),
      ...(own.some(({ family }) => family === "forecast") ? forecastFacts(own) : []),
      ...vintageFacts(compared),
    ]
      .filter((each) => each !== "")
      .join(titleSeparator),
    chosen: profile === null ? "" : profileFacts(profile, own.length).join(titleSeparator),
  };
}

/** Vintages are counted after their one name: `Inflation · United States · 13 vintages`. */
function titleOf(own: readonly ChartPart[]): string {
  const titles = own.map(({ identity }) => identity.title);
  if (titles.includes("")) return "";
  const vintages = vintagesOf(own);
  if (vintages === undefined) return jointTitle(titles, (count) => t("{0} series", count));
  return [titles[0], t("{0} vintages", vintages.asOfs.length)].join(titleSeparator);
}

/** Lists each text once; empty if there are many, because the title gives their number. */
function shared(texts: readonly string[]): string {
  const all = [...new Set(texts)];
  return all.length > mostNamed ? "" : all.join(", ");
}

/** `40 of 61, furthest from their mean`; empty if all series of the profile are shown and were fetched. */
function profileFacts({ count, order, failed }: ProfileState, shown: number): readonly string[] {
  const missing = failed === 0 ? [] : [t("{0} could not be fetched", failed)];
  if (shown >= count) return missing;
  switch (order) {
    case "distance":
      return [t("{0} of {1}, furthest from their mean", shown, count), ...missing];
    case "newest":
      return [t("{0} of {1}, largest newest scores", shown, count), ...missing];
    case "choice":
      return [t("{0} of {1}", shown, count), ...missing];
  }
}

/** Forecasts have no as-of; they have the time of fetching instead, that of the first forecast. */
function forecastFacts(own: readonly ChartPart[]): readonly string[] {
  const forecast = own.find(({ family, data }) => family === "forecast" && data !== null);
  const fetchedAtMs = forecast?.data?.fetchedAtMs;
  const fetched = fetchedAtMs === undefined ? [] : [t("fetched {0}", momentText(fetchedAtMs))];
  return [t("Forecast, %"), t("hedging not stated"), ...fetched];
}

/** `SNAP · as of latest (22 Nov 2026 09:45 UTC)`; in a comparison `SNAP and FIT · both as of latest`. */
function vintageFacts(compared: readonly ChartPart[]): readonly string[] {
  const kinds = [...new Set(compared.flatMap(({ identity }) => identity.dataKind ?? []))];
  // A part that is still loading would read as of latest, without the instant that the others have.
  const here = compared.filter(({ data }) => data !== null);
  const asOfs = [
    ...new Set((here.length > 0 ? here : compared).flatMap((part) => asOfOf(part) ?? [])),
  ];
  const asOf = asOfs.length > mostNamed ? t("{0} as-ofs", asOfs.length) : joinedByAnd(asOfs);
  const isBoth = kinds.length > 1 && asOfs.length === 1;
  return [joinedByAnd(kinds), isBoth ? t("both {0}", asOf) : asOf];
}

function joinedByAnd(texts: readonly string[]): string {
  const [one = "", other, ...more] = texts;
  return other === undefined || more.length > 0 ? texts.join(", ") : t("{0} and {1}", one, other);
}

function asOfOf(part: ChartPart): string | undefined {
  const { identity, data } = part;
  const { asOf } = identity;
  if (asOf === null) return undefined;
  const latest = data?.latestAsOf ?? null;
  if (asOf !== "latest" || latest === null) return t("as of {0}", asOfText(asOf));
  return latestText(latest, isStalePart(part));
}

/** The newest value of a chart of one line, with a text that puts it in context. */
export interface HeadValue {
  readonly text: string;
  readonly colour: number;
  /** `−0.05 on the month · percentile 80 since 1990`. */
  readonly detail: string;
}

/**
 * The newest value of a chart of one line, a line with its parts, or a line and one compared with it; else undefined.
 */
export function headValue(view: ChartView): HeadValue | undefined {
  const [pane, difference, ...others] = view.panes;
  const [line, ...more] = pane?.lines ?? [];
  if (pane === undefined || line === undefined || others.length > 0) return undefined;
  if (difference?.note !== undefined) return comparedValue(line, difference);
  if (difference !== undefined || more.length > 0) return undefined;
  const [row] = cardRows(view, null);
  if (row === undefined || Number.isNaN(row.value)) return undefined;
  const { observed } = observedOf(line);
  // The name, unless the title above already has it.
  const name = view.panel === undefined ? (view.trail.length > 1 ? line.label : "") : pane.title;
  const change = row.change === "" ? [] : [changeText(row.change, observed.step)];
  return {
    text: row.text,
    colour: line.colour,
    detail: [
      ...(name === "" ? [] : [name]),
      ...change,
      t("percentile {0} since {1}", row.percentile, firstYear(line)),
    ].join(titleSeparator),
  };
}

/** The newest value of the first line, with the difference of the two on the last day of both. */
function comparedValue(line: Line, pane: Pane): HeadValue | undefined {
  const { title, isRevision = false } = pane;
  const [difference] = pane.lines;
  const newest = newestValue(line);
  const row = difference === undefined ? -1 : lastKnownRow(difference.values);
  const [day, value] = [difference?.days[row], difference?.values[row]];
  if (newest === undefined || day === undefined || value === undefined) return undefined;
  const change = formatChange(line.unit, value);
  const on = dateText(day);
  // The title of a revision already has a day; another one is stated only where the value is of another day.
  const revision =
    day === newest.day ? `${title} ${change}` : t("{0} {1} on {2}", title, change, on);
  // The colon separates the change from a title such as `28 Aug 2026 − 28 Aug 2025`.
  const detail = isRevision ? revision : t("{0}: {1} on {2}", title, change, on);
  return { text: newest.text, colour: totalColour, detail };
}

function changeText(change: string, step: NativeStep): string {
  switch (step) {
    case "daily":
      return t("{0} on the day", change);
    case "weekly":
      return t("{0} on the week", change);
    case "monthly":
      return t("{0} on the month", change);
    case "quarterly":
      return t("{0} on the quarter", change);
    case "unknown":
      return t("{0} on the previous row", change);
  }
}

function firstYear({ days }: Line): string {
  return isoOfDay(days[0] ?? 0).slice(0, 4);
}
