import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../../ui/menu";
import { makeOneTabStop } from "../../../../../ui/roving";
import { Segments } from "../../../../../ui/segments";
import { type MatrixAxis, axes, type Matrix } from "../model/matrix";
import { type SummaryIndex } from "../model/summaryIndex";
import { type ExplorerViewState } from "./explorerViewState";

export interface ExplorerHeadOptions {
  readonly onRefresh: () => void;
  readonly onCompare: () => void;
  readonly onOpenChart: () => void;
  readonly onAxis: (axis: MatrixAxis) => void;
  readonly onHeld: (name: "currency" | "horizon" | "hedging", value: string) => void;
  readonly onFilter: (text: string) => void;
  readonly entries: MenuEntries;
}

/** The head of the explorer: what it shows, and its controls. */
export class ExplorerHead {
  readonly root = element("div", { class: "head" });
  private readonly title = element("h1", { text: t("Forecast Explorer") });
  private readonly badge = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly size = element("p", { class: "subtitle" });
  private readonly toolbar = element("div", { class: "toolbar" });
  private readonly compare: HTMLButtonElement;
  private readonly openChart: HTMLButtonElement;
  private readonly heldName = element("span", { class: "muted" });
  private readonly held = button({ class: "tool framed-line" }, () => undefined);
  private readonly heldText = element("span");
  private readonly hedging: Segments<string>;
  private readonly axis: Segments<MatrixAxis>;
  private readonly filter = element("input", {
    type: "search",
    class: "filter",
    placeholder: t("Filter markets"),
    "aria-label": t("Filter markets"),
    title: t("Names or codes, separated by commas"),
  });
  private values: readonly string[] = [];
  private value = "";
  private heldOf: "currency" | "horizon" = "currency";

  constructor({ entries, ...on }: ExplorerHeadOptions) {
    this.compare = button({ class: "tool", text: t("Compare") }, on.onCompare);
    this.compare.title = t("Compare two forecasts: Ctrl+click or Cmd+click the second");
    this.openChart = button({ class: "tool", text: t("Open Chart") }, on.onOpenChart);
    this.openChart.title = t("Open the chart of the chosen forecast (Enter)");
    const refresh = iconButton("refresh", t("Refresh"), on.onRefresh);
    const more = iconButton("more", t("More"), () => undefined);
    const anchor = element("div", { class: "anchor" }, more);
    openMenuWith(more, entries);
    this.hedging = new Segments(t("Hedging"), (value) => on.onHeld("hedging", value));
    this.axis = new Segments(t("Columns"), on.onAxis);
    this.held.append(this.heldText, icon("down"));
    const held = element("div", { class: "anchor" }, this.held);
    openMenuWith(this.held, () =>
      this.values.map((value) => ({
        label: value,
        isChecked: value === this.value,
        run: () => on.onHeld(this.heldOf, value),
      })),
    );
    this.filter.addEventListener("input", () => on.onFilter(this.filter.value));
    this.toolbar.append(
      element("div", { class: "tools" }, this.heldName, held),
      named(t("Hedging"), this.hedging.root),
      named(t("Columns"), this.axis.root),
      this.filter,
    );
    const headline = element("div", { class: "headline" }, this.title, this.badge);
    const titles = element("div", { class: "titles" }, headline, this.size);
    const tools = element("div", { class: "tools" }, this.compare, this.openChart, refresh, anchor);
    for (const bar of [tools, this.toolbar]) makeOneTabStop(bar);
    this.root.append(element("header", { class: "header" }, titles, tools), this.toolbar);
  }

  name(isSample: boolean): void {
    this.badge.hidden = !isSample;
  }

  hide(): void {
    this.toolbar.hidden = this.compare.hidden = this.openChart.hidden = true;
    setText(this.size, "");
  }

  show(
    state: ExplorerViewState,
    { answer }: SummaryIndex,
    { held }: Matrix,
    can: { readonly compare: boolean; readonly open: boolean },
  ): void {
    this.toolbar.hidden = this.compare.hidden = this.openChart.hidden = false;
    const { summaries, markets } = answer;
    const [forecasts, all] = [formatCount(summaries.totals.length), formatCount(markets.length)];
    setText(this.size, t("{0} markets, {1} newest forecasts", all, forecasts));
    const { axis, isComparing, filter } = state;
    setAttributes(this.compare, { "aria-pressed": `${isComparing}`, disabled: !can.compare && "" });
    setAttributes(this.openChart, { disabled: !can.open && "" });
    this.heldOf = axis === "horizons" ? "currency" : "horizon";
    this.values = axis === "horizons" ? answer.currencies : answer.horizons;
    this.value = this.values[axis === "horizons" ? held.currency : held.horizon] ?? "";
    const name = axis === "horizons" ? t("Currency") : t("Horizon");
    setText(this.heldName, name);
    setText(this.heldText, this.value);
    setAttributes(this.held, { "aria-label": `${name}: ${this.value}` });
    this.hedging.show(
      answer.hedgings.map(({ name: value, description }) => ({
        value,
        text: value,
        tooltip: description ?? "",
      })),
      answer.hedgings[held.hedging]?.name ?? "",
    );
    this.axis.show(
      axes.map((value) => ({
        value,
        text: value === "horizons" ? t("Horizons") : t("Currencies"),
        tooltip: "",
      })),
      axis,
    );
    if (this.filter.value !== filter) this.filter.value = filter;
  }
}

function named(name: string, control: HTMLElement): HTMLElement {
  return element(
    "div",
    { class: "tools" },
    element("span", { class: "muted", text: name }),
    control,
  );
}

function iconButton(
  name: "refresh" | "more",
  label: string,
  onClick: () => void,
): HTMLButtonElement {
  const made = button({ class: "tool", "aria-label": label, title: label }, onClick);
  made.append(icon(name));
  return made;
}
