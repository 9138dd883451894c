import { type ChartPart, type PanelOutline } from "../../protocol";
import { type Day } from "../../../../shared/day";
import { formatCount } from "../../../../shared/series/numberText";
import { type NativeStep } from "../../../../shared/series/nativeStep";
import { lastKnownRow } from "../../../../shared/series/observations";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "./chartView";
import { latenessOf } from "./facts";
import { observedOf, stepOfLine } from "./observed";
import { type Line } from "./pane";
import { type HeatStrip } from "./panel/heatStrip";
import { variantCountText } from "./panel/panelHead";
import { isAwaited } from "./series";

interface Told {
  readonly parts: readonly ChartPart[];
  readonly panel: PanelOutline | null;
  readonly view: ChartView;
}

interface Source {
  readonly line: Line;
  readonly part: ChartPart;
}

const separator = " · ";
const maxNotes = 3;

/**
 * Describes on one line how far the data reach: `Newest observation 12 Nov 2026, carried forward to 20 Nov 2026 · changes monthly ·
 * up to date`; for a panel, its coverage.
 */
export function footText({ parts, panel, view }: Told): string {
  const words = panel === null ? seriesTexts(parts, view) : panelTexts(panel, parts, view);
  return words.filter((each) => each !== "").join(separator);
}

function panelTexts(
  panel: PanelOutline,
  parts: readonly ChartPart[],
  view: ChartView,
): readonly string[] {
  const { coverage, progress } = panel;
  if (coverage === "") return [progress === null ? t("No data yet") : t("Fetching…")];
  const { strip = null, full = null, drawn = "", areAllDrawn = true } = view.panel ?? {};
  if (strip !== null && full === null) return stripTexts(panel, strip);
  const steps = stepNames(sourcesOf(parts, view)).map((step) => t("changes {0}", step));
  return [coverage, ...(full === null && !areAllDrawn ? [drawn] : []), ...steps];
}

/** `40 countries × 121 months · each cell is the month's last observation`. */
function stripTexts(panel: PanelOutline, { rows, ends, step }: HeatStrip): readonly string[] {
  const variants = variantCountText(panel, rows.length);
  return step === "monthly"
    ? [t("{0} × {1} months", variants, ends.length), t("each cell is the month's last observation")]
    : [t("{0} × {1} weeks", variants, ends.length), t("each cell is the week's last observation")];
}

function seriesTexts(parts: readonly ChartPart[], view: ChartView): readonly string[] {
  const sources = sourcesOf(parts, view);
  if (sources.length === 0) {
    if (isAwaited(parts)) return [t("Fetching…")];
    const days = parts.flatMap(({ data }) => (data === null ? [] : data.days.length));
    // Otherwise the stage shows why nothing is drawn: a failure, or columns without values.
    return days.length > 0 && days.every((count) => count === 0) ? [t("No data")] : [];
  }
  const slices = sources.flatMap(({ part }) => part.data?.slice?.words ?? []);
  return [
    ...unique(slices.map((words) => t("slice {0}", words))),
    newestText(sources),
    ...changeTexts(sources),
    view.missing ?? "",
    ...firstNotes(view),
  ];
}

/** The first line of each part that is drawn. */
function sourcesOf(parts: readonly ChartPart[], { panes }: ChartView): readonly Source[] {
  const lines = panes.flatMap(({ kind, lines: own }) => (kind === "difference" ? [] : own));
  return parts.flatMap((part) => {
    const line = lines.find(({ id }) => id.startsWith(`${part.id}/`));
    return line === undefined || lastKnownRow(line.values) < 0 ? [] : [{ line, part }];
  });
}

function newestText(sources: readonly Source[]): string {
  const starts = sources.map(({ line }) => observedOf(line).days.at(-1) ?? 0);
  const ends = sources.map(({ line }) => line.days[lastKnownRow(line.values)] ?? 0);
  const [from, to, until] = [Math.min(...starts), Math.max(...starts), Math.max(...ends)];
  if (sources.length > 1) return t("Newest observations {0}", spanText(from, to));
  const day = dateText(to);
  return until > to
    ? t("Newest observation {0}, carried forward to {1}", day, dateText(until))
    : t("Newest observation {0}", day);
}

function spanText(from: Day, to: Day): string {
  return from === to ? dateText(to) : t("{0} to {1}", dateText(from), dateText(to));
}

/**
 * Formats how often the series change, and the lag of the part furthest behind: `changes monthly`, `up to date`; for
 * several series, `monthly and daily; oldest 20 business days behind`.
 */
function changeTexts(sources: readonly Source[]): readonly string[] {
  const steps = stepNames(sources);
  const { lag, words } = mostBehind(sources) ?? { lag: 0, words: "" };
  const [only = ""] = steps;
  if (steps.length < 2) return [only === "" ? "" : t("changes {0}", only), words];
  const listed = t("{0} and {1}", steps.slice(0, -1).join(", "), steps.at(-1) ?? "");
  if (lag === 0) return [listed, words];
  const oldest =
    lag === 1
      ? t("oldest 1 business day behind")
      : t("oldest {0} business days behind", formatCount(lag));
  return [`${listed}; ${oldest}`];
}

function mostBehind(sources: readonly Source[]): ReturnType<typeof latenessOf> | undefined {
  const all = sources.flatMap(({ part: { data, failure, identity } }) => {
    if (data === null) return [];
    const staleBecause = data.staleBecause ?? failure?.message ?? null;
    return [latenessOf({ ...data, staleBecause }, identity.asOf)];
  });
  return all.sort((a, b) => b.lag - a.lag)[0];
}

/** The first notes, and how many more there are; the details list all. */
function firstNotes({ notes }: ChartView): readonly string[] {
  const more = notes.length - maxNotes;
  if (more <= 0) return notes;
  const rest = more === 1 ? t("1 more note") : t("{0} more notes", formatCount(more));
  return [...notes.slice(0, maxNotes), rest];
}

function stepNames(sources: readonly Source[]): readonly string[] {
  return unique(sources.flatMap(({ line }) => stepName(stepOfLine(line))));
}

function stepName(step: NativeStep): readonly string[] {
  switch (step) {
    case "daily":
      return [t("daily")];
    case "weekly":
      return [t("weekly")];
    case "monthly":
      return [t("monthly")];
    case "quarterly":
      return [t("quarterly")];
    case "unknown":
      return [];
  }
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
