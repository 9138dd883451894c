import { type ShownValues, type ViewState } from "../../model/viewState";
import { finish } from "../../../../shared/finish";
import { newestZScore, ranksAmong, zScores } from "../../../../shared/series/normalise";
import { type Moments, momentsOf } from "../../../../shared/series/moments";
import { type ShownUnit } from "../../../../shared/series/numberText";
import { type Observations } from "../../../../shared/series/observations";
import { t } from "../../../../ui/l10n";
import { percentileOfNewest } from "./newest";
import { observedOf } from "./observed";
import { type Layer, type Line } from "./pane";
import { Remembered } from "./remembered";
import { isAlone, type ShownSeries } from "./series";

/** The form in which a chart shows its values: normalised only if it has several series to compare. */
export function shownValues(all: readonly ShownSeries[], { values }: ViewState): ShownValues {
  return isAlone(all) ? "served" : values;
}

/** Lines with their values as z-scores or ranks; the same lines for values as served. */
export function normalised(lines: readonly Line[], values: ShownValues): readonly Line[] {
  switch (values) {
    case "served":
      return lines;
    case "z-score":
      return lines.map(scored);
    case "rank":
      return ranked(lines);
  }
}

/**
 * Computes what {@link normalised} and the table of several series cache, and returns the normalised lines. Yields
 * after each piece of work.
 */
export function* prepared(
  lines: readonly Line[],
  values: ShownValues,
): Generator<void, readonly Line[]> {
  for (const line of lines) {
    observedOf(line);
    yield;
    if (typeof line.percentile !== "number") percentileOfNewest(line);
    yield;
    newestScore(line);
    yield;
    if (values !== "z-score") continue;
    scored(line);
    yield;
  }
  if (values === "rank") yield* ranksInPieces(lines);
  return normalised(lines, values);
}

/** A line or a layer with its values as the service sent them. */
export function asServed(shown: Line | Layer): Line | Layer {
  if (!("served" in shown)) return shown;
  const { served, ...line } = shown;
  return { ...line, ...served };
}

/** Names normalised values for the axis and for headings; empty for values as served. */
export function unitName(unit: ShownUnit): string {
  switch (unit) {
    case "score":
    case "fraction":
      return "";
    case "deviations":
      return t("z-score");
    case "rank":
      return t("rank");
  }
}

/** Describes in sentences how values are calculated; empty for values as served. */
export function valuesFacts(values: ShownValues, lines: readonly Line[]): readonly string[] {
  switch (values) {
    case "served":
      return [];
    case "z-score":
      return [
        t("Values are z-scores: standard deviations (σ) from the mean, computed over all history"),
        ...(lines.some(({ scoredBy }) => scoredBy !== undefined)
          ? [t("Kinds and as-ofs of one series share the mean and deviation of the first")]
          : []),
      ];
    case "rank":
      return [
        t(
          "Values are ranks on each day among the shown series of the same unit and column: 1 is the largest",
        ),
      ];
  }
}

const scores = new Remembered<Float64Array>();

function scored(line: Line): Line {
  const { unit, days, values, scoredBy = line } = line;
  const own = scores.of(values, scoredBy.values, () => zScores(values, momentsOfAll(scoredBy)));
  return { ...line, unit: "deviations", values: own, served: { unit, days, values } };
}

const moments = new Remembered<Moments>();

function momentsOfAll(series: Observations): Moments {
  const { values, days } = series;
  return moments.of(values, days, () => momentsOf(observedOf(series).observed.values));
}

/** The z-score of the newest value of a line; NaN if the line has no value or does not vary. */
export function newestScore(line: Line): number {
  const served = line.served ?? line;
  return newestZScore(served, momentsOfAll(line.scoredBy ?? served));
}

const noRows = new Int32Array(0);

function ranked(lines: readonly Line[]): readonly Line[] {
  const ranks = ranksOf(lines);
  return lines.map((line, index) => {
    const { unit, days, values } = line;
    const own = ranks[index] ?? { days, values };
    return { ...line, ...own, unit: "rank", marks: noRows, served: { unit, days, values } };
  });
}

let lastRanks:
  | { readonly lines: readonly Line[]; readonly ranks: readonly Observations[] }
  | undefined;

/** Returns the same arrays as last time for the same lines. */
function ranksOf(lines: readonly Line[]): readonly Observations[] {
  return finish(ranksInPieces(lines));
}

/** Computes {@link ranksOf} in pieces, with a yield after each. */
function* ranksInPieces(lines: readonly Line[]): Generator<void, readonly Observations[]> {
  const known = lastRanks;
  const isKnown =
    known?.lines.length === lines.length &&
    lines.every(({ id, values }, at) => {
      const other = known.lines[at];
      return other?.id === id && other.values === values;
    });
  if (known !== undefined && isKnown) return known.ranks;
  const ranks = yield* ranksOfGroups(lines);
  lastRanks = { lines, ranks };
  return ranks;
}

/** Ranks lines in groups: only values of one unit and one column are comparable. */
function* ranksOfGroups(lines: readonly Line[]): Generator<void, readonly Observations[]> {
  const keys = lines.map(({ unit, column = "" }) => `${unit}/${column}`);
  const found = new Map<Line, Observations>();
  for (const key of new Set(keys)) {
    const group = lines.filter((_line, at) => keys[at] === key);
    const ranks = yield* ranksAmong(group);
    for (const [at, { days, values }] of ranks.entries()) {
      const line = group[at];
      if (line !== undefined) found.set(line, { days, values: values.map((rank) => -rank) });
      yield;
    }
  }
  return lines.map((line) => found.get(line) ?? line);
}
