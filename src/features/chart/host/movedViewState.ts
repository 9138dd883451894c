import { hasTag } from "../../../catalog/listedSpelling";
import { colourPlaces, keptColourPlaces } from "../model/colourPlaces";
import { type ProfileState, type ViewState } from "../model/viewState";
import { type AnyChartPlace, type ChartPlace, isPanelChart } from "../../../shared/chartPlace";
import { seriesOfKey } from "../../../shared/composedPlace";
import { comparedSeries } from "./comparedSeries";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/**
 * The view of a chart after its tab has moved to another place: keeps the choices that apply there. Days are checked by
 * the page, because only the page has the data.
 */
export function movedViewState(
  state: ViewState,
  from: AnyChartPlace,
  to: AnyChartPlace,
): ViewState {
  const { highlighted, fullSize } = state;
  const own = {
    ...state,
    highlighted: variantIn(to, highlighted),
    fullSize: variantIn(to, fullSize),
  };
  if (!isPanelChart(from) && !isPanelChart(to)) return movedSeriesState(own, from, to);
  // Only charts of series have hidden or compared series.
  return {
    ...own,
    hidden: [],
    colours: [],
    isKindCompared: false,
    vintage: null,
    bridge: null,
    profile: null,
  };
}

/** Finds the variant in a panel of another kind or as-of; null if the place is no panel. */
function variantIn(to: AnyChartPlace, id: string | null): string | null {
  const series = isPanelChart(to) ? seriesOfKey(id ?? "") : undefined;
  if (!isPanelChart(to) || series?.reference.family !== "signal") return null;
  const { dataKind, asOf } = to.reference;
  return targetPath({ ...series, reference: { ...series.reference, dataKind, asOf } });
}

function movedSeriesState(state: ViewState, from: ChartPlace, to: ChartPlace): ViewState {
  const compared = comparedSeries(to, state);
  // The state keeps a comparison while a chart has too many signals; it is shown again when fewer are left.
  const areSeveral = to.parts.filter(({ reference }) => reference.family === "signal").length > 1;
  const isCompared = (wanted: "kind" | "vintage"): boolean =>
    areSeveral || compared.some(({ role }) => role === wanted);
  const before = new Set(from.parts.map(targetPath));
  const stillCompared = compared
    .map(({ placed }) => targetPath(placed))
    .filter((id) => state.hidden.includes(id) && !before.has(id));
  const hasForecast = to.parts.some(({ reference }) => reference.family === "forecast");
  return {
    ...state,
    hidden: [...hiddenParts(state, from, to), ...stillCompared],
    colours: movedColours(state, from, to),
    isKindCompared: state.isKindCompared && isCompared("kind"),
    vintage: isCompared("vintage") ? state.vintage : null,
    bridge: hasForecast ? state.bridge : null,
    profile: movedProfile(state, from, to),
  };
}

/** Keeps the tag value as long as all series have it, and its order only if the series are the same. */
function movedProfile(
  { profile }: ViewState,
  from: ChartPlace,
  to: ChartPlace,
): ViewState["profile"] {
  if (profile === null || !to.parts.every((part) => hasValue(part, profile))) return null;
  const before = new Set(from.parts.map(targetPath));
  const isSame =
    to.parts.length === before.size && to.parts.every((part) => before.has(targetPath(part)));
  return isSame ? profile : { ...profile, order: "choice", failed: 0 };
}

function hasValue({ reference }: SeriesTarget, { tagKind, value }: ProfileState): boolean {
  return reference.family === "signal" && hasTag(reference.tags, tagKind, value);
}

/** Each series keeps its color, even if its kind or as-of changes. */
function movedColours(
  { colours }: ViewState,
  { parts: before }: ChartPlace,
  { parts: after }: ChartPlace,
): readonly string[] {
  const ids = after.map(targetPath);
  const known = new Map(before.map((part) => [targetPath(part), part]));
  // The first of several new parts that differ only in kind or as-of.
  const successors = new Map(
    after
      .toReversed()
      .map((part) => [vintageless(part), targetPath(part)] as const)
      .filter(([, id]) => !known.has(id)),
  );
  const places = colourPlaces([...known.keys()], colours).map((id) => {
    const part = known.get(id);
    if (part === undefined || ids.includes(id)) return id;
    return successors.get(vintageless(part)) ?? id;
  });
  return keptColourPlaces(ids, [...new Set(places)]);
}

/** Hidden parts of the new place, and those that replace hidden ones; empty when everything would be hidden. */
function hiddenParts(
  { hidden }: ViewState,
  { parts: before }: ChartPlace,
  { parts: after }: ChartPlace,
): readonly string[] {
  const staying = new Set(after.map(targetPath));
  const gone = before.filter((part) => !staying.has(targetPath(part)));
  const ids = after.map(targetPath).filter((id, place) => {
    const part = after[place];
    const isNew = part !== undefined && before.every((each) => targetPath(each) !== id);
    if (!isNew || hidden.includes(id)) return hidden.includes(id);
    const stoodFor = gone.filter((each) => isOtherVintage(each, part));
    return stoodFor.length > 0 && stoodFor.every((each) => hidden.includes(targetPath(each)));
  });
  return ids.length === after.length ? [] : ids;
}

function isOtherVintage(one: SeriesTarget, other: SeriesTarget): boolean {
  return vintageless(one) === vintageless(other);
}

function vintageless({ connectionId, reference }: SeriesTarget): string {
  const series =
    reference.family === "signal"
      ? ({ ...reference, dataKind: "SNAP", asOf: "latest" } as const)
      : reference;
  return targetPath({ connectionId, reference: series });
}
