import { pluralTagKind, readableTagKind } from "../../../../../shared/tagKind";
import { type Since } from "../../../model/since";
import { t } from "../../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../../ui/menu";
import { dateText } from "../../../../../ui/dateText";
import { type Segment, Segments } from "../../../../../ui/segments";
import { makeOneTabStop } from "../../../../../ui/roving";
import { type HeatView } from "../model/heatView";
import { type Score, scores } from "../model/grid";
import { type HeatMapViewState } from "./heatMapViewState";
import { scoreText } from "./heatMapLabels";

export interface PageHeadOptions {
  readonly onRefresh: () => void;
  readonly onScore: (score: Score) => void;
  readonly onRowKind: (stem: string) => void;
  /** "day" asks the user for a day. */
  readonly onSince: (since: Since | "day" | null) => void;
  readonly onFlips: () => void;
  readonly onFilter: (text: string) => void;
  readonly entries: MenuEntries;
}

/** The head of the page: what it shows, and its controls. */
export class PageHead {
  readonly root = element("div", { class: "head" });
  private readonly title = element("h1");
  private readonly badge = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly size = element("p", { class: "subtitle" });
  private readonly segments = element("div", {
    class: "segments",
    role: "group",
    "aria-label": t("Score"),
  });
  private readonly toolbar = element("div", { class: "toolbar" });
  private readonly scoreButtons: ReadonlyMap<Score, HTMLButtonElement>;
  private readonly kinds = element("div", { class: "tools" });
  private readonly kind = button({ class: "tool framed-line" }, () => undefined);
  private readonly kindName = element("span");
  private readonly filter = element("input", {
    type: "search",
    class: "filter",
    placeholder: t("Filter rows and columns"),
    "aria-label": t("Filter rows and columns"),
    title: t("Names or codes, separated by commas"),
  });
  private rowKinds: readonly string[] = [];
  private rowKind = "";

  private readonly since: Segments<"value" | "week" | "month" | "day">;
  private readonly flips: HTMLButtonElement;

  constructor({
    onRefresh,
    onScore,
    onRowKind,
    onSince,
    onFlips,
    onFilter,
    entries,
  }: PageHeadOptions) {
    const refresh = button(
      { class: "tool", "aria-label": t("Refresh"), title: t("Refresh") },
      onRefresh,
    );
    refresh.append(icon("refresh"));
    const more = button(
      { class: "tool", "aria-label": t("More"), title: t("More") },
      () => undefined,
    );
    more.append(icon("more"));
    const anchor = element("div", { class: "anchor" }, more);
    openMenuWith(more, entries);
    this.scoreButtons = new Map(
      scores.map((score) => [
        score,
        button({ class: "tool", text: scoreText(score) }, () => onScore(score)),
      ]),
    );
    this.segments.append(...this.scoreButtons.values());
    this.kind.append(this.kindName, icon("down"));
    this.kinds.append(
      element("span", { class: "muted", text: t("Rows") }),
      element("div", { class: "anchor" }, this.kind),
    );
    openMenuWith(this.kind, () =>
      this.rowKinds.map((stem) => ({
        label: readableTagKind(stem),
        isChecked: stem === this.rowKind,
        run: () => onRowKind(stem),
      })),
    );
    this.filter.addEventListener("input", () => onFilter(this.filter.value));
    this.since = new Segments(t("Value or Change"), (since) =>
      onSince(since === "value" ? null : since),
    );
    this.flips = button({ class: "tool framed-line", text: t("Sign Flips") }, onFlips);
    this.flips.title = t("Show only rows and columns in which a score changed sign");
    this.toolbar.append(this.segments, this.kinds, this.since.root, this.flips, this.filter);
    const headline = element("div", { class: "headline" }, this.title, this.badge);
    const titles = element("div", { class: "titles" }, headline, this.size);
    const tools = element("div", { class: "tools" }, refresh, anchor);
    for (const bar of [tools, this.toolbar]) makeOneTabStop(bar);
    this.root.append(element("header", { class: "header" }, titles, tools), this.toolbar);
  }

  name(title: string, isSample: boolean): void {
    setText(this.title, title);
    this.badge.hidden = !isSample;
  }

  /** @param view - Absent when there is nothing to show. */
  show(state: HeatMapViewState, isOneSignal: boolean, view?: HeatView): void {
    this.toolbar.hidden = view === undefined;
    if (view === undefined) {
      setText(this.size, "");
      return;
    }
    this.segments.hidden = isOneSignal;
    for (const [score, each] of this.scoreButtons) {
      setAttributes(each, { "aria-pressed": `${score === state.score}` });
    }
    this.rowKinds = view.grid.rowKinds;
    this.rowKind = view.grid.rowKind;
    this.kinds.hidden = this.rowKinds.length < 2;
    const { since } = state;
    const chosen = since === null ? "value" : typeof since === "number" ? "day" : since;
    this.since.show(sinceSegments(since), chosen);
    setAttributes(this.flips, { "aria-pressed": `${view.hasOnlyFlips}` });
    setText(this.kindName, readableTagKind(this.rowKind));
    setAttributes(this.kind, { "aria-label": t("Rows: {0}", readableTagKind(this.rowKind)) });
    if (this.filter.value !== state.filter) this.filter.value = state.filter;
    const rows = view.rows.filter(({ row }) => row >= 0).length;
    const signals = new Set(view.columns.map(({ signal }) => signal)).size;
    const named = rows === 1 ? readableTagKind(this.rowKind) : pluralTagKind(this.rowKind);
    const size = isOneSignal
      ? `${rows} ${named.toLowerCase()}`
      : t("{0} {1} × {2} signals", rows, named.toLowerCase(), signals);
    const what = view.changes === undefined ? t("newest scores") : t("changes in newest scores");
    // Sign flips have neither rows nor columns before there are older values.
    const isEmpty = view.hasOnlyFlips && rows === 0 && signals === 0;
    setText(this.size, isEmpty ? t("Changes in newest scores") : `${size}, ${what}`);
  }
}

function sinceSegments(
  since: Since | null,
): readonly Segment<"value" | "week" | "month" | "day">[] {
  const day = typeof since === "number" ? t("Since {0}", dateText(since)) : t("Since…");
  return [
    { value: "value", text: t("Value"), tooltip: t("The newest scores") },
    { value: "week", text: t("1 Week"), tooltip: t("Changes over seven days") },
    { value: "month", text: t("1 Month"), tooltip: t("Changes over one calendar month") },
    { value: "day", text: day, tooltip: t("Changes since a day of your choice") },
  ];
}
