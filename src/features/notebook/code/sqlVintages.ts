import { dateColumn } from "../../../data/frame";
import { asOfColumn } from "../../../data/table/long";
import { type VintagesCodeSubject } from "./language";
import { bracketed } from "./literals";
import { identifier, sql, sqlString } from "./sql";

/**
 * DuckDB SQL that reads vintages, with a macro for the rows known at a time, and a view of the newest row of each series
 * known at the end of each day. The as-of is a TIMESTAMP in UTC; a vintage as of a time is known at that time.
 */
export function sqlVintagesCode(name: string, subject: VintagesCodeSubject): string {
  const { series } = subject;
  const keys = series.map(identifier);
  const own = keys.map((key) => `newest.${key} = series.${key}`);
  const per = [...keys, asOfColumn].join(", ");
  return [
    "-- The path is relative to the working directory: run this in the folder of this file.",
    `CREATE OR REPLACE VIEW ${name} AS`,
    `SELECT * REPLACE (${bracketed(["", ""], replaced(subject), { before: 20, indent: "", lastComma: false })})`,
    `FROM ${reader(subject)};`,
    "",
    "-- The rows known at a time: of each series its newest vintage until then.",
    `CREATE OR REPLACE MACRO ${name}_at(decided_at) AS TABLE`,
    `SELECT * FROM ${name}`,
    `WHERE ${asOfColumn} <= CAST(decided_at AS TIMESTAMP)`,
    `QUALIFY ${asOfColumn} = max(${asOfColumn}) OVER (${keys.length === 0 ? "" : `PARTITION BY ${keys.join(", ")}`});`,
    "",
    "-- The newest row of each series known at the time of each decision. A vintage as of the",
    "-- very time of a decision is known.",
    `CREATE OR REPLACE VIEW ${name}_known AS`,
    "WITH times AS (",
    `  SELECT unnest(generate_series(min(${asOfColumn}), max(${asOfColumn}), INTERVAL 1 DAY)) AS time`,
    `  FROM ${name}`,
    "), newest AS (",
    `  SELECT * FROM ${name}`,
    `  QUALIFY row_number() OVER (PARTITION BY ${per} ORDER BY "${dateColumn}" DESC) = 1`,
    ...(keys.length === 0
      ? []
      : ["), series AS (", `  SELECT DISTINCT ${keys.join(", ")} FROM ${name}`]),
    ")",
    "SELECT times.time, newest.*",
    `FROM times${keys.length === 0 ? "" : " CROSS JOIN series"}`,
    `ASOF JOIN newest ON ${[...own, `times.time >= newest.${asOfColumn}`].join(" AND ")};`,
  ].join("\n");
}

function reader({
  format,
  isPartitioned,
  relativePath,
  series,
  scores,
}: VintagesCodeSubject): string {
  const path = sql.pathLiteral(relativePath);
  const files = isPartitioned ? `${path.slice(0, -1)}/as_of=*/part-*.${format}'` : path;
  const types = [
    ...(isPartitioned ? [] : [asOfColumn]).map((each) => `${sqlString(each)}: 'TIMESTAMP'`),
    `'${dateColumn}': 'DATE'`,
    ...series.map((each) => `${sqlString(each)}: 'VARCHAR'`),
    ...scores.map((each) => `${sqlString(each)}: 'DOUBLE'`),
  ];
  const columns = bracketed(["{", "}"], types, { before: 12, indent: "  ", lastComma: false });
  const csv = format === "csv" ? ["header = true", "auto_detect = false"] : [];
  const items = [
    files,
    ...csv,
    ...(format === "parquet" ? [] : [`columns = ${columns}`]),
    isPartitioned
      ? `hive_partitioning = true, hive_types = {'${asOfColumn}': VARCHAR}`
      : "hive_partitioning = false",
  ];
  const layout = { before: 18, indent: "", lastComma: false };
  return `read_${format}${bracketed(["(", ")"], items, layout)}`;
}

/** Each as-of as a TIMESTAMP, whatever the session's time zone, and no tag without a text. */
function replaced({ format, isPartitioned, series }: VintagesCodeSubject): string[] {
  const inFolder = `strptime(${asOfColumn}, '%Y%m%dT%H%M%SZ')`;
  const inFile = format === "parquet" ? `make_timestamp(epoch_us(${asOfColumn}))` : asOfColumn;
  return [
    `${isPartitioned ? inFolder : inFile} AS ${asOfColumn}`,
    ...series.map(identifier).map((each) => `coalesce(CAST(${each} AS VARCHAR), '') AS ${each}`),
  ];
}
