import { type Grouping, groupings } from "../model/attribution";
import { axes, type Axis } from "../model/matrix";
import { type SummaryKey } from "../model/summaryIndex";
import { type Detail, details } from "../model/waterfall";

/** The view settings, saved with the tab and never part of its place. Names are the service's. */
export interface ViewState {
  readonly axis: Axis;
  readonly currency: string | null;
  readonly horizon: string | null;
  readonly hedging: string | null;
  readonly filter: string;
  /** The chosen cell; null before one is. */
  readonly a: SummaryKey | null;
  /** The forecast that it is compared with; null without one. */
  readonly b: SummaryKey | null;
  readonly isComparing: boolean;
  readonly detail: Detail;
  /** The node whose parts the waterfall shows; null for the whole forecast. */
  readonly drilled: string | null;
  /** Nodes of the tree that differ from their default, expanded or collapsed. */
  readonly toggled: readonly string[];
  readonly grouping: Grouping;
  readonly attributionFilter: string;
}

export const defaultViewState: ViewState = {
  axis: "horizons",
  currency: null,
  horizon: null,
  hedging: null,
  filter: "",
  a: null,
  b: null,
  isComparing: false,
  detail: "parts",
  drilled: null,
  toggled: [],
  grouping: "variant",
  attributionFilter: "",
};

/** 200: beyond it the oldest are dropped, so that the saved state stays small. */
export const maxToggled = 200;

/** Reads a saved state, perhaps of another version; unreadable parts get their defaults. */
export function parseViewState(kept: unknown): ViewState {
  const state = fieldsOf(kept);
  const { toggled } = state;
  const [a, b] = [keyOf(state["a"]), keyOf(state["b"])];
  return {
    axis: axes.find((each) => each === state["axis"]) ?? defaultViewState.axis,
    currency: textOrNull(state["currency"]),
    horizon: textOrNull(state["horizon"]),
    hedging: textOrNull(state["hedging"]),
    filter: textOrNull(state["filter"]) ?? "",
    a,
    b: a === null ? null : b,
    isComparing: a !== null && state["isComparing"] === true,
    detail: details.find((each) => each === state["detail"]) ?? defaultViewState.detail,
    drilled: textOrNull(state["drilled"]),
    toggled: Array.isArray(toggled)
      ? toggled.filter((each) => typeof each === "string").slice(-maxToggled)
      : [],
    grouping: groupings.find((each) => each === state["grouping"]) ?? defaultViewState.grouping,
    attributionFilter: textOrNull(state["attributionFilter"]) ?? "",
  };
}

function keyOf(kept: unknown): SummaryKey | null {
  const { market, currency, horizon, hedging, repeat } = fieldsOf(kept);
  const isKey =
    typeof market === "string" &&
    typeof currency === "string" &&
    typeof horizon === "string" &&
    typeof hedging === "string" &&
    typeof repeat === "number";
  return isKey ? { market, currency, horizon, hedging, repeat } : null;
}

function textOrNull(kept: unknown): string | null {
  return typeof kept === "string" ? kept : null;
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
