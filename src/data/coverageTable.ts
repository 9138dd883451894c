import { isoOfDay } from "../shared/day";
import { alignedTable } from "./alignedTable";
import { type Coverage, type VariantCoverage } from "./coverage";
import { toCell, toNameCell } from "./csvCell";
import { freeName } from "./longTable";
import { toMarkdownCell } from "./markdownTable";

/** What the columns and the cells of the table are called. */
export interface CoverageWords {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly rows: string;
  readonly gaps: string;
  readonly lagBusinessDays: string;
  readonly uneven: string;
  readonly status: string;
  readonly isUneven: string;
  readonly isEven: string;
  readonly statuses: Readonly<Record<VariantCoverage["status"], string>>;
}

/** For programs, in every language the same. */
const machineWords: CoverageWords = {
  firstDay: "first_day",
  lastDay: "last_day",
  rows: "rows",
  gaps: "gaps",
  lagBusinessDays: "lag_business_days",
  uneven: "uneven",
  status: "status",
  isUneven: "true",
  isEven: "false",
  statuses: { ok: "ok", "no data": "no data", failed: "failed" },
};

interface Cells {
  /** Those that hold numbers are lined up to the right. */
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A line for each variant: its tag kinds, then `first_day,last_day,rows,gaps,lag_business_days,uneven,status`; what a variant
 * without data does not have is an empty cell. A tag kind with the name of another column gets a number behind it. Lines end
 * with LF, the last one too.
 */
export function toCoverageCsv(coverage: Coverage): string {
  const { columns, rows } = cellsOf(coverage, machineWords);
  const tagCount = coverage.tagKinds.length;
  const lines = rows.map((cells) =>
    // Days, counts and words are never to be quoted; what a service calls things may look like any of them.
    cells.map((cell, at) => (at < tagCount ? toCell(cell) : cell)),
  );
  const head = columns.map(({ name }) => toNameCell(name));
  return [head, ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

/** The same for people, as a table in Markdown in which nothing but text shows. */
export function toCoverageMarkdown(coverage: Coverage, words: CoverageWords): string {
  const { columns, rows } = cellsOf(coverage, words);
  const names = columns.map(({ name }) => name);
  const cells = [names, ...rows].map((line) => line.map(toMarkdownCell));
  const sides = columns.map(({ isNumber }) => (isNumber ? "r" : "l")).join("");
  return alignedTable(cells, sides)
    .map((line) => `${line}\n`)
    .join("");
}

function cellsOf({ tagKinds, variants }: Coverage, words: CoverageWords): Cells {
  const own = [
    { name: words.firstDay, isNumber: false },
    { name: words.lastDay, isNumber: false },
    { name: words.rows, isNumber: true },
    { name: words.gaps, isNumber: true },
    { name: words.lagBusinessDays, isNumber: true },
    { name: words.uneven, isNumber: false },
    { name: words.status, isNumber: false },
  ];
  const taken = new Set(own.map(({ name }) => name));
  const kinds = tagKinds.map((kind) => ({ name: freeName(kind, taken), isNumber: false }));
  const rows = variants.map((variant) => [
    ...tagKinds.map((kind) => variant.tags[kind] ?? ""),
    ...cellsOfVariant(variant, words),
  ]);
  return { columns: [...kinds, ...own], rows };
}

function cellsOfVariant({ rows, status, days }: VariantCoverage, words: CoverageWords): string[] {
  const state = words.statuses[status];
  if (days === undefined) return ["", "", String(rows), "", "", "", state];
  const { firstDay, lastDay, gaps, lagBusinessDays, isUneven } = days;
  return [
    isoOfDay(firstDay),
    isoOfDay(lastDay),
    String(rows),
    String(gaps),
    String(lagBusinessDays),
    isUneven ? words.isUneven : words.isEven,
    state,
  ];
}
