import { filterTerms, passesFilter } from "../../../../../ui/table/filterTerms";
import { type Coordinates, type SummaryIndex, type SummaryKey } from "./summaryIndex";

/** The coordinates that can form the columns. */
export const axes = ["horizons", "currencies"] as const;
export type MatrixAxis = (typeof axes)[number];

/** Which forecasts to show, by the service's names; null or an unknown name stands for the default. */
export interface MatrixRequest {
  readonly axis: MatrixAxis;
  readonly currency: string | null;
  readonly horizon: string | null;
  readonly hedging: string | null;
  /** The default mode if any forecast has it; null for the first one. */
  readonly usualHedging: string | null;
  /** Parts of names or codes of markets, separated by commas. */
  readonly filter: string;
  /** A market shown even without a forecast. */
  readonly kept: string | null;
  /** The two sides of a comparison of one market, which are then the only columns. */
  readonly pair: readonly [SummaryKey, SummaryKey] | null;
  /** Heading of the markets without a group, when others have one. */
  readonly noGroup: string;
}

interface MatrixColumn {
  readonly title: string;
  readonly coordinates: Coordinates;
}

/** A row: a market, or a heading. */
interface MatrixRow {
  /** -1 for a heading. */
  readonly market: number;
  readonly name: string;
  readonly code: string;
  /** Index among the market's summaries with the same coordinates, when the service sent several. */
  readonly repeat: number;
}

export interface Matrix {
  /** The fixed coordinates; for a pair, those of its first side. */
  readonly held: Coordinates;
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
  /** The summary of each cell, in row-major order; -1 when there is none. */
  readonly summaries: Int32Array;
  /** For each column, the largest absolute value of its horizon, where colours reach full strength. */
  readonly limits: Float64Array;
  /** Number of markets without a forecast in any column, which have no row. */
  readonly without: number;
}

const usual = { currency: "USD", horizon: "12 Months" };

export function matrixOf(index: SummaryIndex, request: MatrixRequest): Matrix {
  const { answer } = index;
  const held = heldOf(index, request);
  const columns = columnsOf(index, request, held);
  const terms = filterTerms(request.filter);
  const rows: MatrixRow[] = [];
  const summaries: number[] = [];
  const isGrouped = answer.markets.some(({ group }) => group !== "");
  let [last, without] = ["", 0];
  for (const [market, { code, name, group }] of answer.markets.entries()) {
    if (!passesFilter(terms, `${name} ${code}`)) continue;
    const found = columns.map(({ coordinates }) => index.at(market, coordinates));
    const height = Math.max(...found.map(({ length }) => length), 0);
    const isKept = code === request.kept || terms.length > 0;
    if (height === 0 && !isKept) {
      without += 1;
      continue;
    }
    const above = isGrouped && group === "" ? request.noGroup : group;
    if (above !== last) {
      rows.push({ market: -1, name: above, code: "", repeat: 0 });
      summaries.push(...columns.map(() => -1));
    }
    last = above;
    for (let repeat = 0; repeat < Math.max(1, height); repeat++) {
      rows.push({ market, name, code, repeat });
      summaries.push(...found.map((each) => each[repeat] ?? -1));
    }
  }
  const limits = limitsOf(index, columns);
  return { held, columns, rows, summaries: Int32Array.from(summaries), limits, without };
}

/** The summary of a cell; -1 for none, and outside the matrix. */
export function summaryAt({ summaries, columns }: Matrix, row: number, column: number): number {
  if (column < 0 || column >= columns.length || row < 0) return -1;
  return summaries[row * columns.length + column] ?? -1;
}

/** The default choice: the first forecast of twelve months, else of any column; -1 for none. */
export function firstSummary(matrix: Matrix): number {
  const twelve = matrix.columns.findIndex(({ title }) => title === usual.horizon);
  for (const column of [twelve, ...matrix.columns.keys()]) {
    const row = matrix.rows.findIndex((_, at) => summaryAt(matrix, at, column) >= 0);
    if (row >= 0) return summaryAt(matrix, row, column);
  }
  return -1;
}

/** The place of a summary's cell; undefined when its market or column is not shown. */
export function placeOf(
  index: SummaryIndex,
  { rows, columns }: Matrix,
  key: SummaryKey,
): { readonly row: number; readonly column: number } | undefined {
  const row = rows.findIndex(
    ({ market, code, repeat }) => market >= 0 && code === key.market && repeat === key.repeat,
  );
  const wanted = index.placesOf(key);
  const column = columns.findIndex(({ coordinates }) => isSame(coordinates, wanted));
  return row < 0 || column < 0 ? undefined : { row, column };
}

/** The fixed coordinates: the requested ones if available, else the defaults, else the first ones listed. */
function heldOf({ answer }: SummaryIndex, request: MatrixRequest): Coordinates {
  const { currencies, horizons, hedgings, summaries } = answer;
  const names = hedgings.map(({ name }) => name);
  const first = {
    currency: placeIn(currencies, [request.currency, usual.currency]),
    horizon: placeIn(horizons, [request.horizon, usual.horizon]),
    hedging: placeIn(names, [request.hedging, request.usualHedging]),
  };
  const hasAny = (list: Int32Array, place: number): boolean =>
    list.length === 0 || list.includes(place);
  // The service may list hedging modes that no forecast has.
  if (request.hedging !== null && names.includes(request.hedging)) return first;
  if (hasAny(summaries.hedgings, first.hedging)) return first;
  return { ...first, hedging: summaries.hedgings[0] ?? first.hedging };
}

function placeIn(list: readonly string[], wanted: readonly (string | null)[]): number {
  for (const name of wanted) {
    const place = name === null ? -1 : list.indexOf(name);
    if (place >= 0) return place;
  }
  return 0;
}

function columnsOf(
  index: SummaryIndex,
  { axis, pair }: MatrixRequest,
  held: Coordinates,
): readonly MatrixColumn[] {
  const { currencies, horizons } = index.answer;
  if (pair !== null) {
    return pair.map((key) => ({
      title: pairTitle(key, pair),
      coordinates: index.placesOf(key),
    }));
  }
  return axis === "horizons"
    ? horizons.map((title, horizon) => ({ title, coordinates: { ...held, horizon } }))
    : currencies.map((title, currency) => ({ title, coordinates: { ...held, currency } }));
}

/** The coordinates of a side in which it differs from the other. */
function pairTitle(key: SummaryKey, [one, other]: readonly [SummaryKey, SummaryKey]): string {
  const parts = (["horizon", "currency", "hedging"] as const).filter(
    (name) => one[name] !== other[name],
  );
  return parts.map((name) => key[name]).join(" · ");
}

/** The limits over all markets of a column, regardless of the filter; columns of one horizon share theirs. */
function limitsOf(index: SummaryIndex, columns: readonly MatrixColumn[]): Float64Array {
  const own = columns.map(({ coordinates }) => {
    let limit = 0;
    for (let market = 0; market < index.answer.markets.length; market++) {
      for (const summary of index.at(market, coordinates)) {
        const size = Math.abs(index.totalOf(summary));
        if (size > limit) limit = size;
      }
    }
    return limit;
  });
  return Float64Array.from(columns, ({ coordinates: { horizon } }) =>
    Math.max(
      ...own.filter((_, at) => columns[at]?.coordinates.horizon === horizon),
      Number.MIN_VALUE,
    ),
  );
}

function isSame(one: Coordinates, other: Coordinates): boolean {
  return (
    one.currency === other.currency &&
    one.horizon === other.horizon &&
    one.hedging === other.hedging
  );
}
