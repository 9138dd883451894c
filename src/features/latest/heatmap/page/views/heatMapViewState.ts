import * as v from "valibot";
import { isSince, type Since } from "../../../model/since";
import { scores } from "../model/grid";
import { defaultSorting } from "../model/order";

export const limits: readonly number[] = [0.5, 1, 2, 3, 5];

const limit = v.picklist(limits);
const flag = v.fallback(v.boolean(), false);
const sorting = v.pipe(v.object({ by: v.string(), isDescending: v.boolean() }), v.readonly());

export const heatMapView = v.object({
  score: v.fallback(v.picklist(scores), "aggregate"),
  /** The stem of the rows' tag kind; null for the first available one. */
  rowKind: v.fallback(v.nullable(v.string()), null),
  sorting: v.fallback(sorting, defaultSorting),
  filter: v.fallback(v.string(), ""),
  isGrouped: flag,
  hasMean: flag,
  hasAllVersions: flag,
  /** The absolute value from which on colors have full strength. */
  limit: v.fallback(limit, 2),
  /** The start of the changes shown; null to show the values themselves. */
  since: v.fallback(v.nullable(v.custom<Since>(isSince)), null),
  /** Whether a table of changes shows only rows with a sign flip. */
  hasFlips: flag,
  /** Like `limit`, for changes. */
  changeLimit: v.fallback(limit, 0.5),
  /** The chosen value of each kind that is neither rows nor columns. */
  held: v.fallback(v.pipe(v.record(v.string(), v.string()), v.readonly()), {}),
});

/** The view settings, saved with the tab and never part of its place. */
export type HeatMapViewState = Readonly<v.InferOutput<typeof heatMapView>>;

export const defaultHeatMapView: HeatMapViewState = v.parse(heatMapView, {});

/** View settings that change the order and look of rows and columns, but not which there are. */
export const ofOrder: ReadonlySet<string> = new Set<keyof HeatMapViewState>([
  "sorting",
  "filter",
  "isGrouped",
  "hasMean",
  "limit",
  "changeLimit",
  "since",
  "hasFlips",
]);

/** View settings that do not affect which values are compared. */
export const ofLooks: ReadonlySet<string> = new Set<keyof HeatMapViewState>([
  "sorting",
  "isGrouped",
  "hasMean",
  "limit",
  "changeLimit",
  "score",
]);
