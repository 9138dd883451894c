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
    v.description("Most bytes of the answer; 16384 by default."),
  ),
);

const kinds = v.optional(
  v.pipe(
    v.picklist(["FIT", "SNAP"]),
    v.description(
      "Replaces the kind of the references. FIT: each day as first reported, for backtests. SNAP: the history recalculated with what was known at the as-of.",
    ),
  ),
);

const asOf = v.optional(
  text(
    "Knowledge cutoff, a day (its end in UTC) or an instant, for all references. Never later than the person's as-of, which is the default; without one it is resolved once and returned.",
  ),
);

const references = v.pipe(
  v.array(
    text(
      "A reference as search_macro_catalog returns it, or a whole reference line.",
      longestReference,
    ),
  ),
  v.minLength(1),
  v.maxLength(maxReferences),
  v.description(
    "signals/CODE/VERSION/TAGS/KIND/AS_OF or forecasts/MARKET/CURRENCY/HORIZON, percent-encoded; a tag with * or a+b stands for a set of series.",
  ),
);

const columns = v.optional(
  v.pipe(
    v.array(text("The name of a column.")),
    v.minLength(1),
    v.maxLength(10),
    v.description("Columns; by default Aggregate of a signal and the total of a forecast."),
  ),
);

const from = v.optional(
  day(
    "First day, YYYY-MM-DD. Without from and to, statistics are of the newest ten years, as the chart opens; 1900-01-01 is all history.",
  ),
);
const to = v.optional(day("Last day, YYYY-MM-DD."));

export const searchInput = v.strictObject({
  query: v.optional(text("Words in codes, names and tag values; everything by default.")),
  family: v.optional(v.pipe(v.picklist(["signal", "forecast"]), v.description("Both by default."))),
  tags: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(longestText)), text("A tag value.")),
      v.description('Only variants with these tag values, such as {"country": "US"}.'),
    ),
  ),
  limit: v.optional(count(50, "Most results; 20 by default.")),
  max_bytes: maxBytes,
});

export const seriesInput = v.strictObject({
  references,
  kind: kinds,
  as_of: asOf,
  from,
  to,
  columns,
  show: v.optional(
    v.pipe(
      v.picklist(["stats", "last", "month_ends"]),
      v.description(
        "stats, the default: statistics at the native step, as the chart has them. last: the last rows. month_ends: the last row of each month.",
      ),
    ),
  ),
  rows: v.optional(
    count(maxRows, "Most rows of each series for last and month_ends; 200 rows in all."),
  ),
  max_bytes: maxBytes,
});

export const latestInput = v.strictObject({
  code: v.optional(text("Only this signal.")),
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
      v.description("By value, largest first by default; size is by absolute value."),
    ),
  ),
  limit: v.optional(count(maxRows, "Most rows; 20 by default.")),
  max_bytes: maxBytes,
});

export const compareInput = v.strictObject({
  reference: text("A signal's series; its own as-of does not count.", longestReference),
  a: text("The earlier as-of: a day or an instant."),
  b: text("The later as-of: a day, an instant or latest."),
  kind: kinds,
  column: v.optional(text("The column; by default Aggregate.")),
  max_bytes: maxBytes,
});

export const explainInput = v.strictObject({
  market: text("The code of a market."),
  currency: v.optional(text("ISO code; needed if there are several.")),
  horizon: v.optional(text("Such as 12 Months; needed if there are several.")),
  hedging: v.optional(text("Local, Hedged or Unhedged; needed if there are several.")),
  since: v.optional(day("Also explains the change since this day, YYYY-MM-DD.")),
  max_bytes: maxBytes,
});

export const openChartInput = v.strictObject({
  references,
  kind: kinds,
  as_of: asOf,
  from,
  to,
  columns,
  max_bytes: maxBytes,
});
