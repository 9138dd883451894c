import { type PageFailure } from "../../src/shared/pageProtocol";
import {
  type ChartColumn,
  type ChartData,
  type ChartPart,
  type SeriesIdentity,
  type ToChart,
} from "../../src/features/chart/protocol";
import { dayOfIso } from "../../src/shared/day";
import { type ForecastComponent } from "../../src/shared/forecastComponents";

/** A failure as the editor tells it. */
export function failureOf(
  message: string,
  actions: PageFailure["actions"],
  changes: Partial<PageFailure> = {},
): PageFailure {
  const atMs = Date.UTC(2026, 10, 22, 10, 5, 28);
  return { cause: "other", message, cached: null, atMs, actions, ...changes };
}

type Show = Extract<ToChart, { type: "show" }>;

/** The day of an ISO text; NaN would be a fault of the test. */
export function day(iso: string): number {
  const found = dayOfIso(iso);
  if (found === undefined) throw new Error(`No day ${iso}`);
  return found;
}

/** The first message of a chart: all of its parts. */
export function show(parts: readonly ChartPart[], changes: Partial<Show> = {}): Show {
  const [first] = parts;
  const title = first?.title ?? "Nothing";
  const message = {
    type: "show",
    generation: 1,
    title,
    isSample: false,
    canUndo: parts.length > 1,
    panel: null,
    bound: null,
  } as const;
  return { ...message, parts, state: null, ...changes };
}

/** What differs from a part that is drawn, or from what it is. */
export type PartChanges = Partial<Omit<ChartPart, "identity">> & {
  readonly identity?: Partial<SeriesIdentity>;
};

/** A series that is drawn. */
export function part(data: ChartData, { identity: own, ...changes }: PartChanges = {}): ChartPart {
  const identity = { ...(data.unit === "score" ? signalIdentity : forecastIdentity), ...own };
  const { subject, variant } = identity;
  const title = [subject, variant].filter((each) => each !== "").join(" ");
  return {
    id: `a/${title}`,
    role: "part",
    family: data.unit === "score" ? "signal" : "forecast",
    title,
    fullTitle: changes.title ?? title,
    shortTitle: changes.title ?? title,
    identity,
    isLoading: false,
    data,
    failure: null,
    ...changes,
  };
}

const signalIdentity: SeriesIdentity = {
  service: "Acme · api.acme.example",
  isSample: false,
  title: "",
  subject: "INFL v2",
  variant: "United States",
  dataKind: "SNAP",
  asOf: "latest",
  path: "/acme/signals/INFL/2/country_iso=US/SNAP/latest/INFL US.chart",
};

const age = {
  latestAsOf: null,
  fetchedAtMs: Date.UTC(2026, 10, 20, 9, 30),
  staleBecause: null,
  repairs: [],
};

/** Columns of a signal on these days. */
export function signalData(
  days: Int32Array,
  columns: Readonly<Record<string, Float64Array>>,
  changes: Partial<ChartData> = {},
): ChartData {
  const named = Object.entries(columns).map(([name, values]): ChartColumn => ({
    name,
    label: name,
    component: null,
    values,
    ...uncounted,
  }));
  return {
    unit: "score",
    ...age,
    days,
    columns: named,
    mismatches: [],
    barScale: null,
    slice: null,
    ...changes,
  };
}

/** The facts that the page determines itself. */
export const uncounted = { percentile: null, step: null } as const;

/** Consecutive days, of which the first is given. */
export function consecutiveDays(first: string, count: number): Int32Array {
  const start = day(first);
  return Int32Array.from({ length: count }, (_, row) => start + row);
}

/** Numbers between −2.5 and 2.5 that look like scores, the same at each call; every 17th is missing. */
export function scores(count: number, seed = 1): Float64Array {
  let state = seed * 2_654_435_761;
  const uniform = (): number => {
    // Numerical Recipes (1992), §7.1.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Float64Array.from({ length: count }, (_, row) => {
    const score = 2 * Math.sin(row / 180 + seed) + uniform() - 0.5;
    return row % 17 === 16 ? Number.NaN : score;
  });
}

/** A signal of three columns on consecutive days. */
export function signalPart(
  identity: Partial<SeriesIdentity> = {},
  changes: Omit<PartChanges, "identity"> = {},
  rows = 4_000,
): ChartPart {
  const seed = (identity.variant ?? "").length + 1;
  const columns = {
    Level: scores(rows, seed),
    Momentum: scores(rows, seed + 1),
    Aggregate: scores(rows, seed + 2),
  };
  return part(signalData(consecutiveDays("2015-12-10", rows), columns), { identity, ...changes });
}

const forecastIdentity: SeriesIdentity = {
  ...signalIdentity,
  subject: "SPX USD 12 Months",
  variant: "",
  dataKind: null,
  asOf: null,
  path: "/acme/forecasts/SPX/USD/12 Months/SPX USD 12 Months.chart",
};

const leaves = {
  Trend: ["Growth", "Income", "Valuation"],
  Cyclical: ["Contraction", "Recovery", "Expansion", "Slowdown"],
  Tactical: ["Fundamentals", "Market Technicals"],
} as const;

/** A forecast and all of its parts, which add up except in row 100. */
export function forecastPart(changes: PartChanges = {}, rows = 3_000): ChartPart {
  const columns: ChartColumn[] = [];
  const total = new Float64Array(rows);
  for (const [index, [whole, parts]] of Object.entries(leaves).entries()) {
    const sum = new Float64Array(rows);
    for (const [place, leaf] of parts.entries()) {
      const values = scores(rows, 10 * index + place + 1).map((score, row) =>
        Number.isNaN(score) ? 0.001 : (score + (row % 5) / 10) / 200,
      );
      values.forEach((value, row) => (sum[row] = (sum[row] ?? 0) + value));
      columns.push(component(leaf, `_${whole}_${leaf.replace(" ", "_")}`, values));
    }
    sum.forEach((value, row) => (total[row] = (total[row] ?? 0) + value));
    columns.push(component(whole as ForecastComponent, `_${whole}`, sum));
  }
  total[100] = 0.25;
  const data: ChartData = {
    unit: "fraction",
    ...age,
    days: consecutiveDays("2018-09-03", rows),
    columns: [component("Forecast", "Forecast", total), ...columns],
    mismatches: [{ component: "Forecast", rows: Int32Array.of(100) }],
    barScale: null,
    slice: null,
  };
  return part(data, changes);
}

function component(label: ForecastComponent, name: string, values: Float64Array): ChartColumn {
  return { name, label, component: label, values, ...uncounted };
}
