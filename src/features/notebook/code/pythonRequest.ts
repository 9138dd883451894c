import { dateColumn } from "../../../data/frame";
import { isoOfDay } from "../../../shared/day";
import { environmentKeyVariable } from "../../../shared/environmentKeyVariable";
import { knownSampleKey } from "../../../shared/knownSampleKey";
import { type Slice } from "../../../shared/slice";
import { type PythonCode, type RequestCodeSubject } from "./language";
import { bracketed } from "./literals";
import { pythonDictionary, pythonString } from "./python";
import {
  keyHeader,
  noValueMarks,
  tableFunction,
  type RequestParts,
  hasDotSegment,
  isOfSample,
  isOnThisComputer,
  requestParts,
} from "./requestParts";

const modules = ["io", "os", "urllib.error", "urllib.parse", "urllib.request"];
/** For reading CSV with pandas. */
const csvModules = ["importlib.util", "re"];

/** Python that requests a series with only the standard library and the library of the table. */
export function pythonRequestCode(name: string, subject: RequestCodeSubject): PythonCode {
  const { library, line, baseUrl, asked = line.reference } = subject;
  const parts = requestParts(asked);
  const isSample = isOfSample(subject);
  const isPandas = library === "pandas";
  const all = isPandas ? [...modules, ...csvModules] : modules;
  const definitions = [
    ...redirectClass,
    "",
    "",
    ...requestFunction({
      hasDots: hasDotSegment(parts),
      isLocal: isOnThisComputer(baseUrl),
      isSample,
      isPandas,
    }),
  ];
  const table = [
    `${name} = ${tableFunction}(`,
    ...argumentsOf(baseUrl, parts),
    `)${isPandas ? pandasSlice(line.slice) : polarsSlice(line.slice)}`,
  ];
  return {
    library,
    imports: all
      .filter((each) => !isSample || each !== "os")
      .sort()
      .map((module) => `import ${module}`),
    definitions: definitions.join("\n"),
    table: table.join("\n"),
  };
}

/** A redirect is an error: the key must not be sent to its target. */
const redirectClass = [
  "class NoRedirects(urllib.request.HTTPRedirectHandler):",
  "    def redirect_request(self, *arguments):",
  "        return None",
];

/**
 * The key must not appear in a message, which a notebook would save, not even in the error about a header that cannot
 * contain it.
 */
function requestFunction({
  hasDots,
  isLocal,
  isSample,
  isPandas,
}: Readonly<Record<"hasDots" | "isLocal" | "isSample" | "isPandas", boolean>>): string[] {
  const dots = hasDots ? `.replace(".", "%2E")` : "";
  const redaction = isSample ? "" : `.replace(key, "[REDACTED]")`;
  const handlers = isLocal ? "NoRedirects, urllib.request.ProxyHandler({})" : "NoRedirects";
  const fmt = isPandas
    ? `"parquet" if importlib.util.find_spec("pyarrow") else "csv"`
    : `"parquet"`;
  return [
    `def ${tableFunction}(base_url, segments, parameters):`,
    ...(isSample ? [] : keyLines),
    `    headers = {"${keyHeader}": ${isSample ? pythonString(knownSampleKey) : "key"}}`,
    `    fmt = ${fmt}`,
    `    parameters = {**parameters, "fmt": fmt}`,
    `    path = "/".join(urllib.parse.quote(each, safe="")${dots} for each in segments)`,
    "    query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)",
    `    request = urllib.request.Request(f"{base_url}/{path}/?{query}", headers=headers)`,
    `    opener = urllib.request.build_opener(${handlers})`,
    "    try:",
    "        with opener.open(request, timeout=120) as answer:",
    "            body = answer.read()",
    "    except urllib.error.HTTPError as error:",
    `        body = error.read().decode("utf-8", "replace")`,
    `        message = f"{error.code} {error.reason}: {body}"${redaction}`,
    "        raise RuntimeError(message) from None",
    ...(isPandas ? pandasTable : polarsTable),
  ];
}

/**
 * Without `round_trip` pandas rounds the last digit of a number. Separator, decimal mark, dates and marks of no value are
 * detected as in `readCsvTable`: in a text column a mark stays text, such as `NA` for Namibia. A service may send CSV
 * whatever the requested format. Since pandas 2, dates in seconds can represent any year; older releases raise an error
 * outside 1677 to 2262.
 */
const pandasTable = [
  `    if body[:4] == b"PAR1":`,
  "        table = pd.read_parquet(io.BytesIO(body))",
  "        if not isinstance(table.index, pd.RangeIndex):",
  "            table = table.reset_index()",
  "    else:",
  `        text = body.decode("utf-8-sig").lstrip("\\r\\n")`,
  `        header = re.sub('"[^"]*"', "", text.partition("\\n")[0])`,
  `        separator = max(",;\\t", key=header.count)`,
  String.raw`        marks = re.findall(r";[+-]?\d*([.,])\d", text) if separator == ";" else []`,
  `        if "," in marks and "." in marks:`,
  `            raise RuntimeError("decimal commas and points are mixed")`,
  "        source = io.StringIO(text)",
  "        cells = pd.read_csv(source, sep=separator, dtype=str, keep_default_na=False)",
  `        cells = cells.fillna("")`,
  `        words = "${noValueMarks}"`,
  `        no_value = re.compile(f"([+-]?({words}))?", re.IGNORECASE)`,
  "        found = {each for name in cells for each in cells[name]}",
  "        numbers = pd.read_csv(",
  "            io.StringIO(text),",
  "            sep=separator,",
  `            decimal="," if "," in marks else ".",`,
  "            na_values=[each for each in found if no_value.fullmatch(each.strip())],",
  "            keep_default_na=False,",
  `            float_precision="round_trip",`,
  `        ).select_dtypes("number")`,
  `        table = cells.where(cells != "").assign(**numbers)`,
  "    texts = table.astype(str)",
  `    named = [each for each in table if each.strip().lower() == "date"]`,
  String.raw`    dated = [each for each in table if texts[each].str.match(r"\d{4}-\d\d-\d\d").all()]`,
  `    day = "Date" if "Date" in table else next(iter(named + dated), None)`,
  "    if day is None:",
  `        raise RuntimeError("no column holds dates")`,
  `    table[day] = texts[day].str.strip().str[:10].astype("datetime64[s]")`,
  `    return table.set_index(day).rename_axis("Date")`,
];

/** polars reads Parquet itself. */
const polarsTable = [
  "    table = pl.read_parquet(io.BytesIO(body))",
  "    names = table.columns",
  `    named = [each for each in names if each.strip().lower() == "date"]`,
  "    dated = [each for each in names if table.schema[each].is_temporal()]",
  `    day = "Date" if "Date" in names else next(iter(named + dated), None)`,
  "    if day is None:",
  `        raise RuntimeError("no column holds dates")`,
  "    days = pl.col(day).cast(pl.String).str.slice(0, 10).str.to_date()",
  `    return table.select(days.alias("Date"), pl.exclude(day))`,
];

const keyLines = [
  `    key = os.environ.get("${environmentKeyVariable}", "").strip()`,
  `    key = key.strip("\\ufeff").strip()`,
  "    if not key:",
  `        raise RuntimeError("${environmentKeyVariable} is not set")`,
  "    if not (key.isascii() and key.isprintable()):",
  `        raise RuntimeError("${environmentKeyVariable} contains characters that API keys cannot have")`,
];

function argumentsOf(baseUrl: string, { segments, parameters }: RequestParts): string[] {
  const items = segments.map((segment) => pythonString(segment));
  const layout = { before: 4, indent: "    ", lastComma: true };
  const texts = parameters.map(([name, value]) => [name, pythonString(value)] as const);
  return [
    `    ${pythonString(baseUrl.replace(/\/$/, ""))},`,
    `    ${bracketed(["[", "]"], items, layout)},`,
    `    ${pythonDictionary(texts)},`,
  ];
}

function pandasSlice({ from, to, columns }: Slice = {}): string {
  const days = `${dayLiteral(from)}:${dayLiteral(to)}`;
  if (columns !== undefined) return `.loc[${days}, ${nameList(columns)}]`;
  return days === ":" ? "" : `.loc[${days}]`;
}

function polarsSlice({ from, to, columns }: Slice = {}): string {
  const first = from === undefined ? "" : `.filter(pl.col("Date") >= ${polarsDay(from)})`;
  const last = to === undefined ? "" : `.filter(pl.col("Date") <= ${polarsDay(to)})`;
  const named = columns === undefined ? "" : `.select(${nameList([dateColumn, ...columns])})`;
  return first + last + named;
}

function polarsDay(day: number): string {
  return `pl.date(${isoOfDay(day).split("-").map(Number).join(", ")})`;
}

function dayLiteral(day: number | undefined): string {
  return day === undefined ? "" : pythonString(isoOfDay(day));
}

function nameList(names: readonly string[]): string {
  return `[${names.map((name) => pythonString(name)).join(", ")}]`;
}
