import { isDeepStrictEqual } from "node:util";
import { type JsonNode, JsonSyntaxError, positionedJson } from "../../../data/positionedJson";
import {
  arrangements,
  type AxisChoice,
  crossColumns,
  defaultViewState,
  panelSorts,
  panelViews,
  seriesColumns,
  shownValuesChoices,
  type ViewState,
} from "../model/viewState";
import { maxParts } from "../../../shared/composedPlace";
import { dayOfIso, isoOfDay } from "../../../shared/day";
import { type DayRange } from "../../../shared/dayRange";
import {
  componentsOf,
  type ForecastComponent,
  forecastComponents,
} from "../../../shared/forecastComponents";
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
const maxYears = 999;
/** More than the series of a chart, because removed series may still occupy a color. */
const maxColourPlaces = 1_000;

/** A series or a panel of a saved chart. */
export interface SavedSeries {
  readonly reference: Reference;
  /** The service's base URL, or the word `sample`; the caller decides whether it may be asked. */
  readonly service: string;
  readonly isHidden: boolean;
  /** The index of its color, if that differs from its position in the chart. */
  readonly colourPlace?: number;
}

/** The content of a saved chart: one panel, or at least one series. */
export interface SavedChart {
  readonly series: readonly SavedSeries[];
  readonly slice?: Slice;
  readonly view: Pick<
    ViewState,
    | "range"
    | "years"
    | "columns"
    | "component"
    | "axis"
    | "arrangement"
    | "values"
    | (typeof viewFields)[number]
  >;
}

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

/** How a panel is shown, and how rows and panes are sorted; written only if changed. */
const viewFields = ["panelView", "sort", "stripSort", "seriesSort", "crossSort"] as const;

function changedViewFields(view: SavedChart["view"]): Readonly<Record<string, unknown>> {
  const changed = viewFields.filter(
    (name) => !isDeepStrictEqual(view[name], defaultViewState[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, view[name]]));
}

/** Parses the text of a file, up to its first fault. Unknown entries are ignored. */
export function parseSavedChart(text: string): ParsedChart {
  try {
    const root = positionedJson(text);
    return { ok: true, chart: chartOf(new Field(root, "$")) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return { ok: false, fault: faultAt(text, "syntax", "$", error.offset) };
    }
    if (!(error instanceof Fault)) throw error;
    return { ok: false, fault: faultAt(text, error.problem, error.path, error.offset) };
  }
}

function faultAt(
  text: string,
  problem: SavedChartProblem,
  path: string,
  offset: number,
): SavedChartFault {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { problem, path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

class Fault extends Error {
  override readonly name = "Fault";

  constructor(
    readonly problem: SavedChartProblem,
    readonly path: string,
    readonly offset: number,
  ) {
    super(problem);
  }
}

class Field {
  constructor(
    private readonly node: JsonNode,
    private readonly path: string,
  ) {}

  get value(): unknown {
    return this.node.kind === "value" ? this.node.value : undefined;
  }

  /** @throws Fault if it is not an object or lacks the entry. */
  required(name: string): Field {
    return this.optional(name) ?? this.fail("missing", `${this.path}.${name}`);
  }

  /** @throws Fault if it is not an object. */
  optional(name: string): Field | undefined {
    if (this.node.kind !== "object") return this.fail("object");
    const entry = this.node.entries.get(name);
    return entry && new Field(entry, `${this.path}.${name}`);
  }

  /** @throws Fault if it is not an array. */
  get items(): readonly Field[] {
    if (this.node.kind !== "array") return this.fail("list");
    return this.node.items.map((item, at) => new Field(item, `${this.path}[${at}]`));
  }

  fail(problem: SavedChartProblem, path = this.path): never {
    throw new Fault(problem, path, this.node.offset);
  }
}

function chartOf(file: Field): SavedChart {
  const own = file.required("macrochart");
  if (own.value !== version) own.fail("version");
  const list = file.required("series");
  const fields = list.items;
  if (fields.length === 0) list.fail("none");
  if (fields.length > maxParts) list.fail("too many");
  const series = fields.map(seriesOf);
  checkTogether(series, fields);
  const slice = sliceOf(file.optional("slice"), series);
  const panes = file.optional("panes");
  return {
    series,
    ...(slice === undefined ? {} : { slice }),
    view: {
      range: rangeOf(file.optional("range")),
      years: yearsOf(file.optional("years")),
      columns: columnsOf(panes?.optional("columns")),
      component: componentOf(panes?.optional("component")),
      axis: axisOf(panes?.optional("axis")),
      arrangement: oneOf(arrangements, panes?.optional("arrangement"), "arrangement") ?? null,
      values: oneOf(shownValuesChoices, panes?.optional("values"), "values") ?? "served",
      ...viewFieldsOf(panes),
    },
  };
}

function viewFieldsOf(panes: Field | undefined): Pick<ViewState, (typeof viewFields)[number]> {
  const { panelView, sort, stripSort, seriesSort, crossSort } = defaultViewState;
  const series = columnSortOf(panes?.optional("seriesSort"), "by", seriesColumns);
  const cross = columnSortOf(panes?.optional("crossSort"), "column", crossColumns);
  return {
    panelView: oneOf(panelViews, panes?.optional("panelView"), "panelView") ?? panelView,
    sort: oneOf(panelSorts, panes?.optional("sort"), "sort") ?? sort,
    stripSort: oneOf(panelSorts, panes?.optional("stripSort"), "sort") ?? stripSort,
    seriesSort: series === undefined ? seriesSort : { by: series[0], isAscending: series[1] },
    crossSort: cross === undefined ? crossSort : { column: cross[0], isAscending: cross[1] },
  };
}

function seriesOf(field: Field): SavedSeries {
  const path = field.required("reference");
  const reference = typeof path.value === "string" ? referenceOfPath(path.value) : undefined;
  if (reference === undefined) return path.fail("reference");
  const service = field.required("service");
  if (!isService(service.value)) return service.fail("service");
  const hidden = field.optional("hidden");
  if (hidden !== undefined && typeof hidden.value !== "boolean") hidden.fail("boolean");
  const colourPlace = colourPlaceOf(field.optional("color"));
  return {
    reference,
    service: service.value,
    isHidden: hidden?.value === true,
    ...(colourPlace === undefined ? {} : { colourPlace }),
  };
}

function colourPlaceOf(field: Field | undefined): number | undefined {
  if (field === undefined) return undefined;
  const { value } = field;
  const isPlace = Number.isInteger(value) && Number(value) >= 0 && Number(value) < maxColourPlaces;
  return isPlace ? Number(value) : field.fail("color");
}

/** A panel must be alone in its chart, and a series may occur only once. */
function checkTogether(series: readonly SavedSeries[], fields: readonly Field[]): void {
  const known = new Set<string>();
  for (const [at, { reference, service }] of series.entries()) {
    const field = fields[at];
    if (reference.family === "panel" && series.length > 1) field?.fail("panel");
    const key = `${service} ${referencePath(reference)}`;
    if (known.has(key)) field?.fail("twice");
    known.add(key);
  }
}

function isService(value: unknown): value is string {
  return (
    typeof value === "string" && value.length <= longestService && /^[\x21-\x7e]+$/.test(value)
  );
}

/** Only a chart of a single series or panel can have a slice. */
function sliceOf(field: Field | undefined, series: readonly SavedSeries[]): Slice | undefined {
  if (field === undefined) return undefined;
  const { value } = field;
  const slice = typeof value === "string" ? sliceOfSegments(value.split("/")) : undefined;
  return slice === undefined || series.length > 1 ? field.fail("slice") : slice;
}

function rangeOf(field: Field | undefined): DayRange | null {
  if (field === undefined) return null;
  const [from, to] = ["from", "to"].map((name) => {
    const { value } = field.required(name);
    return typeof value === "string" ? dayOfIso(value) : undefined;
  });
  return from === undefined || to === undefined || from > to ? field.fail("range") : { from, to };
}

function yearsOf(field: Field | undefined): number | null {
  if (field === undefined) return null;
  const { value } = field;
  const isYears = Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxYears;
  return isYears ? Number(value) : field.fail("years");
}

function columnsOf(field: Field | undefined): readonly string[] {
  if (field === undefined) return defaultViewState.columns;
  const columns = field.items.map(({ value }) => value);
  const areNames = columns.every((each) => typeof each === "string");
  return areNames && columns.length <= maxColumns ? columns : field.fail("columns");
}

function componentOf(field: Field | undefined): ForecastComponent {
  if (field === undefined) return defaultViewState.component;
  const found = forecastComponents.find((each) => each === field.value);
  return found === undefined || componentsOf(found).length === 0 ? field.fail("component") : found;
}

function axisOf(field: Field | undefined): AxisChoice {
  if (field === undefined) return defaultViewState.axis;
  const { value } = field;
  if (value === "fit" || value === "three") return value;
  if (value !== undefined) return field.fail("axis");
  const [min, max] = ["min", "max"].map((name) => field.required(name).value);
  const isRange = Number.isFinite(min) && Number.isFinite(max) && Number(min) < Number(max);
  return isRange ? { min: Number(min), max: Number(max) } : field.fail("axis");
}

/** Parses the column by which a table is sorted, and whether ascending; undefined for an absent entry. */
function columnSortOf<T extends string>(
  field: Field | undefined,
  name: string,
  columns: readonly T[],
): readonly [column: T, isAscending: boolean] | undefined {
  if (field === undefined) return undefined;
  const column = choiceOf(columns, field.required(name), "column");
  const direction = field.required("isAscending");
  const { value } = direction;
  return typeof value === "boolean" ? [column, value] : direction.fail("boolean");
}

/** Undefined for an absent entry. */
function oneOf<T extends string>(
  choices: readonly T[],
  field: Field | undefined,
  problem: SavedChartProblem,
): T | undefined {
  if (field === undefined) return undefined;
  return choiceOf(choices, field, problem);
}

/** @throws Fault if it is none of the choices. */
function choiceOf<T extends string>(
  choices: readonly T[],
  field: Field,
  problem: SavedChartProblem,
): T {
  return choices.find((each) => each === field.value) ?? field.fail(problem);
}
