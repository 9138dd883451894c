import { applyEdits, modify } from "jsonc-parser";
import { isTableName } from "./outputName";
import { type DatasetSpec, type DatasetTable, formatDatasetSpec } from "./spec";
import { type AsOf, type Instant } from "../shared/instant";
import { type Reference, type SeriesRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type WireFormat } from "../shared/wireFormat";
import { withResolvedAsOf } from "../store/seriesBatch";

/** Leaves room for a number within the longest name. */
const maxBaseName = 60;

/** A dataset of some references: of one kind and as-of where all signals have the same. */
export function datasetOf(service: string, references: readonly Reference[]): DatasetSpec {
  const signals = references.flatMap((each) => (each.family === "forecast" ? [] : [each]));
  const [first] = signals;
  const isOne = signals.every(({ asOf }) => asOf === first?.asOf);
  const asOf: AsOf = first !== undefined && isOne ? first.asOf : "latest";
  return {
    service,
    dataKind: first?.dataKind ?? "FIT",
    asOf,
    output: { folder: "data", format: "parquet", layout: "long" },
    tables: tablesOf(references, []),
  };
}

/** A dataset of references as of one instant where they are of latest; each in its own table, in their order. */
export function frozenSpec(
  service: string,
  references: readonly Reference[],
  how: { readonly now: Instant; readonly folder: string; readonly format: WireFormat },
): DatasetSpec {
  const dated = references.map((each) => withResolvedAsOf(each, how.now));
  const distinct = [...new Map(dated.map((each) => [referencePath(each), each])).values()];
  const spec = distinct.reduce<DatasetSpec | undefined>((before, each) => {
    const { tables, ...own } = datasetOf(service, [each]);
    const taken = before?.tables.map(({ name }) => name) ?? [];
    const uniqueName = uniqueNames(taken);
    const named = tables.map((table) => ({ ...table, name: uniqueName(table.name) }));
    return { ...(before ?? own), tables: [...(before?.tables ?? []), ...named] };
  }, undefined);
  const whole = spec ?? datasetOf(service, []);
  const output = { ...whole.output, folder: how.folder, format: how.format };
  return { ...whole, output };
}

/**
 * The text of a dataset with tables for references that it does not have yet, each with its own kind and as-of where
 * they differ from the dataset's; what stands in it stays as it is.
 *
 * @returns The number of new tables, and the text.
 */
export function withReferences(
  text: string,
  spec: DatasetSpec,
  references: readonly Reference[],
): { readonly count: number; readonly text: string } {
  const known = new Set(spec.tables.flatMap(membersOf).map(referencePath));
  const added = references.filter((each) => !known.has(referencePath(each)));
  const taken = spec.tables.map(({ name }) => name);
  const tables = tablesOf(added, taken);
  const written = JSON.parse(formatDatasetSpec({ ...spec, tables })) as {
    readonly tables: Readonly<Record<string, unknown>>;
  };
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  const edited = Object.entries(written.tables).reduce(
    (before, [name, value]) =>
      applyEdits(before, modify(before, ["tables", name], value, { formattingOptions })),
    text,
  );
  return { count: tables.length, text: edited };
}

/** The series and panels of a table; those of vintages have no as-of, and are none of them. */
export function membersOf(table: DatasetTable): readonly Reference[] {
  if (table.kind === "vintages") return [];
  return table.kind === "set" ? table.members : [table.member];
}

/** One table for each panel, for the series of each signal, and for the forecasts. */
function tablesOf(
  references: readonly Reference[],
  taken: readonly string[],
): readonly DatasetTable[] {
  const uniqueName = uniqueNames(taken);
  const groups = new Map<string, SeriesRef[]>();
  const tables: DatasetTable[] = [];
  for (const each of references) {
    if (each.family === "panel") {
      tables.push({ name: uniqueName(each.code), layout: "long", kind: "panel", member: each });
      continue;
    }
    const key = each.family === "forecast" ? "" : JSON.stringify([each.code, each.version]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  for (const members of groups.values()) tables.push(tableOf(members, uniqueName));
  return tables;
}

function tableOf(
  members: readonly SeriesRef[],
  uniqueName: (name: string) => string,
): DatasetTable {
  const [member, ...others] = members;
  const layout = "long";
  if (member === undefined) throw new RangeError("a table has at least one series");
  if (others.length > 0) {
    const name = uniqueName(member.family === "signal" ? member.code : "forecasts");
    return { name, layout, kind: "set", members };
  }
  if (member.family === "forecast") {
    const name = uniqueName([member.market, member.currency, member.horizon].join("-"));
    return { name, layout, kind: "forecast", member };
  }
  const name = uniqueName([member.code, ...Object.values(member.tags)].join("-"));
  return { name, layout, kind: "series", member };
}

/** Makes names of tables from texts of the service; numbers those that are taken, ignoring case. */
function uniqueNames(taken: readonly string[]): (text: string) => string {
  const all = new Set(taken.map((name) => name.toLowerCase()));
  return (text) => {
    const base = tableNameOf(text);
    let name = base;
    for (let number = 2; all.has(name.toLowerCase()); number++) name = `${base}-${number}`;
    all.add(name.toLowerCase());
    return name;
  };
}

/** A name that every file system has: `INFL-US`, `SPX-USD-12-Months`. */
export function tableNameOf(text: string): string {
  const name = text
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9._]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, maxBaseName)
    .replace(/(?<![-.])[-.]+$/, "");
  return isTableName(name) ? name : `table-${name}`.replace(/-$/, "");
}
