import type * as v from "valibot";
import { forecastColumns } from "../data/forecastSums";
import { type Frame, type NumberColumn } from "../data/frame";
import { partOf } from "../data/sliceFrame";
import { valuesDigest } from "../data/valuesDigest";
import { Slices } from "../service/slices";
import { isoOfDay } from "../shared/day";
import { type DayRange, openingRange } from "../shared/dayRange";
import { maxDay, minDay } from "../shared/day";
import { referencePath } from "../shared/referencePath";
import { nativeStepOf, percentileAmong } from "../shared/series/nativeStep";
import { lastKnownRow, rowsIn } from "../shared/series/observations";
import { type Extreme, statisticsOf } from "../shared/series/statistics";
import { type DataKind } from "../shared/reference";
import { type Instant } from "../shared/instant";
import { retrievalInstant } from "../store/freshness";
import {
  type AnswerItem,
  digestText,
  listAnswer,
  type Missing,
  nameText,
  type Provenance,
  sixDigits,
  type ToolAnswer,
} from "./toolAnswer";
import { askedReferences, daysOf } from "./askedReferences";
import { fetchForTool, MissingReferences, type ToolSeries } from "./fetchSeries";
import { maxRows, type seriesInput } from "./inputs";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

type Input = v.InferOutput<typeof seriesInput>;

const defaultRows = 12;

/** Statistics, or the last rows, of series. */
export async function getSeries(
  service: ToolService,
  input: Input,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { asked, refused } = askedReferences(service, input.references, input);
  const found = await fetchForTool(service, asked, call);
  const { show = "stats" } = input;
  const shown = show === "stats" ? found.fetched : found.fetched.slice(0, maxRows);
  const over = new MissingReferences();
  const reason = `More than ${maxRows} rows: ask for the rest in another call.`;
  for (const { reference } of found.fetched.slice(shown.length)) over.add(reason, reference);
  const missing = [...refusedOf(refused), ...found.missing, ...over.all];
  if (shown.length === 0) throw nothingOf(missing);
  const items: AnswerItem[] = [];
  for (const each of shown) {
    const item = await itemOf(each, input, shown.length);
    items.push({ item, label: referencePath(each.reference) });
  }
  return listAnswer(service, {
    provenance: commonProvenance(shown),
    facts: missingColumns(shown, input.columns),
    lists: [{ name: "series", items }],
    missing,
  });
}

export function refusedOf(
  refused: readonly { readonly text: string; readonly reason: string }[],
): readonly Missing[] {
  const missing = new MissingReferences();
  for (const { text, reason } of refused) missing.add(reason, text);
  return missing.all;
}

/** The refusal of a call whose references are all missing. */
export function nothingOf(missing: readonly Missing[]): ToolRefusal {
  const [first, ...others] = missing;
  if (first === undefined) return new ToolRefusal("The set has no series.");
  const all = missing.map(({ reason, references }) => ({
    ...(others.length > 0 && { reason }),
    count: references.length,
    references: references.slice(0, 5),
  }));
  return new ToolRefusal(first.reason, { missing: all });
}

/** What all series have in common. */
export function commonProvenance(fetched: readonly ToolSeries[]): Provenance {
  const references = fetched.map(({ reference }) => reference);
  const signals = references.filter(({ family }) => family === "signal") as readonly {
    readonly dataKind: DataKind;
    readonly asOf: Instant | "latest";
  }[];
  const isAll = signals.length === references.length;
  const kinds = new Set(signals.map(({ dataKind }) => dataKind));
  const asOfs = new Set(signals.map(({ asOf }) => asOf));
  const [kind = null] = isAll && kinds.size === 1 ? kinds : [];
  const [asOf = null] = asOfs.size === 1 ? asOfs : [];
  const [retrieved = null] = fetched
    .map(({ series: { body, fetchedAtMs } }) => retrievalInstant(body, fetchedAtMs))
    .toSorted()
    .reverse();
  return {
    kind,
    asOf: asOf === "latest" ? null : asOf,
    retrieved,
    digest: null,
    openables: fetched.map(({ reference, slice }) => ({
      kind: "reference",
      reference,
      ...(slice !== undefined && fetched.length === 1 && { slice }),
    })),
  };
}

/** The columns that a chart shows of a series, or those of a call. */
export function chosenColumns(
  frame: Frame,
  { family }: ToolSeries["reference"],
  names: readonly string[] | undefined,
): readonly NumberColumn[] {
  const numbers = frame.columns.filter((column) => column.type === "number");
  if (names !== undefined) {
    return names.flatMap((name) => numbers.find((each) => isNamed(each, name)) ?? []);
  }
  const total =
    family === "forecast"
      ? forecastColumns(frame).get("Forecast")
      : numbers.find(({ name }) => name === "Aggregate");
  return total === undefined ? numbers.slice(0, 1) : [total];
}

function isNamed(column: NumberColumn, name: string): boolean {
  return column.name === name || nameText(column.name) === name;
}

async function itemOf(each: ToolSeries, input: Input, count: number): Promise<object> {
  const { reference, slice, series } = each;
  const frame = partOf(series.frame, slice);
  const columns = chosenColumns(frame, reference, input.columns ?? slice?.columns);
  const { show = "stats", rows = defaultRows } = input;
  const range = rangeOf(frame.days, input);
  const head = {
    reference: referencePath(reference),
    unit: reference.family === "forecast" ? "fraction" : "score",
    digest: digestText(valuesDigest(series.frame)),
    ...(series.staleBecause !== undefined && { stale: true }),
    ...(series.repairs.hasDaysAfterAsOf === true && { has_days_after_as_of: true }),
  };
  if (show !== "stats") {
    const most = Math.min(rows, Math.max(1, Math.floor(maxRows / count)));
    return {
      ...head,
      ...rowsOf(frame, columns, { range, most, isMonthly: show === "month_ends" }),
    };
  }
  const statistics: object[] = [];
  for (const column of columns) {
    statistics.push(await statisticsOfColumn(frame, column, range, series.frame));
  }
  const days = frame.days.length > 0 && { from: isoOfDay(range.from), to: isoOfDay(range.to) };
  return { ...head, ...days, columns: statistics };
}

/** The days of an answer: those of the call, else for statistics those with which the chart opens. */
function rangeOf(days: Int32Array, input: Input): DayRange {
  const bounds = { from: days.at(0) ?? minDay, to: days.at(-1) ?? maxDay };
  const { from, to } = daysOf(input);
  const isChosen = from !== undefined || to !== undefined;
  if (!isChosen) return (input.show ?? "stats") === "stats" ? openingRange(bounds) : bounds;
  return { from: Math.max(from ?? minDay, bounds.from), to: Math.min(to ?? maxDay, bounds.to) };
}

/** The statistics as the chart of the same series and range has them. */
async function statisticsOfColumn(
  { days }: Frame,
  { name, values }: NumberColumn,
  range: DayRange,
  whole: Frame,
): Promise<object> {
  const step = nativeStepOf({ days, values });
  const rows = rowsIn({ days, values }, range);
  const found = await new Slices().run(statisticsOf({ step, rows }));
  const { n, mean, standardDeviation, smallest, largest, halfLife } = found;
  const row = lastKnownRow(rows.values);
  const last = rows.values[row] ?? Number.NaN;
  const column = whole.columns.find((each) => each.name === name);
  const history = column?.type === "number" ? { days: whole.days, values: column.values } : rows;
  return {
    name: nameText(name),
    step,
    n,
    mean: sixDigits(mean),
    sd: sixDigits(standardDeviation),
    min: extremeOf(smallest),
    max: extremeOf(largest),
    last: row < 0 ? null : extremeOf({ value: last, day: rows.days[row] ?? minDay }),
    percentile_of_last: sixDigits(percentileAmong(history, last)),
    half_life:
      halfLife === undefined
        ? null
        : { periods: sixDigits(halfLife.periods), ...(halfLife.isLonger && { is_longer: true }) },
  };
}

function extremeOf(extreme: Extreme | undefined): readonly [string, number | null] | null {
  return extreme === undefined ? null : [isoOfDay(extreme.day), sixDigits(extreme.value)];
}

interface RowChoice {
  readonly range: DayRange;
  readonly most: number;
  readonly isMonthly: boolean;
}

/** The last rows, or the last row of each month, oldest first. */
function rowsOf(
  { days }: Frame,
  columns: readonly NumberColumn[],
  { range, most, isMonthly }: RowChoice,
): object {
  const chosen: number[] = [];
  let monthAfter = "";
  for (let row = days.length - 1; row >= 0 && chosen.length < most; row--) {
    const day = days[row] ?? minDay;
    if (day > range.to) continue;
    if (day < range.from) break;
    const month = isoOfDay(day).slice(0, 7);
    if (!isMonthly || month !== monthAfter) chosen.push(row);
    monthAfter = month;
  }
  return {
    columns: ["Date", ...columns.map(({ name }) => nameText(name))],
    rows: chosen
      .reverse()
      .map((row) => [
        isoOfDay(days[row] ?? minDay),
        ...columns.map(({ values }) => sixDigits(values[row] ?? Number.NaN)),
      ]),
  };
}

/** The columns that a call names and no series has. */
function missingColumns(
  fetched: readonly ToolSeries[],
  names: readonly string[] | undefined,
): Readonly<Record<string, unknown>> {
  const lacking = (names ?? []).filter((name) =>
    fetched.every(
      ({ series, reference }) => chosenColumns(series.frame, reference, [name]).length === 0,
    ),
  );
  return lacking.length === 0 ? {} : { unknown_columns: lacking.map(nameText) };
}
