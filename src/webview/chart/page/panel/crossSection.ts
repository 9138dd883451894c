import { type Day, isoOfDay } from "../../../../shared/day";
import { t } from "../../../l10n";
import { type BarScale, barScale } from "./barScale";
import { formatTick } from "../../../kit/valueTicks";
import { type Variant } from "../../model/panel/variants";
import { button, element, setAttributes, setText } from "../../../kit/element";
import { icon } from "../../../kit/icon";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";
import { CrossSectionRow } from "./crossSectionRow";
import { moveFocus } from "./moveFocus";

/** Pages narrower than this have it above the plots, closed: as the styles have it. */
const narrow = matchMedia("(max-width: 679px)");

/** The newest value of each variant of a panel, and where it stands in the variant's own history. */
export class CrossSection {
  readonly root = element("section", { class: "cross", "aria-label": t("Cross-section") });
  private readonly opener: HTMLButtonElement;
  private readonly column = element("span", { class: "muted" });
  private readonly third = element("th", { scope: "col", class: "number" });
  private readonly axis = new BarAxis();
  private readonly body = element("tbody");
  private readonly scroll: HTMLElement;
  private readonly rows = new Map<string, CrossSectionRow>();
  private shown: Shown | undefined;
  private followed: string | null = null;

  constructor(private readonly dispatch: Dispatch) {
    this.opener = button({ class: "tool", "aria-controls": "cross-rows" }, () =>
      this.dispatch({ type: "arrange", change: { isCrossSection: !this.isOpen } }),
    );
    this.opener.append(icon("down"), element("span", { text: t("Cross-section") }));
    this.scroll = element(
      "div",
      { id: "cross-rows", class: "cross-rows" },
      element("table", {}, element("thead", {}, this.head()), this.body),
    );
    const head = element("div", { class: "tools" }, this.opener, this.column);
    this.root.append(element("div", { class: "cross-inner" }, head, this.scroll));
    narrow.addEventListener("change", () => this.showOpen());
    moveFocus(this.body, ".variant", (focused) => this.highlight(focused, false));
    this.body.addEventListener("click", ({ target }) => {
      if (target instanceof HTMLElement || target instanceof SVGElement)
        this.highlight(target, true);
    });
  }

  show(shown: Shown, cursor: Day | null): void {
    this.shown = shown;
    const { panel } = shown.view;
    const isEmpty = panel === undefined || panel.variants.length === 0;
    // While they come it keeps its place: the plots do not jump.
    this.root.hidden = isEmpty && (shown.panel?.progress ?? null) === null;
    if (panel === undefined) return;
    setText(this.column, panel.column);
    this.showOpen();
    this.keep(panel.variants);
    const stop =
      panel.variants.find(({ id }) => id === shown.state.highlighted) ?? panel.variants[0];
    const scale = barScale(panel.variants.map(({ value }) => value));
    this.axis.show(scale);
    let before: Element | null = null;
    for (const variant of panel.variants) {
      const row = this.rows.get(variant.id);
      if (row === undefined) continue;
      row.show(variant, scale);
      row.mark(variant.id === shown.state.highlighted, variant === stop);
      const next: Element | null =
        before === null ? this.body.firstElementChild : before.nextElementSibling;
      // What stands where it belongs keeps the focus.
      if (next !== row.root) this.body.insertBefore(row.root, next);
      before = row.root;
    }
    this.showCursor(shown, cursor);
    this.follow(shown.state.highlighted);
  }

  /** The third column tells the crosshair's day, without one the change in sight. */
  showCursor({ view }: Shown, cursor: Day | null): void {
    setText(this.third, cursor === null ? t("Change") : isoOfDay(cursor));
    for (const variant of view.panel?.variants ?? []) {
      this.rows.get(variant.id)?.showThird(variant, cursor);
    }
  }

  private get isOpen(): boolean {
    return this.shown?.state.isCrossSection ?? !narrow.matches;
  }

  private showOpen(): void {
    const { isOpen } = this;
    setAttributes(this.opener, { "aria-expanded": `${isOpen}` });
    this.scroll.hidden = !isOpen;
    this.root.parentElement?.classList.toggle("is-cross-open", isOpen);
  }

  /** A variant that was chosen among the plots comes in sight here, without moving the page. */
  private follow(highlighted: string | null): void {
    if (highlighted === this.followed) return;
    this.followed = highlighted;
    const row = this.rows.get(highlighted ?? "")?.root;
    if (row === undefined) return;
    const { scrollTop, clientHeight } = this.scroll;
    const headPx = row.offsetHeight;
    const below = row.offsetTop + row.offsetHeight - clientHeight;
    this.scroll.scrollTop = Math.max(below, Math.min(scrollTop, row.offsetTop - headPx));
  }

  private keep(variants: readonly Variant[]): void {
    const ids = new Set(variants.map(({ id }) => id));
    for (const [id, { root }] of this.rows) {
      if (ids.has(id)) continue;
      root.remove();
      this.rows.delete(id);
    }
    for (const id of ids) if (!this.rows.has(id)) this.rows.set(id, new CrossSectionRow(id));
  }

  private highlight(target: Element, toggles: boolean): void {
    const id = target.closest("[data-variant]")?.getAttribute("data-variant") ?? null;
    if (id === null) return;
    const isOn = toggles && this.shown?.state.highlighted === id;
    this.dispatch({ type: "arrange", change: { highlighted: isOn ? null : id } });
  }

  private head(): HTMLElement {
    const percentile = t("Percentile: share of the series' history at or below the newest value");
    return element(
      "tr",
      {},
      element("th", { scope: "col", class: "name", text: t("Variant") }),
      element("td", { class: "bar" }, this.axis.root),
      element("th", { scope: "col", class: "number", text: t("Newest") }),
      this.third,
      element("th", { scope: "col", class: "number", title: percentile, text: t("Pctl") }),
    );
  }
}

/** The labels above the bars of a cross-section: zero in the middle, and a value on either side. */
class BarAxis {
  readonly root = element("div", { class: "bar-axis", "aria-hidden": "true" });
  private readonly labels = [-1, 0, 1].map((side) => ({ side, label: element("span") }));

  constructor() {
    this.root.append(...this.labels.map(({ label }) => label));
  }

  show({ tick, reach }: BarScale): void {
    for (const { side, label } of this.labels) {
      setText(label, formatTick("score", side * tick, tick));
      label.style.left = `${50 + (50 * side * tick) / reach}%`;
    }
  }
}
