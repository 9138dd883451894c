import { type ChartColumn, type ChartData, type ChartPart, type PartRole } from "../../protocol";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { colourPlaces } from "../../model/colourPlaces";
import { columnsInView, orderedNames, shownNames } from "../../model/columnNames";
import { type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { type Line, type Stroke } from "./pane";
import { isSameButForVintage, type Vintages, vintagesOf, vintageStroke } from "./shownVintages";

/** A part of the chart and its place among the others. */
export interface ShownSeries {
  readonly part: ChartPart;
  /**
   * The index among the parts of role `part`; a compared series has that of the part it is compared with.
   */
  readonly base: number;
  /** The index of its color, which does not change when series are loaded, hidden, added or removed. */
  readonly colourPlace: number;
  readonly isShown: boolean;
}

/** The index of the part that a series is compared with; of several, that which differs only as its role says. */
function comparedIndex(part: ChartPart, own: readonly ChartPart[]): number {
  const same = own.filter((each) => isSameButForVintage(each, part));
  const isBase = ({ identity }: ChartPart): boolean =>
    part.role === "kind"
      ? identity.asOf === part.identity.asOf
      : identity.dataKind === part.identity.dataKind;
  const base = same.find(isBase) ?? same[0] ?? own.find(({ family }) => family === "signal");
  return base === undefined ? 0 : own.indexOf(base);
}

/** A series that has data and is shown. */
export interface LoadedSeries extends ShownSeries {
  readonly data: ChartData;
}

/** The series of a chart, in the order of its parts. */
export function seriesOf(parts: readonly ChartPart[], state: ViewState): readonly ShownSeries[] {
  const own = parts.filter(({ role }) => role === "part");
  const places = colourPlaces(
    own.map(({ id }) => id),
    state.colours,
  );
  return parts.map((part) => {
    const base = part.role === "part" ? own.indexOf(part) : comparedIndex(part, own);
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

/**
 * The shown columns of a signal whose values have arrived, the Aggregate before the others. When none of them has, the
 * first column that has arrived: a chart is not empty while other columns are on their way.
 */
export function shownColumns(data: ChartData, state: ViewState): readonly ChartColumn[] {
  const arrived = data.columns.filter((column) => hasValues(data, column));
  return columnsNamed(data, shownNames(namesIn(arrived), state));
}

/** The names of the columns that the view shows of a signal, whether or not their values have arrived. */
export function chosenNames({ columns }: ChartData, state: ViewState): readonly string[] {
  return shownNames(namesIn(columns), state);
}

/** How many of the columns of a part that the view shows have arrived. */
export function arrivalOf({ family, data }: ChartPart, state: ViewState): "none" | "some" | "all" {
  if (data === null) return "all";
  const shown = columnsInView(family, data.columns, state);
  const arrived = shown.filter((column) => hasValues(data, column));
  if (arrived.length === shown.length) return "all";
  return arrived.length === 0 ? "none" : "some";
}

/** Whether the values of a column have arrived. */
export function hasValues({ days }: ChartData, { values }: ChartColumn): boolean {
  return values.length === days.length;
}

/** The columns in the service's order, but with the Aggregate first. */
export function orderedColumns(data: ChartData): readonly ChartColumn[] {
  return columnsNamed(data, orderedNames(namesIn(data.columns)));
}

function namesIn(columns: readonly ChartColumn[]): readonly string[] {
  return columns.map(({ name }) => name);
}

function columnsNamed({ columns }: ChartData, names: readonly string[]): readonly ChartColumn[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
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
  const { days, unit } = series.data;
  const id = lineId(series, column);
  const { name, values, percentile, step } = column;
  return { marks: noRows, ...style, id, unit, days, values, percentile, step, column: name };
}

/** Identifies a column of a series: `<part id>/<column name>`. */
export function lineId(series: ShownSeries, column: ChartColumn): string {
  return `${series.part.id}/${column.name}`;
}

/** The number of series that have a colour each; further ones have the same colours and other dashes. */
const seriesColours = 6;

/** The style of a series if colours tell series apart, or strengths vintages; its columns differ in their dashes. */
export function seriesStyle(
  series: ShownSeries,
  all: readonly ShownSeries[],
  { columns = 1, place = 0 } = {},
): Stroke {
  const vintages = vintagesAmong(all);
  if (vintages !== undefined) return { ...vintageStroke(vintages, series.part), dash: place };
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

/**
 * The name that distinguishes a series from the others: in comparisons of a signal with itself the kind or the as-of,
 * such as `Now` or `27 Nov 2025`; otherwise the title.
 */
export function nameAmong(series: ShownSeries, all: readonly ShownSeries[]): string {
  const asOf = vintageAmong(series, all);
  if (asOf === undefined) return untimedName(series, all);
  return asOf === "latest" ? t("Now") : asOfText(asOf);
}

/** The name for a file, which is read later, when `Now` would mislead: `as of latest`, `as of 27 Nov 2025`. */
export function lastingName(series: ShownSeries, all: readonly ShownSeries[]): string {
  const asOf = vintageAmong(series, all);
  return asOf === undefined ? untimedName(series, all) : t("as of {0}", asOfText(asOf));
}

/** As {@link vintagesOf}. */
export function vintagesAmong(all: readonly ShownSeries[]): Vintages | undefined {
  return vintagesOf(all.map(({ part }) => part));
}

/** The as-of of a series that distinguishes it from the others; undefined for any other series. */
function vintageAmong({ part }: ShownSeries, all: readonly ShownSeries[]): string | undefined {
  const { dataKind, asOf } = part.identity;
  const vintages = vintagesAmong(all);
  if (vintages !== undefined) return vintages.kind === dataKind ? (asOf ?? "latest") : undefined;
  if (all.length === 1 || !isAlone(all) || dataKind === null) return undefined;
  const isOfKind = all.some((each) => each.part.role === "kind") && part.role !== "vintage";
  return isOfKind ? undefined : (asOf ?? "latest");
}

function untimedName({ part }: ShownSeries, all: readonly ShownSeries[]): string {
  const { dataKind } = part.identity;
  return all.length === 1 || !isAlone(all) ? part.title : (dataKind ?? part.title);
}

const roles: readonly PartRole[] = ["part", "kind", "vintage"];

/** The dash of a series by its role: 0 for a part, greater for a compared kind or vintage. */
export function dashOfRole(series: ShownSeries): number {
  return roles.indexOf(series.part.role);
}

/** The colour of a series in a comparison: blue for the first, orange for the one compared with it. */
export function comparedColour({ part }: ShownSeries, all: readonly ShownSeries[]): number {
  const shown = roles.filter((role) => all.some((each) => each.part.role === role));
  return shown.indexOf(part.role);
}
