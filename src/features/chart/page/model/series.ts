import { type ChartColumn, type ChartData, type ChartPart, type PartRole } from "../../protocol";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { colourPlaces } from "../../model/colourPlaces";
import { isEnough, orderedNames, shownNames } from "../../model/excerpt";
import { type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { type Line, type Stroke } from "./pane";

/** A part of the chart and its place among the others. */
export interface ShownSeries {
  readonly part: ChartPart;
  /**
   * The index among the parts of role `part`; a compared series has that of the part it is compared with: the first
   * signal.
   */
  readonly base: number;
  /** The index of its color, which does not change when series are loaded, hidden, added or removed. */
  readonly colourPlace: number;
  readonly isShown: boolean;
}

/** A series that has data and is shown. */
export interface LoadedSeries extends ShownSeries {
  readonly data: ChartData;
}

/** The series of a chart, in the order of its parts. */
export function seriesOf(parts: readonly ChartPart[], state: ViewState): readonly ShownSeries[] {
  const own = parts.filter(({ role }) => role === "part");
  const compared = Math.max(
    0,
    own.findIndex(({ family }) => family === "signal"),
  );
  const places = colourPlaces(
    own.map(({ id }) => id),
    state.colours,
  );
  return parts.map((part) => {
    const base = part.role === "part" ? own.indexOf(part) : compared;
    const colourPlace = Math.max(0, places.indexOf(own[base]?.id ?? ""));
    return { part, base, colourPlace, isShown: !state.hidden.includes(part.id) };
  });
}

/** The series that are shown and have at least one day. */
export function loadedSeries(all: readonly ShownSeries[]): readonly LoadedSeries[] {
  return all.flatMap((series) => {
    const { data } = series.part;
    return data !== null && data.days.length > 0 && series.isShown ? [{ ...series, data }] : [];
  });
}

/** The shown columns of a signal, the Aggregate before the others; the first column if the data have none of them. */
export function shownColumns(data: ChartData, state: ViewState): readonly ChartColumn[] {
  return columnsNamed(data, shownNames(namesOf(data), state));
}

/** The columns in the order of the service, the Aggregate before the others. */
export function orderedColumns(data: ChartData): readonly ChartColumn[] {
  return columnsNamed(data, orderedNames(namesOf(data)));
}

function namesOf({ columns }: ChartData): readonly string[] {
  return columns.map(({ name }) => name);
}

function columnsNamed({ columns }: ChartData, names: readonly string[]): readonly ChartColumn[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** A part as it can be shown: without data, and loading, while its excerpt has too few rows for the view. */
export function usable(part: ChartPart, state: ViewState): ChartPart {
  const { data } = part;
  const excerpt = data?.excerpt ?? null;
  if (data === null || excerpt === null) return part;
  if (isEnough(excerpt, shownNames(namesOf(data), state), state)) return part;
  return { ...part, data: null, isLoading: true };
}

/** Whether a part has an excerpt, which is followed by all rows. */
export function hasExcerpt(parts: readonly ChartPart[]): boolean {
  return parts.some(({ data }) => data !== null && data.excerpt !== null);
}

/** Whether a part has rounded values, which are precise enough only for drawing. */
export function hasRounded(parts: readonly ChartPart[]): boolean {
  return parts.some(({ data }) => data?.excerpt?.isRounded === true);
}

/** The column of a component; the first of several. */
export function componentColumn(
  data: ChartData,
  component: ForecastComponent,
): ChartColumn | undefined {
  return data.columns.find((column) => column.component === component);
}

const noRows = new Int32Array(0);

/** The names of a line; the heading is absent if the label serves. */
export interface LineNames {
  readonly label: string;
  readonly heading?: string;
}

/** The look of a line. */
export interface LineStyle extends LineNames, Stroke {
  /** Rows that are marked, ascending; none by default. */
  readonly marks?: Int32Array;
}

/** Makes a line of a column. */
export function lineOf(series: LoadedSeries, column: ChartColumn, style: LineStyle): Line {
  const { days, unit, columns, slice, excerpt } = series.data;
  const id = lineId(series, column);
  const index = columns.indexOf(column);
  const percentile = (excerpt ?? slice)?.percentiles[index] ?? null;
  const step = excerpt?.steps[index] ?? null;
  const { name, values } = column;
  return { marks: noRows, ...style, id, unit, days, values, percentile, step, column: name };
}

/** Identifies a column of a series: `<part id>/<column name>`. */
export function lineId(series: ShownSeries, column: ChartColumn): string {
  return `${series.part.id}/${column.name}`;
}

/** The number of series that have a colour each; further ones have the same colours and other dashes. */
const seriesColours = 6;

/** The style of a series if colours tell series apart; its columns differ in their dashes. */
export function seriesStyle(
  series: ShownSeries,
  all: readonly ShownSeries[],
  { columns = 1, place = 0 } = {},
): Stroke {
  const roleCount = 1 + Math.max(...all.map(dashOfRole));
  const round = Math.floor(series.colourPlace / seriesColours);
  const dash = (round * roleCount + dashOfRole(series)) * columns + place;
  return { colour: series.colourPlace % seriesColours, dash };
}

/** Whether some part of a chart is still loading. */
export function isAwaited(parts: readonly ChartPart[]): boolean {
  return parts.length === 0 || parts.some(({ isLoading }) => isLoading);
}

/** Whether the chart has one part; any other series is then compared with it. */
export function isAlone(all: readonly ShownSeries[]): boolean {
  return all.every(({ base }) => base === 0);
}

/** Whether a chart has two or more parts, not counting compared series. */
export function isSeveral(parts: readonly ChartPart[]): boolean {
  return parts.filter(({ role }) => role === "part").length > 1;
}

/** Whether a chart shows one column of a signal in several kinds or vintages, which colours then tell apart. */
export function isComparison(all: readonly ShownSeries[], { columns }: ViewState): boolean {
  return all.length > 1 && isAlone(all) && columns.length === 1;
}

/** The name that tells a series from the others: the kind or as-of of a signal compared with itself, else the title. */
export function nameAmong({ part }: ShownSeries, all: readonly ShownSeries[]): string {
  const { role, title, identity } = part;
  const { dataKind, asOf } = identity;
  if (all.length === 1 || !isAlone(all) || dataKind === null) return title;
  const isOfKind = all.some((each) => each.part.role === "kind") && role !== "vintage";
  return isOfKind ? dataKind : t("as of {0}", asOfText(asOf ?? "latest"));
}

const roles: readonly PartRole[] = ["part", "kind", "vintage"];

/** The dash of a series by its role: 0 for a part, greater for a compared kind or vintage. */
export function dashOfRole(series: ShownSeries): number {
  return roles.indexOf(series.part.role);
}
