import { type PageIdentity } from "../../src/features/latest/protocol";
import { type LatestSignal, tagLabels } from "../../src/shared/latestColumns";
import { finish } from "../../src/shared/finish";
import { signalsOf } from "./latestColumns";
import { type SentAnswer, type ToLatest } from "../../src/features/latest/heatmap/protocol";
import { dayOfIso } from "../../src/shared/day";

export const latestIdentity: PageIdentity = {
  service: "Sample data",
  isSample: true,
  signal: null,
  otherAsOf: null,
  archived: null,
  archiveBeginsMs: null,
};

const newestDay = dayOfIso("2026-11-20") ?? 0;
const fetchedAtMs = Date.UTC(2026, 10, 22, 9, 45, 28);
const producedAtMs = Date.UTC(2026, 10, 20, 18, 2);

const names: Readonly<Record<string, string>> = {
  INFL: "Inflation",
  GROWTH: "Economic Growth",
  LABOUR: "Labour Market",
  POLICY: "Monetary Policy",
  CREDIT: "Credit Conditions",
  TRADE: "External Balance",
  FISCAL: "Fiscal Stance",
  HOUSING: "Housing",
  SENTIMENT: "Consumer Sentiment",
  LIQUIDITY: "Market Liquidity",
  CURVE: "Yield Curve",
  VALUE: "Equity Valuation",
  REVISIONS: "Earnings Revisions",
};

const countries =
  "US DE GB FR JP CA AU NO SE DK CH NL BE IT ES PT GR CZ PL HU TR IL IN ID TH TW KR BR MX CO CL ZA".split(
    " ",
  );

export interface LatestAnswerOptions {
  readonly rows?: number;
  readonly signals?: number;
}

/** The score of a cell: any spread around zero, the same in each run. */
export function testScore(row: number, column: number): number {
  return Math.sin(row * 12.9898 + column * 78.233) * 2.4;
}

/**
 * Records of many countries and signals, of which one cell has none, one is older than its column, and the last signal has
 * sectors beside its countries.
 */
export function latestRecords({
  rows = countries.length,
  signals = Object.keys(names).length,
}: LatestAnswerOptions = {}): LatestSignal[] {
  const codes = Array.from({ length: signals }, (_, at) => Object.keys(names)[at] ?? `S${at}`);
  const records: LatestSignal[] = [];
  for (let row = 0; row < rows; row++) {
    const country = countries[row] ?? `X${row}`;
    for (const [column, code] of codes.entries()) {
      if (row === 3 && column === 2) continue;
      const aggregate = testScore(row, column);
      const isOld = row === 5 && column === 1;
      const base = {
        code,
        version: 1,
        day: isOld ? newestDay - 21 : newestDay,
        level: aggregate / 2,
        momentum: -aggregate,
        aggregate,
        pointInTimeMs: producedAtMs,
      };
      const sectors = code === "REVISIONS" ? ["Financials", "Energy"] : [undefined];
      for (const sector of sectors) {
        if (sector === "Energy" && row > 3) continue;
        const tags = {
          country_iso: country,
          ...(sector === undefined ? {} : { sector_name: sector }),
        };
        records.push({ ...base, tags });
      }
    }
  }
  return records;
}

export function latestAnswer(
  records: readonly LatestSignal[],
  parts: Partial<SentAnswer> = {},
): SentAnswer {
  const readable = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const { packed, columns } = signalsOf(records);
  const labels = tagLabels(columns, (field, value) =>
    field === "country_iso" && /^[A-Z]{2}$/.test(value) ? (readable.of(value) ?? value) : value,
  );
  const codes = new Set(records.flatMap(({ code }) => code ?? []));
  return {
    generation: 1,
    columns: packed,
    labels: finish(labels),
    signals: [...codes].map((code) => ({ code, version: 1, name: names[code] ?? code })),
    fetchedAtMs,
    staleBecause: null,
    unreadable: 0,
    notice: null,
    ...parts,
  };
}

/** A message that shows records. */
export function showLatest(
  records: readonly LatestSignal[] = latestRecords(),
  parts: Partial<SentAnswer> = {},
  identity: Partial<PageIdentity> = {},
): Extract<ToLatest, { type: "show" }> {
  return {
    type: "show",
    identity: { ...latestIdentity, ...identity },
    answer: latestAnswer(records, parts),
  };
}
