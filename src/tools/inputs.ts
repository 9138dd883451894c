import * as v from "valibot";
import { dayOfIso } from "../shared/day";

/** The most rows of one answer. */
export const maxRows = 200;
/** The most references of one call, which a chart can show. */
export const maxReferences = 40;

const longestReference = 4_000;
const longestText = 200;

function text(description: string, longest = longestText) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(longest), v.description(description));
}

function count(most: number, description: string) {
  return v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1),
    v.maxValue(most),
    v.description(description),
  );
}

function day(description: string) {
  return v.pipe(
    v.string(),
    v.check((value) => dayOfIso(value) !== undefined, "not a day as YYYY-MM-DD"),
    v.description(description),
  );
}

const maxBytes = v.optional(
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(2_000),
    v.maxValue(65_536),
    v.description("Maximum size of the answer in bytes; 16384 by default."),
  ),
);

const kinds = v.optional(
  v.pipe(
    v.picklist(["FIT", "SNAP"]),
    v.description(
      "Replaces the kind in the references. FIT: each day as first reported, for backtests. SNAP: the history as recalculated at the as-of.",
    ),
  ),
);

const asOf = v.optional(
  text(
    "Knowledge cutoff of all references: a day (until its end in UTC) or an instant. Never later than the user's as-of, which is the default; if there is none, latest is resolved once and returned.",
  ),
);

const references = v.pipe(
  v.array(
    text("A reference from search_macro_catalog, or a whole reference line.", longestReference),
  ),
  v.minLength(1),
  v.maxLength(maxReferences),
  v.description(
    "signals/CODE/VERSION/TAGS/KIND/AS_OF or forecasts/MARKET/CURRENCY/HORIZON, percent-encoded; a tag value of * or a+b stands for a set of series.",
  ),
);

const columns = v.optional(
  v.pipe(
    v.array(text("The name of a column.")),
    v.minLength(1),
    v.maxLength(10),
    v.description("Columns; by default the Aggregate of a signal and the total of a forecast."),
  ),
);

const from = v.optional(
  day(
    "First day, YYYY-MM-DD. Without from and to, statistics cover the newest ten years, as a chart does when it opens; pass 1900-01-01 for all history.",
  ),
);
const to = v.optional(day("Last day, YYYY-MM-DD."));

export const searchInput = v.strictObject({
  query: v.optional(text("Words from codes, names and tag values; everything matches by default.")),
  family: v.optional(
    v.pipe(
      v.picklist(["signal", "forecast"]),
      v.description("Signals or forecasts; both by default."),
    ),
  ),
  tags: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(longestText)), text("A tag value.")),
      v.maxEntries(10),
      v.description('Only variants with these tag values, such as {"country": "US"}.'),
    ),
  ),
  limit: v.optional(count(50, "Maximum number of results; 20 by default.")),
  max_bytes: maxBytes,
});

/** The series of a call, and which part of them. */
const seriesParts = { references, kind: kinds, as_of: asOf, from, to, columns };

export const seriesInput = v.strictObject({
  ...seriesParts,
  show: v.optional(
    v.pipe(
      v.picklist(["stats", "last", "month_ends"]),
      v.description(
        "stats, the default: statistics at the native step, as in the chart. last: the last rows. month_ends: the last row of each month.",
      ),
    ),
  ),
  rows: v.optional(
    count(
      maxRows,
      "Maximum number of rows per series for last and month_ends; 12 by default, and 200 for all series together.",
    ),
  ),
  max_bytes: maxBytes,
});

export const latestInput = v.strictObject({
  code: v.optional(text("Code of one signal; all signals by default.")),
  tags: searchInput.entries.tags,
  column: v.optional(
    v.pipe(
      v.picklist(["Aggregate", "Level", "Momentum"]),
      v.description("The score; Aggregate by default."),
    ),
  ),
  sort: v.optional(
    v.pipe(
      v.picklist(["largest", "smallest", "size"]),
      v.description("Largest values first by default; size sorts by absolute value."),
    ),
  ),
  limit: v.optional(count(maxRows, "Maximum number of rows; 20 by default.")),
  max_bytes: maxBytes,
});

export const compareInput = v.strictObject({
  reference: text(
    "The series of one signal variant; the as-of in the reference is ignored.",
    longestReference,
  ),
  a: text("The earlier as-of: a day or an instant."),
  b: text("The later as-of: a day, an instant or latest."),
  kind: kinds,
  column: v.optional(text("Column; Aggregate by default.")),
  max_bytes: maxBytes,
});

export const explainInput = v.strictObject({
  market: text("The code of a market."),
  currency: v.optional(
    text("ISO code; required if the market has forecasts in several currencies."),
  ),
  horizon: v.optional(text("Such as 12 Months; required if the market has several horizons.")),
  hedging: v.optional(text("Local, Hedged or Unhedged; required if there are several.")),
  since: v.optional(day("Also explains the change since this day, YYYY-MM-DD.")),
  max_bytes: maxBytes,
});

export const openChartInput = v.strictObject({
  ...seriesParts,
  max_bytes: maxBytes,
});

export const datasetInput = v.strictObject({
  name: text("The name of the dataset: letters, digits, dots, hyphens and underscores.", 80),
  references,
  kind: kinds,
  as_of: asOf,
  format: v.optional(
    v.pipe(v.picklist(["parquet", "csv", "json"]), v.description("parquet by default.")),
  ),
  folder: v.optional(
    text("An existing or new folder, relative and with /; the current one by default."),
  ),
  max_bytes: maxBytes,
});
