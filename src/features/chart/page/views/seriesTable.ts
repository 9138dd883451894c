import { seriesColumns, type SeriesSort } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { dateText } from "../../../../ui/dateText";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { RowList } from "../../../../ui/rowList";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { lineColour } from "../draw/plotStyle";
import {
  rowChangeText,
  percentileHeading,
  type SeriesRow,
  seriesRows,
  sortedRows,
  rowTextAt,
  sortIn,
} from "../model/seriesRows";
import { vintagesOf } from "../model/shownVintages";
import { isAwaited } from "../model/series";
import { type Dispatch } from "./pageState";
import { SeriesRowView } from "./seriesRowView";
import { SortHeading } from "./sortHeading";
import { type Shown } from "./shown";

/** Rows are sorted after 250 ms without a change of a dragged range or a moving crosshair. */
const restedMs = 250;

type Column = SeriesSort["by"];

/** The legend of a chart of several series: a row for each line with its values and actions. */
export class SeriesTable {
  readonly root = element("section", { class: "series", "aria-label": t("Series"), hidden: "" });
  private readonly body = element("tbody");
  private readonly scroll: HTMLElement;
  private readonly fold: HTMLButtonElement;
  private readonly headings: ReadonlyMap<Column, SortHeading>;
  private readonly list: RowList<SeriesRowView>;
  private readonly views = new Map<string, SeriesRowView>();
  private shown: Shown | undefined;
  private rows: readonly SeriesRow[] = [];
  private cursor: Day | null = null;
  private emphasised: string | null = null;
  private made = "";
  private places: ReadonlyMap<string, number> = new Map();
  private ordered: { readonly hidden: readonly string[]; readonly follows: readonly unknown[] } = {
    hidden: [],
    follows: [],
  };
  private rest: number | undefined;

  constructor(private readonly dispatch: Dispatch) {
    this.headings = new Map(
      seriesColumns.map((column) => [
        column,
        new SortHeading(() => this.sortBy(column), column === "crosshair" ? "at-day" : column),
      ]),
    );
    this.fold = button({ class: "tool fold" }, () => {
      const isSeriesFolded = this.shown?.state.isSeriesFolded !== true;
      dispatch({ type: "arrange", change: { isSeriesFolded } });
    });
    this.fold.append(icon("down"));
    const headings = [...this.headings.values()];
    const heads = headings.map(({ root }) => root);
    for (const { control } of headings) control.tabIndex = -1;
    heads[0]?.prepend(this.fold);
    const table = element(
      "table",
      { "aria-label": t("Series") },
      element("thead", {}, element("tr", {}, ...heads)),
      this.body,
    );
    table.addEventListener("keydown", (event) => this.moveInHead(event));
    this.scroll = element("div", { class: "series-scroll" }, table);
    this.root.append(this.scroll);
    this.list = new RowList<SeriesRowView>(this.body, {
      keyOf: ({ id }) => id,
      menuOf: ({ entries }) => entries,
      onUnfold: ({ actions }, isOpening) => {
        if (isOpening) actions?.focus();
      },
    });
    this.listen();
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.shown = shown;
    this.cursor = cursor;
    this.rows = seriesRows(shown);
    this.root.hidden = this.rows.length === 0;
    if (this.rows.length === 0) return;
    const { state } = shown;
    this.showHeadings();
    setAttributes(this.fold, {
      "aria-expanded": `${!state.isSeriesFolded}`,
      "aria-label": state.isSeriesFolded ? t("Expand series table") : t("Collapse series table"),
    });
    this.root.classList.toggle("is-folded", state.isSeriesFolded);
    // The Tab stop is in the rows, or in the head while the rows are folded.
    this.fold.tabIndex = state.isSeriesFolded ? 0 : -1;
    this.root.classList.toggle("is-scored", this.isScored);
    this.body.hidden = state.isSeriesFolded;
    this.make(theme);
    for (const row of this.rows) this.views.get(row.id)?.show(row, lineColour(theme, row.colour));
    this.setEmphasised(this.emphasised);
    this.showChanges();
    this.showDay();
    this.orderUnlessMoved();
  }

  /** Shows other days without any other change. */
  showRange(shown: Shown): void {
    this.shown = shown;
    this.showChanges();
    this.orderOnceRested("change");
  }

  showCursor(cursor: Day | null): void {
    this.cursor = cursor;
    if (this.rows.length === 0) return;
    this.showDay();
    this.orderOnceRested("crosshair");
  }

  setEmphasised(id: string | null): void {
    this.emphasised = id;
    for (const view of this.views.values()) view.setEmphasised(id);
  }

  /** The day of the crosshair, or without one of the last pin. */
  private get day(): Day | null {
    return this.cursor ?? this.shown?.state.pins.at(-1) ?? null;
  }

  /** Whether the newest values are z-scores, so that a z-score column would repeat them. */
  private get isScored(): boolean {
    return this.rows.some(({ line }) => line?.unit === "deviations");
  }

  private get sort(): SeriesSort | undefined {
    return this.shown && sortIn(this.shown.state, this.shown.parts);
  }

  private showHeadings(): void {
    const isOfVintages = vintagesOf(this.shown?.parts ?? []) !== undefined;
    const { by, isAscending } = this.sort ?? {};
    const texts: Readonly<Record<Exclude<Column, "crosshair">, string>> = {
      name: isOfVintages ? t("As-of") : t("Series"),
      newest: t("Newest"),
      change: t("Change in range"),
      distance: t("z-score"),
      percentile: percentileHeading(this.rows),
    };
    for (const [column, heading] of this.headings) {
      if (column !== "crosshair") heading.name(texts[column]);
      const isSorted = column === by || (column === "newest" && by === "distance" && this.isScored);
      heading.show(isSorted ? isAscending : undefined);
    }
  }

  /** Creates the rows again if they differ in more than their values. */
  private make(theme: ChartTheme): void {
    const made = JSON.stringify([
      this.rows.map(({ id, label, colour, dash, part }) => [id, label, colour, dash, part.role]),
      theme,
    ]);
    if (made === this.made) return;
    this.made = made;
    this.views.clear();
    for (const row of this.rows) {
      const view = new SeriesRowView(row, theme, this.dispatch);
      this.views.set(row.id, view);
    }
  }

  /**
   * Moves the focus with the arrow keys from the first row to the headings, between the headings, and back: the whole
   * table is one Tab stop.
   */
  private moveInHead(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
    const controls = this.headControls();
    const at = controls.findIndex((each) => each === target);
    const first = this.body.querySelector<HTMLElement>(".toggle");
    const isUp = key === "ArrowUp" && target === first;
    const next: Readonly<Record<string, HTMLElement | null | undefined>> = {
      ArrowLeft: controls[at - 1],
      ArrowRight: controls[at + 1],
      Home: controls[0],
      End: controls.at(-1),
      ArrowDown: first,
    };
    const to = isUp ? controls[0] : at < 0 ? null : next[key];
    if (to === null || to === undefined) return;
    event.preventDefault();
    to.focus();
  }

  /** The control that folds the table, and the visible headings. */
  private headControls(): readonly HTMLElement[] {
    const sorters = [...this.headings.values()].map(({ control }) => control);
    return [this.fold, ...sorters.filter((each) => each.checkVisibility())];
  }

  private showChanges(): void {
    const { shown, rows, views } = this;
    if (shown === undefined) return;
    for (const row of rows) {
      const view = views.get(row.id);
      if (view !== undefined) setText(view.change, rowChangeText(row, shown.view.range));
    }
  }

  private showDay(): void {
    const { day, rows, views } = this;
    this.headings.get("crosshair")?.name(day === null ? t("At crosshair") : dateText(day));
    for (const row of rows) {
      const view = views.get(row.id);
      if (view !== undefined) setText(view.atCursor, rowTextAt(row, day));
    }
  }

  private orderOnceRested(column: Column): void {
    if (this.sort?.by !== column) return;
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => this.order(), restedMs);
  }

  /**
   * Sorts the rows, except while data arrive and after a series was hidden or shown: rows then stay in place, because a
   * person may click there again.
   */
  private orderUnlessMoved(): void {
    const { parts, state } = this.shown ?? {};
    const { hidden, ...others } = state ?? { hidden: [] };
    const follows = [
      ...(parts ?? []).map(({ id, data }) => [id, data]),
      ...Object.entries(others),
    ].flat();
    const isToggled =
      hidden !== this.ordered.hidden &&
      follows.length === this.ordered.follows.length &&
      follows.every((each, at) => each === this.ordered.follows[at]);
    this.ordered = { hidden, follows };
    if (!isToggled && !isAwaited(parts ?? [])) {
      this.order();
      return;
    }
    const placeOf = ({ id }: SeriesRow): number => this.places.get(id) ?? this.places.size;
    this.put(this.rows.toSorted((one, other) => placeOf(one) - placeOf(other)));
  }

  private order(): void {
    const { shown, rows, day, sort } = this;
    if (shown === undefined || sort === undefined) return;
    const sorted = sortedRows(rows, sort, { day, range: shown.view.range });
    this.places = new Map(sorted.map(({ id }, place) => [id, place]));
    this.put(sorted);
  }

  private put(sorted: readonly SeriesRow[]): void {
    const views = sorted.flatMap(({ id }) => this.views.get(id) ?? []);
    this.list.show(views.map((record) => ({ record, root: record.root, stop: record.stop })));
  }

  /** Sorts on the first click by descending values, or names from A; a second click reverses the order. */
  private sortBy(by: Column): void {
    const before = this.sort;
    const isAscending = before?.by === by ? !before.isAscending : by === "name";
    this.dispatch({ type: "arrange", change: { seriesSort: { by, isAscending } } });
  }

  private listen(): void {
    const point = ({ target }: Event): void => {
      const id = this.list.recordOf(target)?.lineId ?? null;
      this.dispatch({ type: "emphasise", id });
    };
    const leave = (): void => this.dispatch({ type: "emphasise", id: null });
    this.body.addEventListener("pointerover", point);
    this.body.addEventListener("focusin", point);
    this.body.addEventListener("pointerleave", leave);
    this.body.addEventListener("focusout", leave);
  }
}
