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
/** For repeating a request. */
const manyModules = ["email.utils", "http.client", "random", "time"];

/** Python that requests a series with only the standard library and the library of the table. */
export function pythonRequestCode(name: string, subject: RequestCodeSubject): PythonCode {
  const { library, line, baseUrl, asked = line.reference } = subject;
  const parts = requestParts(asked);
  const isPandas = library === "pandas";
  const { imports, definitions } = tableFunctionCode({
    hasDots: hasDotSegment(parts),
    isLocal: isOnThisComputer(baseUrl),
    isSample: isOfSample(line),
    isPandas,
  });
  const table = [
    `${name} = ${tableFunction}(`,
    ...argumentsOf(baseUrl, parts),
    `)${isPandas ? pandasSlice(line.slice) : polarsSlice(line.slice)}`,
  ];
  return { library, imports, definitions, table: table.join("\n") };
}

/** The properties of a request that change the function that sends it. */
export type RequestTraits = Readonly<
  Record<"hasDots" | "isLocal" | "isSample" | "isPandas", boolean>
>;

/**
 * The function that requests one series, and its imports.
 *
 * @param isOfMany - Whether it is one of many requests, of which several run at once: then it has a fourth argument, the
 * lock that bounds their number, is repeated after failures that may pass, and returns None where there is no series.
 */
export function tableFunctionCode(
  traits: RequestTraits,
  isOfMany = false,
): Omit<PythonCode, "library" | "table"> {
  const all = [
    ...modules,
    ...(traits.isPandas ? csvModules : []),
    ...(isOfMany ? manyModules : []),
  ];
  return {
    imports: all
      .filter((each) => !traits.isSample || each !== "os")
      .sort()
      .map((module) => `import ${module}`),
    definitions: [
      ...redirectClass,
      "",
      "",
      ...(isOfMany ? [...waitFunction, "", ""] : []),
      ...requestFunction(traits, isOfMany),
    ].join("\n"),
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
function requestFunction(
  { hasDots, isLocal, isSample, isPandas }: RequestTraits,
  isOfMany: boolean,
): string[] {
  const dots = hasDots ? `.replace(".", "%2E")` : "";
  const redaction = isSample ? "" : `.replace(key, "[REDACTED]")`;
  const handlers = isLocal ? "NoRedirects, urllib.request.ProxyHandler({})" : "NoRedirects";
  const fmt = isPandas
    ? `"parquet" if importlib.util.find_spec("pyarrow") else "csv"`
    : `"parquet"`;
  return [
    `def ${tableFunction}(base_url, segments, parameters${isOfMany ? ", limit" : ""}):`,
    ...(isSample ? [] : keyLines),
    `    headers = {"${keyHeader}": ${isSample ? pythonString(knownSampleKey) : "key"}}`,
    `    fmt = ${fmt}`,
    `    parameters = {**parameters, "fmt": fmt}`,
    `    path = "/".join(urllib.parse.quote(each, safe="")${dots} for each in segments)`,
    "    query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)",
    `    request = urllib.request.Request(f"{base_url}/{path}/?{query}", headers=headers)`,
    `    opener = urllib.request.build_opener(${handlers})`,
    ...(isOfMany ? repeatedSending(redaction) : sending(redaction)),
    ...(isPandas ? pandasTable : polarsTable),
  ];
}

function sending(redaction: string): string[] {
  return [
    "    try:",
    "        with opener.open(request, timeout=120) as answer:",
    "            body = answer.read()",
    "    except urllib.error.HTTPError as error:",
    `        body = error.read().decode("utf-8", "replace")`,
    `        message = f"{error.code} {error.reason}: {body}"${redaction}`,
    "        raise RuntimeError(message) from None",
  ];
}

/** At most eight attempts. The lock is not held while a request waits for its next attempt. */
function repeatedSending(redaction: string): string[] {
  return [
    "    for attempt in range(8):",
    "        try:",
    "            with limit, opener.open(request, timeout=120) as answer:",
    "                body = answer.read()",
    "            break",
    "        except urllib.error.HTTPError as error:",
    "            if error.code == 404:",
    "                return None",
    `            body = error.read().decode("utf-8", "replace")`,
    `            message = f"{error.code} {error.reason}: {body}"${redaction}`,
    "            if attempt == 7 or error.code not in (408, 425, 429, 500, 502, 503, 504):",
    "                raise RuntimeError(message) from None",
    `            pause = macro_signals_pause(attempt, error.headers.get("Retry-After", ""))`,
    "        except (OSError, http.client.HTTPException):",
    "            if attempt == 7:",
    "                raise",
    "            pause = macro_signals_pause(attempt)",
    "        time.sleep(pause)",
  ];
}

/** `Retry-After` is a number of seconds or a date. Source: RFC 9110 §10.2.3. */
const waitFunction = [
  'def macro_signals_pause(attempt, asked=""):',
  `    """The seconds before the next attempt: at least what the service asks for."""`,
  "    seconds = 0",
  `    if re.fullmatch("[0-9]{1,9}", asked.strip()):`,
  "        seconds = int(asked)",
  "    elif asked:",
  "        try:",
  "            seconds = email.utils.parsedate_to_datetime(asked).timestamp() - time.time()",
  "        except (TypeError, ValueError):",
  "            pass",
  "    return min(max(seconds, 0), 600) + random.uniform(0, 0.5 * 2**attempt)",
];

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
