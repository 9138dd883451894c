import { type FromChart } from "../../messages";
import { type ChartPart, type PanelOutline, type PartRole, type ToChart } from "../../protocol";
import { type BridgeState, parseViewState, type ViewState } from "../../model/viewState";
import { colourPlaces, keptColourPlaces } from "../../model/colourPlaces";
import { showSameColumns } from "../../model/columnNames";
import { maxParts } from "../../../../shared/composedPlace";
import { type Instant } from "../../../../shared/instant";
import { type Day } from "../../../../shared/day";
import { type ForecastComponent } from "../../../../shared/forecastComponents";
import {
  boundsOf,
  type ChartView,
  chartView,
  preparedLines,
  rangeInSight,
} from "../model/chartView";
import {
  allDays,
  isSameRange,
  openingBridge,
  rangeWithin,
  withoutPin,
  withPinMoved,
  withPinToggled,
} from "../model/dayRanges";
import { pairWith } from "../model/differencePane";
import { panelView } from "../model/panel/panelView";
import {
  isWanted,
  panelToCome,
  receivedParts,
  usableParts,
  withPart,
} from "../model/receivedParts";
import { type DayRange } from "../model/pane";
import { arrivalOf, loadedSeries, seriesOf } from "../model/series";
import { forecastData, comparableKind, type Shown } from "./shown";

/** The state of the page: the series as the editor sent them last, and the choices of the person. */
export interface PageState {
  /** The generation of the newest `show`; 0 before the first one. */
  readonly generation: number;
  readonly title: string;
  readonly isSample: boolean;
  readonly canUndo: boolean;
  /** Includes those that the draft has removed. */
  readonly parts: readonly ChartPart[];
  /** Ids of the parts of the place. */
  readonly own: readonly string[];
  /** Ids of the parts that the page shows instead, until the tab moves to that chart; null without a draft. */
  readonly draft: readonly string[] | null;
  readonly panel: PanelOutline | null;
  /** The window's as-of; null while it is latest. */
  readonly bound: Instant | null;
  readonly view: ViewState;
  /** Whether the view is of this page; otherwise it is that of an earlier page, if the editor has one. */
  readonly isOwn: boolean;
  readonly cursor: Day | null;
  /** The id of the line that is pointed at, in the plot or in the table of several series. */
  readonly emphasised: string | null;
  /** The day of the bridge that the next press sets. */
  readonly nextEnd: "from" | "to";
  /** The last bridge that a person set, which opens again; null before. */
  readonly chosenBridge: BridgeState | null;
  /** The role of a comparison that a person just added, whose difference is shown once it arrives; null for none. */
  readonly addedRole: PartRole | null;
}

/** A message of the editor about the series of a chart. */
type SeriesMessage = Extract<
  ToChart,
  { type: "show" | "part" | "bound" | "panel" | "compareWith" }
>;

/** A request of a person to the editor, which does not change the state of the page. */
type Request = Extract<
  FromChart,
  { type: "do" | "retry" | "openCached" | "switchKind" | "remove" | "openPart" | "addVariant" }
>;

/** An event of the page: a message of the editor, or an action of a person by a control or a key. */
export type PageEvent =
  | SeriesMessage
  | Request
  | { readonly type: "search"; readonly text: string }
  /** Adds a series to the draft, or removes it; the last one stays. */
  | { readonly type: "draft"; readonly id: string }
  /** Moves the tab to the chart that was drafted. */
  | { readonly type: "compose" }
  /** Shows a part of the bounds; what lies outside them is cut off. */
  | { readonly type: "showRange"; readonly range: DayRange }
  /** Shows the newest years; null is all. */
  | { readonly type: "showYears"; readonly years: number | null }
  | { readonly type: "toggleColumn"; readonly name: string }
  | { readonly type: "togglePart"; readonly id: string }
  /** Shows one column, or one part, and hides the others. */
  | { readonly type: "showAlone"; readonly isColumn: boolean; readonly id: string }
  | { readonly type: "openComponent" | "unfold"; readonly component: ForecastComponent }
  | { readonly type: "toggleKind" | "toggleVintage" | "toggleTable" | "toggleStatistics" }
  /** Changes how the axis, a panel, several series, the difference, its table or the correlations are shown. */
  | { readonly type: "arrange"; readonly change: Rearrangement }
  | { readonly type: "toggleBridge" }
  | { readonly type: "setBridge"; readonly change: BridgeChange }
  /** A click on the plot, or Enter: pins the day of the crosshair; in the bridge it sets the day A, then B. */
  | { readonly type: "press" }
  /** Removes one pin, or all of them. */
  | { readonly type: "unpin"; readonly index?: 0 | 1 }
  /** Moves a pin, which stops at the other one. */
  | { readonly type: "movePin"; readonly index: 0 | 1; readonly day: Day }
  | { readonly type: "moveCursor"; readonly day: Day | null }
  | { readonly type: "emphasise"; readonly id: string | null };

type Rearrangement = Partial<
  Pick<
    ViewState,
    | "sort"
    | "stripSort"
    | "crossSort"
    | "panelView"
    | "highlighted"
    | "fullSize"
    | "pair"
    | "arrangement"
    | "values"
    | "axis"
    | "correlationOf"
    | "seriesSort"
    | "isSeriesFolded"
    | "revisions"
    | "history"
  >
>;
type BridgeChange = Partial<Record<"from" | "to", Day>> & { component?: ForecastComponent };

export type Dispatch = (event: PageEvent) => void;

export interface Updated {
  readonly state: PageState;
  /** For the editor, in this order. */
  readonly messages: readonly FromChart[];
}

interface StateOptions {
  readonly title: string;
  /** The state that this page saved earlier; undefined if it never did. */
  readonly kept: unknown;
  /** Whether the page is of a panel, whose outline the editor sends later. */
  readonly isPanel: boolean;
}

export function firstState({ title, kept, isPanel }: StateOptions): PageState {
  return {
    generation: 0,
    title,
    isSample: false,
    canUndo: false,
    parts: [],
    own: [],
    draft: null,
    panel: isPanel ? panelToCome : null,
    bound: null,
    view: parseViewState(kept),
    isOwn: kept !== undefined,
    cursor: null,
    emphasised: null,
    nextEnd: "from",
    chosenBridge: null,
    addedRole: null,
  };
}

let lastView:
  | { readonly of: PageState; readonly parts: readonly ChartPart[]; readonly view: ChartView }
  | undefined;

/** The contents of the page. The view is the same object while everything it depends on is the same. */
export function shownOf(state: PageState): Shown {
  const { title, isSample, canUndo, panel, bound, view } = state;
  if (lastView === undefined || !isSameView(lastView.of, state)) {
    const parts = partsInChart(state);
    const drawn = panel === null ? chartView(parts, view) : panelView(panel, parts, view);
    lastView = { of: state, parts, view: drawn };
  }
  const { parts: shown, view: drawn } = lastView;
  return { title, isSample, canUndo, parts: shown, panel, bound, state: view, view: drawn };
}

/** Whether two states are drawn the same, except for the crosshair. */
export function isSameView(one: PageState, other: PageState): boolean {
  return drawnFrom.every((name) => one[name] === other[name]);
}

const drawnFrom = ["parts", "panel", "view", "draft"] as const;

/** Computes and caches what {@link shownOf} needs for long series. Yields after each piece of work. */
export function* preparation(state: PageState): Generator<void, void> {
  if (state.panel !== null) return;
  yield* preparedLines(partsInChart(state), state.view);
}

/** The visible range, even before the rest is computed. */
function rangeOf(state: PageState): DayRange {
  const { panel, view } = state;
  if (panel !== null || (lastView !== undefined && isSameView(lastView.of, state))) {
    return shownOf(state).view.range;
  }
  return rangeInSight(view, boundsOf(loadedSeries(seriesOf(partsInChart(state), view))));
}

/** The parts of the place or of the draft, in its order, and the series compared with them. */
function partsInChart({ parts, own, draft, panel }: PageState): readonly ChartPart[] {
  if (panel !== null) return parts;
  const ids = draft ?? own;
  const shown = ids.flatMap((id) => parts.filter((part) => part.role === "part" && part.id === id));
  return [...shown, ...parts.filter(({ role }) => role !== "part")];
}

/** Applies an event. A message of an older generation changes nothing: the state stays the same object. */
export function update(before: PageState, event: PageEvent): Updated {
  const { state, messages } = asked(before, applied(before, event));
  if (state === before || state.cursor === null) return { state, messages };
  const { from, to } = rangeOf(state);
  // The crosshair is hidden when its day is no longer in sight.
  const isInSight = state.cursor >= from && state.cursor <= to;
  return { state: isInSight ? state : { ...state, cursor: null }, messages };
}

/** Requests the missing columns of the view after its choice of columns has changed. */
function asked(before: PageState, { state, messages }: Updated): Updated {
  const { view, generation, parts } = state;
  if (showSameColumns(view, before.view) || parts.every((part) => arrivalOf(part, view) === "all"))
    return { state, messages };
  return { state, messages: [...messages, { type: "columns", generation }] };
}

function applied(state: PageState, event: PageEvent): Updated {
  const only = (next: PageState): Updated => ({ state: next, messages: [] });
  const change = (view: Partial<ViewState>): Updated => only(withView(state, view));
  switch (event.type) {
    case "show":
    case "part":
    case "bound":
    case "panel":
    case "compareWith":
      return received(state, event);
    case "do":
    case "retry":
    case "openCached":
    case "switchKind":
    case "remove":
    case "openPart":
    case "addVariant":
      return { state, messages: [event] };
    case "draft":
    case "compose":
      return redrafted(state, event);
    case "search":
      return { state, messages: [{ ...event, generation: state.generation }] };
    case "showRange":
      return only(withRange(state, event.range));
    case "showYears":
      return change({ range: event.years === null ? allDays : null, years: event.years });
    case "toggleColumn":
      return change(withColumnToggled(state.view, event.name));
    case "togglePart":
      return change(withPartToggled(state.view, event.id));
    case "showAlone":
      return change(alone(state, event));
    case "openComponent":
      return change({ component: event.component });
    case "unfold":
      return change({ unfolded: toggled(state.view.unfolded, event.component) });
    case "toggleKind":
    case "toggleVintage":
      return comparisonToggled(state, event.type);
    case "toggleTable":
      return change({ isTable: !state.view.isTable });
    case "toggleStatistics":
      return change({ isStatistics: !state.view.isStatistics });
    case "arrange":
      return change(event.change);
    case "toggleBridge":
      return only(withBridgeToggled(state));
    case "setBridge":
      return only(withBridge(state, event.change));
    case "press":
      return only(state.view.bridge === null ? withPin(state) : pressed(state));
    case "unpin":
    case "movePin":
      return only(withPins(state, event));
    case "moveCursor":
    case "emphasise":
      return only(pointed(state, event));
  }
}

function pointed(
  state: PageState,
  event: Extract<PageEvent, { type: "moveCursor" | "emphasise" }>,
): PageState {
  if (event.type === "moveCursor") {
    return event.day === state.cursor ? state : { ...state, cursor: event.day };
  }
  return event.id === state.emphasised ? state : { ...state, emphasised: event.id };
}

function alone(
  state: PageState,
  { isColumn, id }: Extract<PageEvent, { type: "showAlone" }>,
): Partial<ViewState> {
  if (isColumn) return { columns: [id] };
  const { parts } = shownOf(state);
  return { hidden: parts.flatMap((part) => (part.id === id ? [] : [part.id])) };
}

function redrafted(
  state: PageState,
  event: Extract<PageEvent, { type: "draft" | "compose" }>,
): Updated {
  if (event.type === "compose") return composed(state);
  const { generation, own, draft } = state;
  const ids = toggled(draft ?? own, event.id);
  if (ids.length === 0 || ids.length > maxParts) return { state, messages: [] };
  const colours = keptColourPlaces(ids, colourPlaces(draft ?? own, state.view.colours));
  const view = { ...state.view, colours };
  return { state: { ...state, view, draft: ids }, messages: [{ type: "draft", generation, ids }] };
}

function composed(state: PageState): Updated {
  const { own, draft, parts } = state;
  if (draft === null) return { state, messages: [] };
  const isOther = draft.length !== own.length || draft.some((id) => !own.includes(id));
  if (isOther) return { state, messages: [{ type: "compose", ids: draft }] };
  const kept = parts.filter(({ role, id }) => role !== "part" || own.includes(id));
  return { state: { ...state, draft: null, parts: kept }, messages: [] };
}

function withPins(
  state: PageState,
  event: Extract<PageEvent, { type: "unpin" | "movePin" }>,
): PageState {
  const { pins } = state.view;
  if (pins.length === 0) return state;
  return withView(state, {
    pins:
      event.type === "unpin"
        ? withoutPin(pins, event.index)
        : withPinMoved(pins, event.index, event.day),
  });
}

function comparisonToggled(state: PageState, type: "toggleKind" | "toggleVintage"): Updated {
  const { isKindCompared, vintage } = state.view;
  if (comparableKind(shownOf(state)) === undefined) return { state, messages: [] };
  if (type === "toggleVintage") {
    if (vintage !== null) return compared(withView(state, { vintage: null }));
    return { state, messages: [{ type: "do", action: "compareVintage" }] };
  }
  const addedRole = isKindCompared ? null : "kind";
  return compared({ ...withView(state, { isKindCompared: !isKindCompared }), addedRole });
}

function received(state: PageState, message: SeriesMessage): Updated {
  const { generation } = message;
  const isCurrent =
    message.type === "show" ? generation > state.generation : generation === state.generation;
  if (!isCurrent) return { state, messages: [] };
  switch (message.type) {
    case "show": {
      const { title, isSample, canUndo, panel, bound } = message;
      const parts = receivedParts(message.parts);
      const own = parts.map(({ id }) => id);
      const head = { generation, title, isSample, canUndo, panel, bound };
      const shown = { ...state, ...head, parts, own, draft: null };
      const viewed = state.isOwn ? shown : withView(shown, parseViewState(message.state));
      const next = arrived(viewed, state.parts, viewed.parts);
      const { messages } = compared(viewed);
      return { state: next.state, messages: [...messages, ...next.messages] };
    }
    case "part": {
      if (!isWanted(state.view, message.part)) return { state, messages: [] };
      const { parts, part } = withPart(state.parts, message.part);
      return arrived(withAddedPair({ ...state, parts }, part), state.parts, [part]);
    }
    case "bound":
      return { state: { ...state, bound: message.bound }, messages: [] };
    case "panel":
      return { state: { ...state, panel: message.panel }, messages: [] };
    case "compareWith": {
      const addedRole = "vintage" in message.comparison ? "vintage" : "kind";
      return compared({ ...withView(state, message.comparison), addedRole });
    }
  }
}

/** Shows the difference of the comparison that a person just added, if there are several. */
function withAddedPair(state: PageState, part: ChartPart): PageState {
  if (part.role !== state.addedRole || part.data === null) return state;
  const pair = pairWith(shownOf(state).view.panes, part, state.parts) ?? state.view.pair;
  return { ...state, addedRole: null, view: { ...state.view, pair } };
}

/** Reports the comparisons to the editor, which adds them and ends others. */
function compared(state: PageState): Updated {
  const { generation, view } = state;
  const { isKindCompared, vintage } = view;
  return { state, messages: [{ type: "compare", generation, isKindCompared, vintage }] };
}

function withView(state: PageState, change: Partial<ViewState>): PageState {
  const view = { ...state.view, ...change };
  const parts = state.parts.filter((part) => isWanted(view, part));
  const isSame = parts.length === state.parts.length;
  return { ...state, view, isOwn: true, parts: isSame ? state.parts : parts };
}

/** Requests the columns of the view that are missing in parts that have just arrived. */
function arrived(
  state: PageState,
  before: readonly ChartPart[],
  came: readonly ChartPart[],
): Updated {
  const { view, generation, parts } = state;
  if (came.every((part) => arrivalOf(part, view) === "all")) return { state, messages: [] };
  return {
    state: { ...state, parts: usableParts(parts, { before, came, view }) },
    messages: [{ type: "columns", generation }],
  };
}

function withRange(state: PageState, range: DayRange): PageState {
  const { bounds } = shownOf(state).view;
  const within = rangeWithin(range, bounds);
  if (within === undefined) return state;
  const isAll = isSameRange(within, bounds);
  return withView(state, { range: isAll ? allDays : within, years: null });
}

function withBridgeToggled(state: PageState): PageState {
  const { bridge: open } = state.view;
  const first: PageState = { ...state, nextEnd: "from" };
  if (open !== null) return withView(first, { bridge: null });
  const data = forecastData(shownOf(state).parts);
  const bridge = state.chosenBridge ?? (data && openingBridge(data)) ?? null;
  return bridge === null ? state : withView(first, { bridge, pins: [] });
}

function withBridge(state: PageState, change: BridgeChange): PageState {
  const { bridge } = state.view;
  if (bridge === null) return state;
  const { bounds } = shownOf(state).view;
  const clamped = (day: Day): Day => Math.min(bounds.to, Math.max(bounds.from, day));
  const { from, to, component } = { ...bridge, ...change };
  // An end that is moved alone stops at the other one.
  const start = clamped(change.to === undefined ? Math.min(from, to) : from);
  const next = { from: start, to: Math.max(start, clamped(to)), component };
  return withView({ ...state, chosenBridge: next }, { bridge: next });
}

/** Pins the day of the crosshair, or unpins it. A panel has no pins. */
function withPin(state: PageState): PageState {
  const { cursor: day, panel, view } = state;
  if (day === null || panel !== null) return state;
  const history = view.history === null ? null : day;
  return withView(state, { pins: withPinToggled(view.pins, day), history });
}

function pressed(state: PageState): PageState {
  const { cursor: day, nextEnd } = state;
  const { bridge } = state.view;
  if (day === null || bridge === null) return state;
  const { from, to } = bridge;
  return nextEnd === "from"
    ? { ...withBridge(state, { from: day, to: Math.max(day, to) }), nextEnd: "to" }
    : {
        ...withBridge(state, { from: Math.min(day, from), to: Math.max(day, from) }),
        nextEnd: "from",
      };
}

/** Shows or hides a column of signals; the last one stays. */
export function withColumnToggled(state: ViewState, column: string): ViewState {
  const columns = toggled(state.columns, column);
  return columns.length === 0 ? state : { ...state, columns };
}

/** Hides or shows a part of the chart. */
export function withPartToggled(state: ViewState, id: string): ViewState {
  return { ...state, hidden: toggled(state.hidden, id) };
}

function toggled<T extends string>(texts: readonly T[], text: T): readonly T[] {
  return texts.includes(text) ? texts.filter((each) => each !== text) : [...texts, text];
}
