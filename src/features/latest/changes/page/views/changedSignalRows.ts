import {
  type LoneRecord,
  type ChangeScore,
  type Move,
  type Production,
  type SignalChanges,
} from "../../../../../shared/changes";
import { type ForecastChanges, type LoneForecast } from "../../protocol";
import { businessDayLag } from "../../../../../shared/series/businessDayLag";
import { formatCount, formatPercent, formatScore } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { dateText, momentText } from "../../../../../ui/dateText";
import { element } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { dumbbell, signClass } from "./picture";
import { newForecast, newSummaries } from "../model/forecastMoves";
import { type RowSubject, type SubjectRow } from "./rowCommands";

/** A signal and its variant: `Inflation United States`. */
function nameCell(name: string, aside: string): HTMLElement {
  const cell = element("th", { scope: "row", title: [name, aside].join(" · ") }, name);
  if (aside !== "") cell.append(" ", element("span", { class: "muted", text: aside }));
  return cell;
}

function numberCell(text: string, own = ""): HTMLElement {
  return element("td", { class: `number ${own}`.trim(), text });
}

/** The columns of the table of productions, after the signals. */
const productionColumns = [
  { name: "produced", text: () => t("Produced (UTC)") },
  { name: "newest-day", text: () => t("Newest Day") },
  { name: "news number", text: () => t("New Day") },
  { name: "revised number", text: () => t("Revised") },
  { name: "mean number", text: () => t("Mean |Δ|") },
] as const;

export function productionHead(): HTMLElement {
  const heads = productionColumns.map(({ name, text }) =>
    element("th", { scope: "col", class: name, text: text() }),
  );
  const signal = element("th", { scope: "col", text: t("Signal") });
  return element("thead", {}, element("tr", {}, signal, ...heads));
}

/** @param largest - The largest mean size, which fills its bar. */
export function productionRow(
  { signal, news, revised, meanSize }: Production,
  index: number,
  largest: number,
): SubjectRow {
  const { code, version, name, matched, newestDay, producedMs } = signal;
  const mean = element("td", { class: "number" });
  const bar = element("i", { class: "size" });
  bar.style.width = `${Math.round(largest > 0 ? (32 * meanSize) / largest : 0)}px`;
  mean.append(bar, Number.isNaN(meanSize) ? "" : meanSize.toFixed(2));
  const count = numberCell(formatCount(news));
  count.append(" ", element("span", { class: "muted", text: t("of {0}", formatCount(matched)) }));
  const root = element(
    "tr",
    {},
    nameCell(name, version === 0 ? code : `${code} v${version}`),
    element("td", {
      text: producedMs === null ? "–" : momentText(producedMs).replace(/ UTC$/, ""),
    }),
    element("td", { text: dateText(newestDay) }),
    count,
    numberCell(formatCount(revised), revised === 0 ? "muted" : ""),
    mean,
  );
  return { root, record: { of: "signal", index, isOlder: false } };
}

/** The change of a score: before, after and the kind of change. */
export function moveRow({ signals, changed }: SignalChanges, move: Move): SubjectRow {
  const { entry, before, now, change } = move;
  const { name = "" } = signals[changed.signals[entry] ?? -1] ?? {};
  const days = [changed.olderDays[entry] ?? 0, changed.days[entry] ?? 0].map(dateText);
  const place = element("td", { class: "place" }, dumbbell(before, now));
  const after = numberCell("→ ", "after");
  after.append(element("b", { text: sideText(now) }));
  const root = element(
    "tr",
    { title: days[0] === days[1] ? (days[0] ?? "") : days.join(" → ") },
    nameCell(name, changed.variants[entry] ?? ""),
    place,
    numberCell(sideText(before), "before muted"),
    after,
    numberCell(formatScore(change), `change ${signClass(change)}`),
    markCell(move),
  );
  return {
    root,
    record: { of: "variant", index: changed.records[entry] ?? 0, isOlder: false },
  };
}

/** A score of a pair, whose sign counts: `−0.00` for −0.004. */
function sideText(score: number): string {
  const text = formatScore(score);
  return text === "0.00" && score !== 0 ? `${score < 0 ? "−" : "+"}${text}` : text;
}

function markCell({ mark, news, revision }: Move): HTMLElement {
  const words = markText(mark);
  const isRare = mark === "revision" || mark === "withdrawn";
  const label = element("span", { class: isRare ? "mark" : "muted small-text", text: words });
  if (news !== null && revision !== null) {
    label.title = t("News {0}, revision {1}", formatScore(news), formatScore(revision));
  } else if (mark === "newDay") {
    label.title = t(
      "A new observation; its series is not loaded, so news and revision cannot be separated",
    );
  }
  return element("td", { class: "kind" }, label);
}

function markText(mark: Move["mark"]): string {
  switch (mark) {
    case "news":
      return t("News");
    case "revision":
      return t("Revision");
    case "newDay":
      return t("New observation");
    case "withdrawn":
      return t("Withdrawn");
  }
}

/** Variants that appeared, vanished or went stale. Rows are made on demand: most are not shown at first. */
export function loneRows(
  { appeared, vanished, stale, newerMs }: SignalChanges,
  score: ChangeScore,
): readonly (() => SubjectRow)[] {
  const today = Math.floor(newerMs / 86_400_000);
  const row = (icon: LoneIcon, { signal, variant, record }: LoneRecord, text: string): SubjectRow =>
    loneRow(icon, [signal, variant], text, {
      of: "variant",
      index: record,
      isOlder: icon === "minus",
    });
  const scoreOf = ({ scores }: LoneRecord): string => formatScore(scores[score]);
  const staleText = ({ day }: LoneRecord): string =>
    t("{0}, {1} business days behind", dateText(day), businessDayLag(day, today));
  return [
    ...appeared.map((each) => () => row("add", each, t("new, {0}", scoreOf(each)))),
    ...vanished.map((each) => () => row("minus", each, t("was {0}", scoreOf(each)))),
    ...stale.map((each) => () => row("clock", each, staleText(each))),
  ];
}

/** Forecasts that appeared or vanished. */
export function loneForecastRows(changes: ForecastChanges): readonly (() => SubjectRow)[] {
  const row = (
    icon: LoneIcon,
    { market, detail, summary }: LoneForecast,
    text: string,
  ): SubjectRow =>
    loneRow(icon, [market, detail], text, {
      of: "forecast",
      index: summary,
      isOlder: icon === "minus",
    });
  const appeared = newSummaries(changes).map((at) => () => {
    const forecast = newForecast(changes, at);
    return row("add", forecast, t("new, {0}", formatPercent(forecast.total)));
  });
  const vanished = changes.vanished.map(
    (each) => () => row("minus", each, t("was {0}", formatPercent(each.total))),
  );
  return [...appeared, ...vanished];
}

const iconTexts = {
  add: () => t("Appeared"),
  minus: () => t("Vanished"),
  clock: () => t("Stale"),
} as const;
type LoneIcon = keyof typeof iconTexts;

function loneRow(
  name: LoneIcon,
  [first, second]: readonly [string, string],
  text: string,
  record: RowSubject,
): SubjectRow {
  const mark = element("td", { class: "sign", title: iconTexts[name]() });
  mark.append(icon(name), element("span", { class: "unseen", text: iconTexts[name]() }));
  const cells = [mark, nameCell(first, second), element("td", { class: "what muted", text })];
  return { root: element("tr", {}, ...cells), record };
}
