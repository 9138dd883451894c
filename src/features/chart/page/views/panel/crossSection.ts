import { type CrossSort } from "../../../model/viewState";
import { type Day } from "../../../../../shared/day";
import { dateText } from "../../../../../ui/dateText";
import { element, setAttributes, setText } from "../../../../../ui/element";
import { RowList } from "../../../../../ui/rowList";
import { formatTick } from "../../../../../ui/valueTicks";
import { t } from "../../../../../ui/l10n";
import { type Variant } from "../../model/panel/variants";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";
import { type BarScale, barScale } from "../../model/panel/barScale";
import { SortHeading } from "../sortHeading";
import { CrossSectionRow } from "./crossSectionRow";

interface CrossSectionOptions {
  readonly dispatch: Dispatch;
  /** Called with the id of the row that is pointed at or has the focus; null when there is none any more. */
  readonly onPoint: (id: string | null) => void;
}

/**
 * Shows for each variant of a panel its newest value, the change over a month, and the percentile in its own history.
 */
export class CrossSection {
  readonly root = element("section", { class: "cross", "aria-label": t("Cross-section") });
  private readonly headings: Readonly<Record<CrossSort["column"], SortHeading>>;
  private readonly axis = new BarAxis();
  private readonly table = element("table", { role: "grid" });
  private readonly body = element("tbody");
  private readonly list: RowList<string>;
  private readonly rows = new Map<string, CrossSectionRow>();
  private shown: Shown | undefined;
  private followed: string | null = null;

  constructor(private readonly options: CrossSectionOptions) {
    const heading = (
      column: CrossSort["column"],
      text: string,
      { title = "", className = "" } = {},
    ): SortHeading => {
      const made = new SortHeading(() => this.sort(column), className);
      made.name(text, title);
      return made;
    };
    const meaning = t("Percentile: share of the series' observations at or below the newest value");
    this.headings = {
      name: heading("name", "", { className: "name" }),
      newest: heading("newest", t("Newest"), { className: "number newest" }),
      month: heading("month", t("1M"), { title: monthMeaning(), className: "number third" }),
      percentile: heading("percentile", t("Pctl"), {
        title: meaning,
        className: "number percentile",
      }),
    };
    const { name, newest, month, percentile } = this.headings;
    const bars = element("td", { class: "bar" }, this.axis.root);
    const head = element("tr", {}, name.root, bars, newest.root, month.root, percentile.root);
    this.table.append(element("thead", {}, head), this.body);
    this.root.append(element("div", { class: "cross-rows" }, this.table));
    this.list = new RowList<string>(this.body, {
      keyOf: (id) => id,
      onOpen: (id, isFull) => this.choose(id, isFull),
      onClick: (id) => this.choose(id, false),
    });
    this.listen();
  }

  show(shown: Shown, cursor: Day | null): void {
    this.shown = shown;
    const { panel } = shown.view;
    const isEmpty = panel === undefined || panel.variants.length === 0;
    const isStrip = panel?.shows === "heatStrip" && panel.full === null;
    // Keeps its space while variants arrive, so that the plots do not jump.
    this.root.hidden = isStrip || (isEmpty && (shown.panel?.progress ?? null) === null);
    this.root.classList.toggle("is-beside-one", (panel?.full ?? null) !== null);
    if (panel === undefined) return;
    const { crossSort } = shown.state;
    for (const [column, heading] of Object.entries(this.headings)) {
      heading.show(column === crossSort.column ? crossSort.isAscending : undefined);
    }
    this.headings.name.name(panel.heading);
    setAttributes(this.table, { "aria-label": t("Newest values: {0}", panel.column) });
    this.root.style.setProperty("--rows", `${panel.variants.length}`);
    this.keep(panel.variants);
    this.fill(shown, panel.variants);
    this.showCursor(shown, cursor);
    this.follow(chosenIn(shown));
  }

  /** Shows the values at the crosshair in the third column; without a crosshair, the changes over one month. */
  showCursor({ view }: Shown, cursor: Day | null): void {
    if (cursor === null) this.headings.month.name(t("1M"), monthMeaning());
    else this.headings.month.name(t("On day"), dateText(cursor));
    for (const variant of view.panel?.variants ?? []) {
      this.rows.get(variant.id)?.showThird(variant, cursor);
    }
  }

  point(id: string | null): void {
    for (const [each, { root }] of this.rows) root.classList.toggle("is-pointed", each === id);
  }

  private fill(shown: Shown, variants: readonly Variant[]): void {
    const scale = barScale(variants.map(({ value }) => value));
    this.axis.show(scale);
    const isNarrow = shown.state.panelView === "panes";
    const chosen = chosenIn(shown);
    this.list.show(
      variants.flatMap((variant) => {
        const { id } = variant;
        const row = this.rows.get(id);
        row?.show(variant, scale, isNarrow);
        row?.mark(id === chosen);
        return row === undefined ? [] : { record: id, root: row.root };
      }),
    );
  }

  private listen(): void {
    const { onPoint } = this.options;
    const point = ({ target }: Event): void => onPoint(this.list.recordOf(target) ?? null);
    this.body.addEventListener("pointerover", point);
    this.body.addEventListener("focusin", point);
    this.body.addEventListener("pointerleave", () => onPoint(null));
    this.body.addEventListener("focusout", () => onPoint(null));
    this.body.addEventListener("dblclick", ({ target }) => {
      const id = this.list.recordOf(target);
      if (id !== undefined) this.choose(id, true);
    });
  }

  /** Scrolls to a variant that was chosen elsewhere, without moving the page. */
  private follow(chosen: string | null): void {
    if (chosen === this.followed) return;
    this.followed = chosen;
    const row = this.rows.get(chosen ?? "")?.root;
    const scroll = this.table.parentElement;
    if (row === undefined || scroll === null) return;
    const { scrollTop, clientHeight } = scroll;
    const headPx = this.body.offsetTop;
    const below = row.offsetTop + row.offsetHeight - clientHeight;
    scroll.scrollTop = Math.max(below, Math.min(scrollTop, row.offsetTop - headPx));
  }

  private keep(variants: readonly Variant[]): void {
    const ids = new Set(variants.map(({ id }) => id));
    for (const id of this.rows.keys()) if (!ids.has(id)) this.rows.delete(id);
    for (const id of ids) if (!this.rows.has(id)) this.rows.set(id, new CrossSectionRow());
  }

  private choose(id: string, isFull: boolean): void {
    const { dispatch } = this.options;
    if (isFull) {
      dispatch({ type: "arrange", change: { fullSize: id, highlighted: null } });
      return;
    }
    const isOn = this.shown?.state.highlighted === id;
    dispatch({ type: "arrange", change: { highlighted: isOn ? null : id } });
  }

  /** Sorts names from A, numbers from the largest; a second click on the same heading reverses the order. */
  private sort(column: CrossSort["column"]): void {
    const before = this.shown?.state.crossSort;
    const isAscending = before?.column === column ? !before.isAscending : column === "name";
    this.options.dispatch({ type: "arrange", change: { crossSort: { column, isAscending } } });
  }
}

/** The variant in full size, else the highlighted one. */
function chosenIn({ state: { fullSize, highlighted } }: Shown): string | null {
  return fullSize ?? highlighted;
}

function monthMeaning(): string {
  return t("Change over the month to the newest value, in the series as it is now");
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
