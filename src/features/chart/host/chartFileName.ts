import { createHash } from "node:crypto";
import { maxFileNameLength, tableName } from "../../../data/table/name";
import {
  type AnyChartPlace,
  chartUri,
  isPanelChart,
  type PanelChartPlace,
} from "../../../shared/chartPlace";
import { titleSeparator } from "../model/jointTitle";
import { type Instant } from "../../../shared/instant";
import { sampleConnection } from "../../../shared/place";
import { savedChartEnding } from "./savedChart";

/**
 * The name of a file that is exported from a chart, like that of the series' own file:
 * `SAMPLE_INFL-v2_country_iso-US_FIT_….png`. For several series it names the first, counts the others and adds a digest
 * of all.
 *
 * @param retrievedAt - For a panel, the as-of that was requested.
 */
export function chartFileName(place: AnyChartPlace, retrievedAt: Instant, ending: string): string {
  if (isPanelChart(place)) return panelFileName(place, retrievedAt, ending);
  const { parts, slice } = place;
  const [{ reference }, ...others] = parts;
  const isSample = parts.some(({ connectionId }) => connectionId === sampleConnection);
  const member = { reference, retrievedAt, service: "", isSample };
  const own = tableName({ kind: "series", member }, { slice }, "csv").replace(/\.csv$/, "");
  if (others.length === 0) return `${own}.${ending}`;
  const tail = `_and-${others.length}-more_id-${digestOf(place, retrievedAt)}.${ending}`;
  return own.slice(0, maxFileNameLength - tail.length) + tail;
}

/** Like the panel's own file: `SAMPLE_INFL-v2_country_iso-all_FIT_asof-20240628.png`; a slice adds a digest. */
function panelFileName(place: PanelChartPlace, asOf: Instant, ending: string): string {
  const { connectionId, reference: panel, slice } = place;
  const isSample = connectionId === sampleConnection;
  const held = { reference: { ...panel, asOf }, variants: [], retrievedAt: asOf };
  const member = { panel: held, service: "", isSample };
  const name = tableName({ kind: "panel", member }, {}, "csv").replace(/\.csv$/, "");
  if (slice === undefined) return `${name}.${ending}`;
  const tail = `_id-${digestOf(place, asOf)}.${ending}`;
  return name.slice(0, maxFileNameLength - tail.length) + tail;
}

function digestOf(place: AnyChartPlace, retrievedAt: Instant): string {
  const hash = createHash("sha256").update(`${chartUri(place)} ${retrievedAt}`);
  return hash.digest("hex").slice(0, 10);
}

/**
 * The file name of a saved chart: `Inflation - United Kingdom, United States, Germany.macrochart.json`. Valid on
 * every operating system, whatever the names of the signals.
 *
 * @param name - The readable name of the chart.
 */
export function savedChartFileName(name: string): string {
  const ending = `.${savedChartEnding}`;
  const words = name
    .replaceAll(titleSeparator, " - ")
    .replace(unsafe, "-")
    .replace(/^[\s.-]+/, "");
  const safe = reserved.test(words) ? `_${words}` : words;
  const kept = cut(safe, maxFileNameLength - ending.length).trimEnd();
  return `${kept === "" ? "Chart" : kept}${ending}`;
}

/** Characters that Windows does not allow in names, and those that separate folders. */
const unsafe = /[<>:"/\\|?*\p{Control}]+/gu;
/** Names that Windows reserves for devices, with any extension. */
const reserved =
  /^(?:con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/** Cuts a text to a number of UTF-8 bytes: file systems limit names in bytes. */
function cut(text: string, maxBytes: number): string {
  let kept = "";
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept;
}
