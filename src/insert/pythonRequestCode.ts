import { dateColumn } from "../data/frame";
import { isoOfDay } from "../shared/day";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";
import { knownSampleKey } from "../shared/knownSampleKey";
import { type Slice } from "../shared/slice";
import { bracketed } from "./bracketed";
import { type RequestCodeSubject } from "./codeRequest";
import { textLiteral } from "./literals";
import { pythonDictionary, pythonImports } from "./pythonTable";
import { keyHeader } from "./requestMark";
import {
  type RequestParts,
  hasDotSegment,
  isOfSample,
  isOnThisComputer,
  requestParts,
} from "./requestParts";

const modules = ["urllib.error", "urllib.parse", "urllib.request"];

/** Python that asks the service for a series with nothing but the standard library and the one that makes the table. */
export function pythonRequestCode(name: string, subject: RequestCodeSubject): string {
  const { library, line, baseUrl } = subject;
  const parts = requestParts(line.reference);
  const isSample = isOfSample(subject);
  const isPandas = library === "pandas";
  return [
    ...pythonImports(library, ["io", ...(isSample ? [] : ["os"]), ...modules]),
    "",
    "",
    ...redirectClass,
    "",
    "",
    ...requestFunction({
      hasDots: hasDotSegment(parts),
      isLocal: isOnThisComputer(baseUrl),
      isSample,
    }),
    "",
    "",
    `${name} = ${isPandas ? "pd" : "pl"}.read_csv(`,
    ...callOf(baseUrl, parts),
    ...(isPandas ? pandasOptions : polarsOptions),
    `)${isPandas ? pandasSlice(line.slice) : polarsSlice(line.slice)}`,
  ].join("\n");
}

/** A request that is redirected is an error: the key must not go on to wherever the redirect leads. */
const redirectClass = [
  "class NoRedirects(urllib.request.HTTPRedirectHandler):",
  "    def redirect_request(self, *arguments):",
  "        return None",
];

/** The key may not come back in a message, which a notebook would save, be it that of a header that cannot hold it. */
function requestFunction({
  hasDots,
  isLocal,
  isSample,
}: Readonly<Record<"hasDots" | "isLocal" | "isSample", boolean>>): string[] {
  const dots = hasDots ? `.replace(".", "%2E")` : "";
  const redaction = isSample ? "" : `.replace(key, "[REDACTED]")`;
  const handlers = isLocal ? "NoRedirects, urllib.request.ProxyHandler({})" : "NoRedirects";
  return [
    "def macro_signals_csv(base_url, segments, parameters):",
    `    path = "/".join(urllib.parse.quote(each, safe="")${dots} for each in segments)`,
    "    query = urllib.parse.urlencode(parameters, quote_via=urllib.parse.quote)",
    ...(isSample ? [] : keyLines),
    `    headers = {"${keyHeader}": ${isSample ? textLiteral("python", knownSampleKey) : "key"}}`,
    `    request = urllib.request.Request(f"{base_url}/{path}/?{query}", headers=headers)`,
    `    opener = urllib.request.build_opener(${handlers})`,
    "    try:",
    "        with opener.open(request, timeout=120) as answer:",
    "            return io.BytesIO(answer.read())",
    "    except urllib.error.HTTPError as error:",
    `        body = error.read().decode("utf-8", "replace")`,
    `        message = f"{error.code} {error.reason}: {body}"${redaction}`,
    "        raise RuntimeError(message) from None",
  ];
}

const keyLines = [
  `    key = os.environ.get("${environmentKeyVariable}", "").strip()`,
  "    if not key:",
  `        raise RuntimeError("${environmentKeyVariable} is not set")`,
  "    if not (key.isascii() and key.isprintable()):",
  `        raise RuntimeError("${environmentKeyVariable} holds characters that no key has")`,
];

function callOf(baseUrl: string, { segments, parameters }: RequestParts): string[] {
  const items = segments.map((segment) => textLiteral("python", segment));
  const layout = { before: 8, indent: "        ", lastComma: true };
  const texts = parameters.map(([name, value]) => [name, textLiteral("python", value)] as const);
  const query = pythonDictionary(texts).replaceAll("\n", "\n    ");
  return [
    "    macro_signals_csv(",
    `        ${textLiteral("python", baseUrl.replace(/\/$/, ""))},`,
    `        ${bracketed(["[", "]"], items, layout)},`,
    `        ${query},`,
    "    ),",
  ];
}

/** Without it pandas rounds the last digit of a number. */
const pandasOptions = [
  `    parse_dates=["Date"],`,
  `    index_col="Date",`,
  `    float_precision="round_trip",`,
];

const polarsOptions = [
  `    schema_overrides={"Date": pl.Date},`,
  `    null_values=["", "NaN", "nan", "null", "NA"],`,
  "    infer_schema_length=None,",
];

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
  return day === undefined ? "" : textLiteral("python", isoOfDay(day));
}

function nameList(names: readonly string[]): string {
  return `[${names.map((name) => textLiteral("python", name)).join(", ")}]`;
}
