import {
  type LoneRecord,
  type ChangeScore,
  type Move,
  type Production,
  type SignalChanges,
} from "../../../../../shared/changes";
import { type LoneForecast } from "../../protocol";
import { businessDayLag } from "../../../../../shared/series/businessDayLag";
import { formatCount, formatPercent, formatScore } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { dateText, momentText } from "../../../../../ui/dateText";
import { element } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { dumbbell, signClass } from "./picture";

/** A signal and its variant: `Inflation United States`. */
function nameCell(name: string, aside: string): HTMLElement {
  const cell = element("th", { scope: "row", title: [name, aside].join(" · ") }, name);
  if (aside !== "") cell.append(" ", element("span", { class: "muted", text: aside }));
  return cell;
}

function numberCell(text: string, own = ""): HTMLElement {
  return element("td", { class: `number ${own}`.trim(), text });
}

/** The header of the table of productions. */
export function productionHead(): HTMLElement {
  const names = [t("Produced (UTC)"), t("Newest Day"), t("New Day"), t("Revised"), t("Mean |Δ|")];
  return element(
    "tr",
    {},
    element("th", { scope: "col", text: t("Signal") }),
    ...names.map((text, at) =>
      element("th", { scope: "col", class: at < 2 ? "" : "number", text }),
    ),
  );
}

/** @param largest - The largest mean size, which fills its bar. */
export function productionRow(
  { signal, news, revised, meanSize }: Production,
  index: number,
  largest: number,
): HTMLElement {
  const { code, version, name, matched, newestDay, producedMs } = signal;
  const mean = element("td", { class: "number" });
  const bar = element("i", { class: "size" });
  bar.style.width = `${Math.round(largest > 0 ? (32 * meanSize) / largest : 0)}px`;
  mean.append(bar, Number.isNaN(meanSize) ? "" : meanSize.toFixed(2));
  const count = numberCell(formatCount(news));
  count.append(" ", element("span", { class: "muted", text: t("of {0}", formatCount(matched)) }));
  return element(
    "tr",
    { "data-key": `signal ${index}` },
    nameCell(name, version === 0 ? code : `${code} v${version}`),
    element("td", {
      text: producedMs === null ? "–" : momentText(producedMs).replace(/ UTC$/, ""),
    }),
    element("td", { text: dateText(newestDay) }),
    count,
    numberCell(formatCount(revised), revised === 0 ? "muted" : ""),
    mean,
  );
}

/** The change of a score: before, after and the kind of change. */
export function moveRow({ signals, changed }: SignalChanges, move: Move): HTMLElement {
  const { entry, before, now, change } = move;
  const { name = "" } = signals[changed.signals[entry] ?? -1] ?? {};
  const days = [changed.olderDays[entry] ?? 0, changed.days[entry] ?? 0].map(dateText);
  const place = element("td");
  place.append(dumbbell(before, now));
  const after = numberCell("→ ");
  after.append(element("b", { text: sideText(now) }));
  return element(
    "tr",
    {
      "data-key": `entry ${entry}`,
      title: days[0] === days[1] ? (days[0] ?? "") : days.join(" → "),
    },
    nameCell(name, changed.variants[entry] ?? ""),
    place,
    numberCell(sideText(before), "muted"),
    after,
    numberCell(formatScore(change), signClass(change)),
    markCell(move),
  );
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
): readonly (() => HTMLElement)[] {
  const today = Math.floor(newerMs / 86_400_000);
  const staleText = ({ day }: LoneRecord): string =>
    t("{0}, {1} business days behind", dateText(day), businessDayLag(day, today));
  const newText = (each: LoneRecord): string => t("new, {0}", scoreOf(each, score));
  const oldText = (each: LoneRecord): string => t("was {0}", scoreOf(each, score));
  return [
    ...appeared.map((each) => () => loneRow("add", "newer", each, newText(each))),
    ...vanished.map((each) => () => loneRow("minus", "older", each, oldText(each))),
    ...stale.map((each) => () => loneRow("clock", "newer", each, staleText(each))),
  ];
}

function scoreOf({ scores }: LoneRecord, score: ChangeScore): string {
  return formatScore(scores[score]);
}

const iconTexts = {
  add: () => t("Appeared"),
  minus: () => t("Vanished"),
  clock: () => t("Stale"),
} as const;

function loneRow(
  name: keyof typeof iconTexts,
  answer: "newer" | "older",
  { signal, variant, record }: LoneRecord,
  words: string,
): HTMLElement {
  return wordsRow(name, [signal, variant], words, `${answer} ${record}`);
}

export function newForecastRow({ market, detail, total, summary }: LoneForecast): HTMLElement {
  const words = t("new, {0}", formatPercent(total));
  return wordsRow("add", [market, detail], words, `newForecast ${summary}`);
}

export function goneForecastRow({ market, detail, total, summary }: LoneForecast): HTMLElement {
  const words = t("was {0}", formatPercent(total));
  return wordsRow("minus", [market, detail], words, `goneForecast ${summary}`);
}

function wordsRow(
  name: keyof typeof iconTexts,
  [first, second]: readonly [string, string],
  words: string,
  key: string,
): HTMLElement {
  const mark = element("td", { class: "sign", title: iconTexts[name]() });
  mark.append(icon(name), element("span", { class: "unseen", text: iconTexts[name]() }));
  return element(
    "tr",
    { "data-key": key },
    mark,
    nameCell(first, second),
    element("td", { class: "muted small-text", text: words }),
  );
}
