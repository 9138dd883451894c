import { dateColumn } from "../../../data/frame";
import { type LongColumn, asOfColumn, columnsOf } from "../../../data/table/long";
import { isoOfDay } from "../../../shared/day";
import { type Instant, asOfParameter } from "../../../shared/instant";
import { type ClusterCodeSubject, type PythonCode } from "./language";
import { bracketed } from "./literals";
import { daskImports, pythonAssignment, pythonDictionary, pythonString } from "./python";
import { tableFunctionCode } from "./pythonRequest";
import { hasDotSegment, isOfSample, isOnThisComputer, requestParts } from "./requestParts";

/** 8: a service counts the requests of one key, whatever the number of machines that send them. */
const requestsAtOnce = 8;

/**
 * Python that requests many series on the workers of a cluster, one for each partition in Dask; in Spark, whose tasks
 * cannot share a lock, as many tasks as there may be requests at once.
 *
 * @throws UnsayableError for a series that a request cannot express; RangeError for several signals, and for none.
 */
export function clusterCode(name: string, subject: ClusterCodeSubject): PythonCode {
  const { cluster, baseUrl, variants } = subject;
  const all = variants.map(requestParts);
  const [parts] = all;
  const isOne = all.every(({ segments }) => segments.join("/") === parts?.segments.join("/"));
  if (parts === undefined || !isOne) throw new RangeError("the series are not of one signal");
  const { imports, definitions } = tableFunctionCode(
    {
      hasDots: hasDotSegment(parts),
      isLocal: isOnThisComputer(baseUrl),
      isSample: isOfSample(subject),
      isPandas: true,
    },
    true,
  );
  const isDask = cluster === "dask";
  const own = isDask ? daskImports : ["import contextlib", "import json"];
  return {
    library: "pandas",
    imports: [...imports, ...own].sort(),
    definitions: [definitions, "", "", ...partFunction].join("\n"),
    table: isDask ? daskTable(name, subject) : sparkTable(name, subject),
  };
}

/** A part has the columns of the empty table, whatever the service answers. */
const partFunction = [
  "def macro_signals_part(",
  "    request, base_url, segments, parameters, empty, limit, days=slice(None)",
  "):",
  `    """The rows of one request; none where the service has no such series (404)."""`,
  "    parameters = {**request, **parameters}",
  "    table = macro_signals_table(base_url, segments, parameters, limit)",
  "    if table is None:",
  "        return empty.copy()",
  "    cells = dict(request)",
  `    as_of = cells.pop("as_of_utc", None)`,
  "    names = empty.columns[1:] if as_of is None else empty.columns[2:]",
  "    table = table.loc[days].reset_index().assign(**dict(zip(names, cells.values())))",
  "    if as_of is not None:",
  `        table["${asOfColumn}"] = pd.Timestamp(as_of, tz="UTC")`,
  "    return table.reindex(columns=empty.columns).astype(empty.dtypes)",
];

function daskTable(name: string, subject: ClusterCodeSubject): string {
  const empty = `${name}_empty`;
  return [
    emptyTable(empty, subject),
    "# Needs a client of the cluster, and the key in the environment of its workers. Each",
    `# compute() requests the series again; ${name}.persist() keeps them.`,
    pythonAssignment(name, "dd.from_map", [
      "macro_signals_part",
      requestList(subject),
      ...argumentsOf(subject),
      `empty=${empty}`,
      `limit=Semaphore(max_leases=${requestsAtOnce}, name="macro-signals")`,
      `meta=${empty}`,
    ]),
  ].join("\n");
}

function sparkTable(name: string, subject: ClusterCodeSubject): string {
  const [empty, requests, parts] = [`${name}_empty`, `${name}_requests`, `${name}_parts`];
  const columns = emptyColumns(subject).map(
    ({ name: column, type }) => `\`${column.replaceAll("`", "``")}\` ${sparkTypes[type]}`,
  );
  const items = ["json.loads(request)", ...argumentsOf(subject), `empty=${empty}`];
  const call = [...items, "limit=contextlib.nullcontext()"].map((each) =>
    `                ${each},`.replaceAll("\n", "\n            "),
  );
  return [
    emptyTable(empty, subject),
    `${requests} = ${requestList(subject).replaceAll("\n    ", "\n")}`,
    "",
    "",
    `def ${parts}(batches):`,
    "    for batch in batches:",
    `        for request in batch["request"]:`,
    "            part = macro_signals_part(",
    ...call,
    "            )",
    `            part["${dateColumn}"] = part["${dateColumn}"].dt.date`,
    "            yield part",
    "",
    "",
    "# `spark` is the session; the key is in the environment of its executors. A task sends",
    `# one request after another, so at most ${requestsAtOnce} run at once.`,
    `${name} = (`,
    "    spark.createDataFrame(",
    `        [(json.dumps(each),) for each in ${requests}], "request string"`,
    "    )",
    `    .repartition(${requestsAtOnce})`,
    "    .mapInPandas(",
    `        ${parts},`,
    `        ", ".join(`,
    ...bracketed(["[", "]"], columns.map(pythonString), wideLayout)
      .split("\n")
      .map((line) => `            ${line}`),
    "        ),",
    "    )",
    ")",
  ].join("\n");
}

const wideLayout = { before: 12, indent: "", lastComma: true };

/** The requests, for vintages those as of one instant after another: the parameters in which they differ. */
function requestList({ variants, asOfs }: ClusterCodeSubject): string {
  const tags = variants.map((variant) => {
    const entries = Object.entries(variant.tags);
    return `{${entries.map((each) => each.map(pythonString).join(": ")).join(", ")}}`;
  });
  const list = (items: readonly string[], indent: string): string =>
    ["[", ...items.map((item) => `${indent}    ${item},`), `${indent}]`].join("\n");
  if (asOfs === undefined) return list(tags, "    ");
  const inner = " ".repeat(8);
  return [
    "[",
    `${inner}{**tags, "as_of_utc": as_of}`,
    `${inner}for as_of in ${list(asOfs.map(timeLiteral), inner)}`,
    `${inner}for tags in ${list(tags, inner)}`,
    "    ]",
  ].join("\n");
}

function timeLiteral(asOf: Instant): string {
  return pythonString(asOfParameter(asOf));
}

/** The arguments that all requests have in common. */
function argumentsOf({ baseUrl, variants, asOfs, slice = {} }: ClusterCodeSubject): string[] {
  const [first] = variants;
  if (first === undefined) return [];
  const { segments, parameters } = requestParts(first);
  const common = parameters
    .filter(([name]) => name === "kind" || (name === "as_of_utc" && asOfs === undefined))
    .map(([name, value]) => [name, pythonString(value)] as const);
  const path = segments.map((segment) => pythonString(segment));
  const layout = { before: "    segments=".length, indent: "    ", lastComma: true };
  const { from, to } = slice;
  const ends = [from, to].map((day) => (day === undefined ? "None" : pythonString(isoOfDay(day))));
  return [
    `base_url=${pythonString(baseUrl.replace(/\/$/, ""))}`,
    `segments=${bracketed(["[", "]"], path, layout)}`,
    `parameters=${pythonDictionary(common, "parameters=")}`,
    ...(from === undefined && to === undefined ? [] : [`days=slice(${ends.join(", ")})`]),
  ];
}

type EmptyColumn = Omit<LongColumn, "type"> & { readonly type: keyof typeof pandasTypes };

const pandasTypes = {
  instant: "datetime64[ns, UTC]",
  day: "datetime64[ns]",
  text: "string",
  number: "float64",
};
const sparkTypes = { instant: "timestamp", day: "date", text: "string", number: "double" };

/** The columns of a part, the as-of of vintages first. */
function emptyColumns({ layout, asOfs }: ClusterCodeSubject): readonly EmptyColumn[] {
  const asOf = { name: asOfColumn, type: "instant" } as const;
  const day = { name: dateColumn, type: "day" } as const;
  return [...(asOfs === undefined ? [] : [asOf]), day, ...columnsOf(layout)];
}

function emptyTable(name: string, subject: ClusterCodeSubject): string {
  const columns = emptyColumns(subject).map(
    ({ name: column, type }) =>
      `        ${pythonString(column)}: pd.Series(dtype="${pandasTypes[type]}"),`,
  );
  return [`${name} = pd.DataFrame(`, "    {", ...columns, "    }", ")"].join("\n");
}
