import { isoOfDay } from "../shared/day";
import { alignedTable } from "./alignedTable";
import { type Coverage, type VariantCoverage, type VariantDays } from "./coverage";
import { toCell, toNameCell } from "./csvCell";
import { freeName } from "./table/long";
import { toMarkdownCell } from "./markdownTable";

/** The labels of the columns and of the variants' states. */
export interface CoverageLabels {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly rows: string;
  readonly gaps: string;
  readonly lagBusinessDays: string;
  readonly status: string;
  readonly statuses: Readonly<Record<VariantCoverage["status"] | "uneven", string>>;
  /** A tag value with its code: `Germany (DE)`. */
  readonly tagValue: (kind: string, value: string) => string;
}

interface Column {
  readonly name: string;
  /** Numbers are right-aligned. */
  readonly isNumber: boolean;
  readonly cell: (variant: VariantCoverage) => string;
}

/** For programs; not localised. */
const machineNames = {
  firstDay: "first_day",
  lastDay: "last_day",
  rows: "rows",
  gaps: "gaps",
  lagBusinessDays: "lag_business_days",
};

/**
 * A line per variant: its tag kinds, then `first_day,last_day,rows,gaps,lag_business_days,uneven,status`; cells are
 * empty for a variant without data. A number is appended to a tag kind with the name of another column. Each line ends
 * with LF, including the last.
 */
export function toCoverageCsv({ tagKinds, variants }: Coverage): string {
  const own = [
    ...dayColumns(machineNames),
    column(
      "uneven",
      ofDays(({ isUneven }) => String(isUneven)),
    ),
    column("status", ({ status }) => status),
  ];
  const kinds = kindColumns(tagKinds, own);
  const head = [...kinds, ...own].map(({ name }) => toNameCell(name));
  const lines = variants.map((variant) => [
    ...kinds.map(({ cell }) => toCell(cell(variant))),
    // Days, counts and status words never need quotes; names of a service may look like any of them.
    ...own.map(({ cell }) => cell(variant)),
  ]);
  return [head, ...lines].map((cells) => `${cells.join(",")}\n`).join("");
}

/**
 * The same for people, as a Markdown table in which all text is shown literally. As narrow as possible, since editors
 * wrap Markdown: it omits tag kinds with one value in all variants, and shows uneven as a status.
 */
export function toCoverageMarkdown(
  { tagKinds, variants }: Coverage,
  words: CoverageLabels,
): string {
  const own = [
    ...dayColumns(words),
    column(words.status, ({ status, days }) => {
      return words.statuses[days?.isUneven === true ? "uneven" : status];
    }),
  ];
  const kinds = kindColumns(differing(tagKinds, variants), own, words.tagValue);
  const columns = [...kinds, ...own];
  const lines = variants.map((variant) => columns.map(({ cell }) => cell(variant)));
  const cells = [columns.map(({ name }) => name), ...lines].map((line) => line.map(toMarkdownCell));
  const sides = columns.map(({ isNumber }) => (isNumber ? "r" : "l")).join("");
  return alignedTable(cells, sides)
    .map((line) => `${line}\n`)
    .join("");
}

function dayColumns(names: Record<keyof typeof machineNames, string>): Column[] {
  return [
    column(
      names.firstDay,
      ofDays(({ firstDay }) => isoOfDay(firstDay)),
    ),
    column(
      names.lastDay,
      ofDays(({ lastDay }) => isoOfDay(lastDay)),
    ),
    numbers(names.rows, ({ rows }) => String(rows)),
    numbers(
      names.gaps,
      ofDays(({ gaps }) => String(gaps)),
    ),
    numbers(
      names.lagBusinessDays,
      ofDays(({ lagBusinessDays }) => String(lagBusinessDays)),
    ),
  ];
}

function kindColumns(
  tagKinds: readonly string[],
  own: readonly Column[],
  valueText: CoverageLabels["tagValue"] = (_, value) => value,
): Column[] {
  const taken = new Set(own.map(({ name }) => name));
  return tagKinds.map((kind) =>
    column(freeName(kind, taken), ({ tags }) => valueText(kind, tags[kind] ?? "")),
  );
}

/** All kinds if none of them differs. */
function differing(
  tagKinds: readonly string[],
  variants: readonly VariantCoverage[],
): readonly string[] {
  const differ = tagKinds.filter(
    (kind) => new Set(variants.map(({ tags }) => tags[kind])).size > 1,
  );
  return differ.length === 0 ? tagKinds : differ;
}

function column(name: string, cell: Column["cell"]): Column {
  return { name, isNumber: false, cell };
}

function numbers(name: string, cell: Column["cell"]): Column {
  return { name, isNumber: true, cell };
}

/** Empty for a variant without days. */
function ofDays(text: (days: VariantDays) => string): Column["cell"] {
  return ({ days }) => (days === undefined ? "" : text(days));
}
