import { isDeepStrictEqual } from "node:util";
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import * as v from "valibot";
import {
  arrangements,
  axisChoice,
  crossSort,
  defaultViewState,
  panelSorts,
  panelViews,
  seriesSort,
  shownValuesChoices,
  wholeComponent,
  years,
} from "../model/viewState";
import { maxParts } from "../../../shared/composedPlace";
import { type Day, dayOfIso, isDay, isoOfDay } from "../../../shared/day";
import { parsedJson } from "../../../shared/jsonText";
import { index } from "../../../shared/messageSchemas";
import { type Reference } from "../../../shared/reference";
import { referenceOfPath, referencePath } from "../../../shared/referencePath";
import { type Slice, sliceOfSegments, sliceSegments } from "../../../shared/slice";

/** The file name extension of saved charts. */
export const savedChartEnding = "macrochart.json";

/** Larger files are not read: a saved chart is small. */
export const maxSavedBytes = 64 * 1024;

const version = 1;
const longestService = 2_048;
const maxColumns = 100;
/** More than the series of a chart, because removed series may still occupy a color. */
const maxColourPlaces = 1_000;

/** Refuses arrays, which `v.object` accepts. */
function record<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.custom<object>((value) => !Array.isArray(value)),
    v.object(entries),
  );
}

const series = v.pipe(
  record({
    reference: v.pipe(
      v.string(),
      v.transform(referenceOfPath),
      v.custom<Reference>((reference) => reference !== undefined),
    ),
    /** The service's base URL, or the word `sample`; the caller decides whether it may be asked. */
    service: v.pipe(v.string(), v.maxLength(longestService), v.regex(/^[\x21-\x7e]+$/)),
    hidden: v.optional(v.boolean(), false),
    /** The index of its color, if that differs from its position in the chart. */
    color: v.optional(v.pipe(index, v.maxValue(maxColourPlaces - 1))),
  }),
  v.transform(({ reference, service, hidden, color }) => ({
    ...{ reference, service, isHidden: hidden },
    ...(color === undefined ? {} : { colourPlace: color }),
  })),
  v.readonly(),
);

/** A series or a panel of a saved chart. */
export type SavedSeries = v.InferOutput<typeof series>;

const day = v.pipe(v.string(), v.transform(dayOfIso), v.custom<Day>(isDay));

const dayRange = v.pipe(
  v.object({ from: day, to: day }),
  v.check(({ from, to }) => from <= to),
  v.readonly(),
);

const slice = v.pipe(
  v.string(),
  v.transform((text) => sliceOfSegments(text.split("/"))),
  v.custom<Slice>((found) => found !== undefined),
);

/** How a panel is shown, and how rows and panes are sorted; written only if changed. */
const changeableViews = {
  panelView: v.optional(v.picklist(panelViews), defaultViewState.panelView),
  sort: v.optional(v.picklist(panelSorts), defaultViewState.sort),
  stripSort: v.optional(v.picklist(panelSorts), defaultViewState.stripSort),
  seriesSort: v.optional(v.nullable(seriesSort), defaultViewState.seriesSort),
  crossSort: v.optional(crossSort, defaultViewState.crossSort),
};

const panes = record({
  columns: v.optional(
    v.pipe(v.array(v.string()), v.maxLength(maxColumns), v.readonly()),
    defaultViewState.columns,
  ),
  component: v.optional(wholeComponent, defaultViewState.component),
  axis: v.optional(axisChoice, defaultViewState.axis),
  arrangement: v.optional(v.picklist(arrangements)),
  values: v.optional(v.picklist(shownValuesChoices), defaultViewState.values),
  ...changeableViews,
});

const savedChart = v.pipe(
  record({
    macrochart: v.literal(version),
    series: v.pipe(v.array(series), v.minLength(1), v.maxLength(maxParts), v.readonly()),
    slice: v.optional(slice),
    range: v.optional(dayRange),
    years: v.optional(years),
    panes: v.optional(panes, {}),
  }),
  v.transform(({ series, slice, range = null, years = null, panes }) => ({
    series,
    ...(slice === undefined ? {} : { slice }),
    view: { ...panes, range, years, arrangement: panes.arrangement ?? null },
  })),
  v.readonly(),
);

/** The content of a saved chart: one panel, or at least one series. */
export type SavedChart = v.InferOutput<typeof savedChart>;

export const savedChartProblems = [
  "syntax",
  "object",
  "version",
  "missing",
  "list",
  "none",
  "too many",
  "reference",
  "twice",
  "panel",
  "service",
  "boolean",
  "color",
  "slice",
  "range",
  "years",
  "columns",
  "component",
  "axis",
  "arrangement",
  "values",
  "panelView",
  "sort",
  "column",
] as const;
export type SavedChartProblem = (typeof savedChartProblems)[number];

/** Why a file is not a valid saved chart, and where. Line and column count from 1. */
export interface SavedChartFault {
  readonly problem: SavedChartProblem;
  /** `$.series[3].reference` */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

export type ParsedChart =
  | { readonly ok: true; readonly chart: SavedChart }
  | { readonly ok: false; readonly fault: SavedChartFault };

export function savedChartText({ series, slice = {}, view }: SavedChart): string {
  const { range, years, columns, component, axis, arrangement, values } = view;
  const part = sliceSegments(slice).join("/");
  const file = {
    macrochart: version,
    series: series.map(({ reference, service, isHidden, colourPlace }) => ({
      reference: referencePath(reference),
      service,
      ...(isHidden ? { hidden: true } : {}),
      ...(colourPlace === undefined ? {} : { color: colourPlace }),
    })),
    ...(part === "" ? {} : { slice: part }),
    ...(range === null ? {} : { range: { from: isoOfDay(range.from), to: isoOfDay(range.to) } }),
    ...(years === null ? {} : { years }),
    panes: {
      columns,
      component,
      ...(axis === "fit" ? {} : { axis }),
      ...(arrangement === null ? {} : { arrangement }),
      ...(values === "served" ? {} : { values }),
      ...changedViewFields(view),
    },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function changedViewFields(view: SavedChart["view"]): Readonly<Record<string, unknown>> {
  const names = Object.keys(changeableViews) as (keyof typeof changeableViews)[];
  const changed = names.filter((name) => !isDeepStrictEqual(view[name], defaultViewState[name]));
  return Object.fromEntries(changed.map((name) => [name, view[name]]));
}

/**
 * Parses the text of a file. Reports the first entry that is wrong by itself, else the first that is wrong beside others.
 * Unknown entries are ignored.
 */
export function parseSavedChart(text: string): ParsedChart {
  const value = parsedJson(text);
  if (value === undefined) return { ok: false, fault: syntaxFault(text) };
  const parsed = v.safeParse(savedChart, value, { abortEarly: true });
  if (!parsed.success) return { ok: false, fault: faultAt(problemOf(parsed.issues[0]), text) };
  const conflict = conflictIn(parsed.output);
  return conflict === undefined
    ? { ok: true, chart: parsed.output }
    : { ok: false, fault: faultAt(conflict, text) };
}

function syntaxFault(text: string): SavedChartFault {
  const errors: ParseError[] = [];
  treeOf(text, errors);
  return { problem: "syntax", path: "$", ...position(text, errors[0]?.offset) };
}

/** Undefined for nothing, and for what is nested too deeply for the call stack. */
function treeOf(text: string, errors: ParseError[] = []): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface PlacedProblem {
  readonly problem: SavedChartProblem;
  readonly path: (string | number)[];
}

/** The problem of a value of the wrong form, by the names of the entries that lead to it. */
const problemAt: Readonly<Record<string, SavedChartProblem>> = {
  macrochart: "version",
  "series.reference": "reference",
  "series.service": "service",
  "series.hidden": "boolean",
  "series.color": "color",
  slice: "slice",
  range: "range",
  years: "years",
  "panes.columns": "columns",
  "panes.component": "component",
  "panes.axis": "axis",
  "panes.arrangement": "arrangement",
  "panes.values": "values",
  "panes.panelView": "panelView",
  "panes.sort": "sort",
  "panes.stripSort": "sort",
  "panes.seriesSort.by": "column",
  "panes.seriesSort.isAscending": "boolean",
  "panes.crossSort.column": "column",
  "panes.crossSort.isAscending": "boolean",
};

const listProblems: Readonly<Record<string, SavedChartProblem>> = {
  array: "list",
  min_length: "none",
  max_length: "too many",
};

function problemOf(issue: v.InferIssue<typeof savedChart>): PlacedProblem {
  const path = (issue.path ?? []).map(({ key }) => key as string | number);
  if (issue.type === "object" && issue.received === "undefined")
    return { problem: "missing", path };
  for (let length = 1; length <= path.length; length++) {
    const names = path.slice(0, length).filter((key) => typeof key === "string");
    const problem = problemAt[names.join(".")];
    if (problem !== undefined) return { problem, path: path.slice(0, length) };
  }
  return { problem: listProblems[issue.type] ?? "object", path };
}

/** A panel is alone in its chart, a series occurs once, and only a chart of one of them has a slice. */
function conflictIn({ series, slice }: SavedChart): PlacedProblem | undefined {
  const known = new Set<string>();
  for (const [at, { reference, service }] of series.entries()) {
    const path = ["series", at];
    if (reference.family === "panel" && series.length > 1) return { problem: "panel", path };
    const key = `${service} ${referencePath(reference)}`;
    if (known.has(key)) return { problem: "twice", path };
    known.add(key);
  }
  return slice === undefined || series.length === 1
    ? undefined
    : { problem: "slice", path: ["slice"] };
}

function faultAt({ problem, path }: PlacedProblem, text: string): SavedChartFault {
  const root = treeOf(text);
  // A missing entry has no position; the object that lacks it has one.
  const node = root && (nodeAt(root, path) ?? nodeAt(root, path.slice(0, -1)));
  const names = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`));
  return { problem, path: `$${names.join("")}`, ...position(text, node?.offset) };
}

/** The last of several entries with the same name counts, as for `JSON.parse`. */
function nodeAt(root: Node, path: readonly (string | number)[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) {
    node =
      typeof key === "number"
        ? node?.children?.[key]
        : node?.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
  }
  return node;
}

function position(text: string, offset = 0): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
