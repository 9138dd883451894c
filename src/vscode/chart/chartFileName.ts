import { createHash } from "node:crypto";
import { fileName } from "../../data/fileName";
import { type ChartPlace, chartUri } from "../../shared/chartPlace";
import { type Instant } from "../../shared/instant";
import { sampleConnection } from "../../shared/place";

const longestName = 120;

/**
 * The name of a file made of a chart, like that of the series' own file: `SAMPLE_INFL-v2_country_iso-US_FIT_….png`. Of a
 * chart of several series the first is named and the others counted, with a digest of all of them.
 */
export function chartFileName(place: ChartPlace, retrievedAt: Instant, ending: string): string {
  const { parts, slice } = place;
  const [{ reference }, ...others] = parts;
  const isSample = parts.some(({ connection }) => connection === sampleConnection);
  const part = slice === undefined ? {} : { slice };
  const own = fileName({ reference, retrievedAt, isSample, ...part }, "csv").replace(/\.csv$/, "");
  if (others.length === 0) return `${own}.${ending}`;
  const digest = createHash("sha256")
    .update(`${chartUri(place)} ${retrievedAt}`)
    .digest("hex");
  const tail = `_and-${others.length}-more_id-${digest.slice(0, 10)}.${ending}`;
  return own.slice(0, longestName - tail.length) + tail;
}
