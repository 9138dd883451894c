import * as v from "valibot";
import { parseKept } from "../../../../../ui/editor";
import { groupings } from "../model/attribution";
import { axes } from "../model/matrix";
import { details } from "../model/forecastWaterfall";

/** 200: beyond it the oldest are dropped, so that the saved state stays small. */
export const maxToggled = 200;

const name = v.string();
const key = v.pipe(
  v.object({ market: name, currency: name, horizon: name, hedging: name, repeat: v.number() }),
  v.readonly(),
);
const keyOrNull = v.fallback(v.nullable(key), null);
const nameOrNull = v.fallback(v.nullable(name), null);
const filter = v.fallback(v.string(), "");

const viewState = v.object({
  axis: v.fallback(v.picklist(axes), "horizons"),
  currency: nameOrNull,
  horizon: nameOrNull,
  hedging: nameOrNull,
  filter,
  /** The chosen cell; null before one is. */
  a: keyOrNull,
  /** The forecast that it is compared with; null without one. */
  b: keyOrNull,
  isComparing: v.fallback(v.boolean(), false),
  detail: v.fallback(v.picklist(details), "parts"),
  /** The node whose parts the waterfall shows; null for the whole forecast. */
  drilled: nameOrNull,
  /** Nodes of the tree that differ from their default, expanded or collapsed. */
  toggled: v.fallback(
    v.pipe(
      v.array(name),
      v.transform((all) => all.slice(-maxToggled)),
      v.readonly(),
    ),
    [],
  ),
  grouping: v.fallback(v.picklist(groupings), "variant"),
  attributionFilter: filter,
});

/** The view settings, saved with the tab and never part of its place. Names are the service's. */
export type ExplorerViewState = Readonly<v.InferOutput<typeof viewState>>;

export const defaultExplorerView: ExplorerViewState = v.parse(viewState, {});

/** Reads a saved state, perhaps of another version; unreadable parts get their defaults. */
export function parseExplorerViewState(kept: unknown): ExplorerViewState {
  const state = parseKept(viewState, kept);
  return state.a === null ? { ...state, b: null, isComparing: false } : state;
}
