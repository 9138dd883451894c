import { type ChangeScore, changeScores } from "../../../../../shared/changes";
import { type ChangesAnswer } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { dayEndingAt, endOfDayMs } from "../../../model/since";
import { dateText, momentText } from "../../../../../ui/dateText";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../../ui/menu";
import { makeOneTabStop } from "../../../../../ui/roving";
import { Segments } from "../../../../../ui/segments";

export interface ChangesHeadOptions {
  readonly onRefresh: () => void;
  readonly onSince: () => void;
  readonly onScore: (score: ChangeScore) => void;
  readonly entries: MenuEntries;
}

/** The title, the compared times and the controls of the page. */
export class ChangesHead {
  readonly root = element("div", { class: "head" });
  private readonly badge = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly subtitle = element("p", { class: "subtitle" });
  private readonly toolbar = element("div", { class: "toolbar" });
  private readonly since: HTMLButtonElement;
  private readonly sinceText = element("span");
  private readonly to = element("span", { class: "muted" });
  private readonly score: Segments<ChangeScore>;

  constructor({ onRefresh, onSince, onScore, entries }: ChangesHeadOptions) {
    const tool = (name: "refresh" | "more", label: string, run: () => void): HTMLButtonElement => {
      const made = button({ class: "tool", "aria-label": label, title: label }, run);
      made.append(icon(name));
      return made;
    };
    const refresh = tool("refresh", t("Refresh"), onRefresh);
    const more = tool("more", t("More"), () => undefined);
    const anchor = element("div", { class: "anchor" }, more);
    openMenuWith(more, entries);
    this.since = button({ class: "tool framed-line" }, onSince);
    this.since.append(this.sinceText, icon("down"));
    this.score = new Segments(t("Score"), onScore);
    this.score.root.classList.add("push");
    const title = element("h1", { text: t("What Changed") });
    const headline = element("div", { class: "headline" }, title, this.badge);
    const titles = element("div", { class: "titles" }, headline, this.subtitle);
    const tools = element("div", { class: "tools" }, refresh, anchor);
    const since = element(
      "div",
      { class: "tools" },
      element("span", { class: "muted", text: t("Since") }),
      this.since,
      this.to,
    );
    this.toolbar.append(since, this.score.root);
    for (const bar of [tools, this.toolbar]) makeOneTabStop(bar);
    this.root.append(element("header", { class: "header" }, titles, tools), this.toolbar);
  }

  name(isSample: boolean): void {
    this.badge.hidden = !isSample;
  }

  hide(): void {
    this.toolbar.hidden = true;
    setText(this.subtitle, "");
  }

  show(
    { pair, missing, isLastLook, newestMs, signals, forecasts }: ChangesAnswer,
    score: ChangeScore,
  ): void {
    this.toolbar.hidden = false;
    const missingMs = missing === null ? null : endOfDayMs(missing.day);
    this.showSince(pair?.sinceMs ?? missingMs, isLastLook);
    setText(this.to, t("until {0}", momentText(newestMs)));
    setText(this.subtitle, subtitleOf(signals?.signals.length ?? 0, forecasts !== null));
    this.score.root.hidden = signals === null;
    const texts = { aggregate: t("Aggregate"), level: t("Level"), momentum: t("Momentum") };
    this.score.show(
      changeScores.map((value) => ({ value, text: texts[value], tooltip: "" })),
      score,
    );
  }

  /** Shows the older time of a comparison, or of one that is being fetched; null if there is none. */
  showSince(sinceMs: number | null, isLastLook: boolean): void {
    const since = sinceMs === null ? t("nothing older yet") : sinceText(sinceMs, isLastLook);
    setText(this.sinceText, since);
    setAttributes(this.since, { "aria-label": t("Since {0}", since) });
  }
}

function subtitleOf(signals: number, hasForecasts: boolean): string {
  if (signals === 0) return "";
  return hasForecasts ? t("{0} signals and all forecasts", signals) : t("{0} signals", signals);
}

function sinceText(sinceMs: number, isLastLook: boolean): string {
  const day = dayEndingAt(sinceMs);
  if (day !== undefined) return t("the end of {0}", dateText(day));
  const moment = momentText(sinceMs);
  return isLastLook ? t("your last visit, {0}", moment) : moment;
}
