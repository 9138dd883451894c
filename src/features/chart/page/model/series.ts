import { type ChartColumn, type ChartData, type ChartPart, type PartRole } from "../../protocol";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { colourPlaces } from "../../model/colourPlaces";
import { isEnough, orderedNames, shownNames } from "../../model/excerpt";
import { type ViewState } from "../../model/viewState";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import { type Line } from "./pane";

/** A part of the chart and its place among the others. */
export interface Series {
  readonly part: ChartPart;
  /** Counts the parts of the place; a compared series has that of the part it is compared with: the first signal. */
  readonly base: number;
  /** The index of its color, which does not change when series are loaded, hidden, added or removed. */
  readonly colourPlace: number;
  readonly isShown: boolean;
}

/** A series that has arrived, and is shown. */
export interface LoadedSeries extends Series {
  readonly data: ChartData;
}

/** Signals and forecasts of a chart in the order in which they came. */
export function seriesOf(parts: readonly ChartPart[], state: ViewState): readonly Series[] {
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

/** Those that are shown and have a day. */
export function loadedSeries(all: readonly Series[]): readonly LoadedSeries[] {
  return all.flatMap((series) => {
    const { data } = series.part;
    return data !== null && data.days.length > 0 && series.isShown ? [{ ...series, data }] : [];
  });
}

/** The columns of a signal that are shown, the Aggregate before the others; the first there is where none of them is. */
export function shownColumns(data: ChartData, state: ViewState): readonly ChartColumn[] {
  return columnsNamed(data, shownNames(namesOf(data), state));
}

/** As the service orders them, the Aggregate before the others. */
export function orderedColumns(data: ChartData): readonly ChartColumn[] {
  return columnsNamed(data, orderedNames(namesOf(data)));
}

function namesOf({ columns }: ChartData): readonly string[] {
  return columns.map(({ name }) => name);
}

function columnsNamed({ columns }: ChartData, names: readonly string[]): readonly ChartColumn[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** A part as it can be shown: while the rows that have come are not enough for the view, as one that is still to come. */
export function usable(part: ChartPart, state: ViewState): ChartPart {
  const { data } = part;
  const excerpt = data?.excerpt ?? null;
  if (data === null || excerpt === null) return part;
  if (isEnough(excerpt, shownNames(namesOf(data), state), state)) return part;
  return { ...part, data: null, isLoading: true };
}

/** Whether more rows are to follow those that have come. */
export function hasExcerpt(parts: readonly ChartPart[]): boolean {
  return parts.some(({ data }) => data !== null && data.excerpt !== null);
}

/** Whether values are there that are good for drawing only. */
export function hasRounded(parts: readonly ChartPart[]): boolean {
  return parts.some(({ data }) => data?.excerpt?.isRounded === true);
}

/** The column of a component; of two the first. */
export function componentColumn(
  data: ChartData,
  component: ForecastComponent,
): ChartColumn | undefined {
  return data.columns.find((column) => column.component === component);
}

const noRows = new Int32Array(0);

/** How a line looks, and which of its rows are marked: none unless said. */
export type LineStyle = Pick<Line, "label" | "colour" | "dash"> &
  Partial<Pick<Line, "heading" | "marks">>;

/** A column as a line. */
export function lineOf(series: LoadedSeries, column: ChartColumn, style: LineStyle): Line {
  const { days, unit, columns, slice, excerpt } = series.data;
  const id = lineId(series, column);
  const index = columns.indexOf(column);
  const percentile = (excerpt ?? slice)?.percentiles[index] ?? null;
  const step = excerpt?.steps[index] ?? null;
  const { name, values } = column;
  return { marks: noRows, ...style, id, unit, days, values, percentile, step, column: name };
}

/** The same for the same column of the same series. */
export function lineId(series: Series, column: ChartColumn): string {
  return `${series.part.id}/${column.name}`;
}

/** So many series have a colour each; those after them have the same colours and other dashes. */
const seriesColours = 6;

/** How a series is drawn where colours tell series apart; its columns differ in their dashes. */
export function seriesStyle(
  series: Series,
  all: readonly Series[],
  { columns = 1, place = 0 } = {},
): Pick<LineStyle, "colour" | "dash"> {
  const roleCount = 1 + Math.max(...all.map(dashOfRole));
  const round = Math.floor(series.colourPlace / seriesColours);
  const dash = (round * roleCount + dashOfRole(series)) * columns + place;
  return { colour: series.colourPlace % seriesColours, dash };
}

/** Whether some of what a chart shows is still to come. */
export function isAwaited(parts: readonly ChartPart[]): boolean {
  return parts.length === 0 || parts.some(({ isLoading }) => isLoading);
}

/** Whether the place of the chart has one part, beside which others may only be compared with it. */
export function isAlone(all: readonly Series[]): boolean {
  return all.every(({ base }) => base === 0);
}

/** Whether the place of a chart has two or more parts. */
export function isSeveral(parts: readonly ChartPart[]): boolean {
  return parts.filter(({ role }) => role === "part").length > 1;
}

/** Whether a signal is compared with itself and nothing else is drawn: colours then tell the compared apart. */
export function isComparison(all: readonly Series[], { columns }: ViewState): boolean {
  return all.length > 1 && isAlone(all) && columns.length === 1;
}

/** What tells a series from the others: of what is compared with itself its kind or its as-of, else its title. */
export function nameAmong({ part }: Series, all: readonly Series[]): string {
  const { role, title, identity } = part;
  const { dataKind, asOf } = identity;
  if (all.length === 1 || !isAlone(all) || dataKind === null) return title;
  const isOfKind = all.some((each) => each.part.role === "kind") && role !== "vintage";
  return isOfKind ? dataKind : t("as of {0}", asOfText(asOf ?? "latest"));
}

const roles: readonly PartRole[] = ["part", "kind", "vintage"];

/** 0 for a part of the place, greater for each way of being compared with it: a compared series has its own dash. */
export function dashOfRole(series: Series): number {
  return roles.indexOf(series.part.role);
}
