import { type Node } from "jsonc-parser";
import { parseBaseUrl } from "../service/baseUrl";
import { looksLikeKey } from "../shared/looksLikeKey";
import { wireFormats } from "../shared/wireFormat";
import { isOutputFolder, isTableName } from "./outputName";
import { type SpecDefaults, parsedTable } from "./parseTable";
import {
  type DatasetOutput,
  type DatasetSpec,
  type DatasetTable,
  datasetLayouts,
  datasetVersion,
} from "./spec";
import { type DatasetFault, SpecReading, hasSecret } from "./specReading";

export type ParsedDatasetSpec =
  | { readonly spec: DatasetSpec }
  | { readonly faults: readonly [DatasetFault, ...DatasetFault[]] };

const maxTables = 1_000;
const rootFields = ["$schema", "macrodata", "service", "kind", "asOf", "output", "tables"];
const outputFields = ["folder", "format", "layout"];

/**
 * Parses a spec, and reports everything that is wrong with it, in the order of the text. It is JSON: comments and
 * trailing commas are faults, and so are unknown fields and repeated names.
 */
export function parseDatasetSpec(text: string): ParsedDatasetSpec {
  const reading = new SpecReading(text);
  const spec = specOf(reading);
  const [first, ...others] = reading.sortedFaults();
  if (first !== undefined) return { faults: [first, ...others] };
  // Without a fault there is a spec; the type cannot say so.
  return spec === undefined ? { faults: [reading.faultAt(0, 0, "syntax")] } : { spec };
}

function specOf(reading: SpecReading): DatasetSpec | undefined {
  const root = reading.root();
  const fields = root && reading.fieldsOf(root, rootFields);
  if (root === undefined || fields === undefined) return undefined;
  const version = reading.needed(root, fields, "macrodata");
  if (version !== undefined && version.value !== datasetVersion) reading.add(version, "version");
  const service = serviceOf(reading, reading.needed(root, fields, "service"));
  const dataKind = reading.choice(reading.needed(root, fields, "kind"), ["FIT", "SNAP"], "kind");
  const asOfNode = fields.get("asOf")?.value;
  const asOf = asOfNode === undefined ? "latest" : reading.asOf(asOfNode);
  const output = outputOf(reading, fields.get("output")?.value);
  const tables = tablesOf(reading, reading.needed(root, fields, "tables"), {
    dataKind: dataKind ?? "FIT",
    asOf: asOf ?? "latest",
    output,
  });
  if (service === undefined || dataKind === undefined || asOf === undefined) return undefined;
  return { service, dataKind, asOf, output, tables };
}

function serviceOf(reading: SpecReading, node: Node | undefined): string | undefined {
  const text = node && reading.textOf(node);
  if (node === undefined || text === undefined) return undefined;
  const parsed = parseBaseUrl(text);
  if (text === "sample" || (parsed.ok && parsed.baseUrl.href === text)) return text;
  const isSecret = !parsed.ok && (parsed.problem === "user-info" || hasSecret(text));
  if (isSecret) reading.add(node, "secret");
  else reading.add(node, "service", reading.shown(node));
  return undefined;
}

function outputOf(reading: SpecReading, node: Node | undefined): DatasetOutput {
  const fields = node && reading.fieldsOf(node, outputFields);
  const folderNode = fields?.get("folder")?.value;
  const typed = folderNode === undefined ? "." : reading.textOf(folderNode);
  // As shells complete it.
  const folder = typed?.replace(/^\.\/(?=.)/, "").replace(/(?<=.)\/$/, "");
  if (folderNode !== undefined && folder !== undefined && !isOutputFolder(folder)) {
    reading.add(folderNode, "folder", reading.shown(folderNode));
  }
  const format = reading.choice(fields?.get("format")?.value, wireFormats, "format");
  const layout = reading.choice(fields?.get("layout")?.value, datasetLayouts, "layout");
  return { folder: folder ?? ".", format: format ?? "parquet", layout: layout ?? "long" };
}

function tablesOf(
  reading: SpecReading,
  node: Node | undefined,
  defaults: SpecDefaults,
): readonly DatasetTable[] {
  const fields = node && reading.fieldsOf(node, undefined);
  if (node === undefined || fields === undefined) return [];
  if (fields.size === 0 || fields.size > maxTables) reading.add(node, "tables");
  const taken = new Set<string>();
  return [...fields].flatMap(([name, { key, value }]) => {
    if (looksLikeKey(name) && !isTableName(name)) reading.add(key, "secret");
    else if (!isTableName(name)) reading.add(key, "table-name", name);
    const table = parsedTable(reading, name, value, defaults);
    if (table === undefined) return [];
    const own = (
      table.layout === "long" ? `${name}.${defaults.output.format}` : name
    ).toLowerCase();
    if (taken.has(own)) reading.add(key, "repeated", name);
    taken.add(own);
    return [table];
  });
}
