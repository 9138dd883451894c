import { type PlotPane } from "../../draw/plotPane";
import {
  cornersOf,
  gridPx,
  leastGridPx,
  leastPanePx,
  mostColumns,
  type PanelGrid,
  panelGrid,
  placesInGroups,
} from "../../model/panel/panelGrid";
import { element, setAttributes, setText } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";

/** One of many small panes. */
export interface SmallPane {
  readonly id: string;
  readonly title: string;
  /** The text above the pane: its title without the part that the heading of its group shows. */
  readonly shownTitle: string;
  /** Replaces a title that does not fit. */
  readonly shortTitle: string;
  /** The heading of its group; undefined for a pane without one. */
  readonly group: string | undefined;
  readonly root: HTMLElement;
  readonly name: HTMLElement;
  readonly newest: HTMLElement;
  readonly host: HTMLElement;
  readonly plot: PlotPane;
}

const nameGapPx = 8;
/** The height below the panes of a panel: the foot of the page, and the space around it. */
const footPx = 44;
const leastHeightPx = 160;
/** The height of the second line of titles, if any title has one. */
const secondLinePx = 13;

/**
 * Arranges small panes, of a panel or of many series, in rows and columns: values are left of the first column, days
 * below the lowest row, and one pane is emphasised.
 */
export class PaneGrid {
  private panes: readonly SmallPane[] = [];
  private columnCount = 1;
  private pointed: string | null = null;
  private isPanel = false;
  private places: ReturnType<typeof placesInGroups> = [];
  private readonly headings = new Map<string, HTMLElement>();
  private readonly ruler = document.createElement("canvas").getContext("2d");

  constructor(private readonly plots: HTMLElement) {}

  get columns(): number {
    return this.columnCount;
  }

  /** Shows panes in the given order; others leave the grid. */
  show(panes: readonly SmallPane[], isPanel: boolean): void {
    this.isPanel = isPanel;
    const now = new Set(panes.map(({ plot }) => plot));
    for (const { plot, root } of this.panes) {
      if (now.has(plot)) continue;
      plot.setFrame(undefined);
      root.classList.remove("is-first", "is-lowest", "is-pointed");
    }
    this.panes = panes;
    this.places = placesInGroups(panes.map(({ group }) => group));
    for (const { title, name } of panes) {
      // The name in the pane may be the short one.
      const words = isPanel ? t("Show {0} in full size", title) : t("Open the Chart of {0}", title);
      setAttributes(name, { title: words });
    }
    this.putHeadings();
  }

  /** Sets the columns that fit the page; must be called before sizes of panes are read. */
  layOut(): void {
    const { panes, plots } = this;
    if (panes.length === 0) return;
    const isGrouped = this.headings.size > 0;
    if (!this.isPanel) this.limitTable();
    const below = this.isPanel ? footPx : belowPx(plots);
    const grid = isGrouped ? setGroups(plots, this.places) : setGrid(plots, panes.length, below);
    plots.style.gridTemplateRows = isGrouped ? this.rowsOfGroups(grid.columns) : "";
    this.columnCount = grid.columns;
    for (const [at, { root, plot }] of panes.entries()) {
      const { isFirst, isLowest } = this.cornersAt(at);
      root.classList.toggle("is-first", isFirst);
      root.classList.toggle("is-lowest", isLowest);
      plot.setFrame({ hasValueLabels: isFirst, hasDayLabels: isLowest });
    }
    const { gap, left } = gridPx;
    const isTwoLined = this.nameAll((plots.clientWidth - left + gap) / grid.columns - gap);
    plots.classList.toggle("is-two-lined", isTwoLined);
    const leastPx = grid.leastRowPx + (isTwoLined ? secondLinePx : 0);
    plots.style.setProperty("--least-row", `${leastPx}px`);
    this.point(this.pointed);
  }

  /** Limits the height of the table above the panes, so that the panes keep their least height. */
  private limitTable(): void {
    const { places, plots, headings } = this;
    const columns = mostColumns(plots.clientWidth);
    const rows = places
      .filter(({ index }) => index === 0)
      .reduce((sum, { count }) => sum + Math.ceil(count / columns), 0);
    // The limit must not depend on the height of the table, which it changes.
    const rowPx = leastPanePx.height + (headings.size > 0 ? secondLinePx : 0);
    const leastPx = leastGridPx(rows, rowPx, headings.size);
    plots.closest<HTMLElement>(".left")?.style.setProperty("--least-grid", `${leastPx}px`);
  }

  /** Emphasises the pane of a variant; the day is below its column, or without a pane below the first. */
  point(id: string | null): void {
    const { panes } = this;
    this.pointed = id;
    const at = panes.findIndex((pane) => pane.id === id);
    const { group } = panes[Math.max(0, at)] ?? {};
    const { column } = this.cornersAt(Math.max(0, at));
    for (const [index, { root, plot, group: own }] of panes.entries()) {
      const corners = this.cornersAt(index);
      root.classList.toggle("is-pointed", index === at);
      const hasDay = corners.isLowest && own === group && corners.column === column;
      plot.setCompactCursor({ isPointed: index === at, hasDay });
    }
  }

  private cornersAt(at: number): ReturnType<typeof cornersOf> {
    const { index, count } = this.places[at] ?? { index: 0, count: 1 };
    return cornersOf(index, count, this.columnCount);
  }

  /** Puts a heading before the first pane of each group, and removes headings no longer used. */
  private putHeadings(): void {
    const { panes, places, headings } = this;
    const firsts = panes.filter(({ group }, at) => group !== undefined && places[at]?.index === 0);
    for (const [group, heading] of headings) {
      if (firsts.some((pane) => pane.group === group)) continue;
      heading.remove();
      headings.delete(group);
    }
    for (const { group = "", root } of firsts) {
      const heading = headings.get(group) ?? element("h2", { class: "pane-heading", text: group });
      headings.set(group, heading);
      if (root.previousElementSibling !== heading) root.before(heading);
    }
  }

  /** The rows of a grid with headings. */
  private rowsOfGroups(columns: number): string {
    return this.panes
      .flatMap(({ group }, at) => {
        const { index, count } = this.places[at] ?? { index: 0, count: 0 };
        if (index > 0) return [];
        const rows = `repeat(${Math.ceil(count / columns)}, minmax(var(--least-row), 1fr))`;
        return group === undefined ? [rows] : ["auto", rows];
      })
      .join(" ");
  }

  /**
   * Shows the names of panes; in a panel, a name that does not fit beside the newest value has its short form.
   *
   * @returns Whether a name of another chart needs a second line.
   */
  private nameAll(panePx: number): boolean {
    const { panes, ruler } = this;
    const [first] = panes;
    if (first === undefined || ruler === null) return false;
    const { fontFamily, fontSize } = getComputedStyle(first.name);
    const widthOf = (text: string, weight: number): number => {
      ruler.font = `${weight} ${fontSize} ${fontFamily}`;
      return ruler.measureText(text).width;
    };
    // The text is semibold while it is pointed at.
    const fits = ({ shownTitle, newest }: SmallPane): boolean =>
      widthOf(shownTitle, 600) <= panePx - widthOf(newest.textContent, 600) - nameGapPx;
    for (const pane of panes) {
      const { title, shownTitle, shortTitle, name } = pane;
      const text = this.isPanel && !fits(pane) ? shortTitle : shownTitle;
      setText(name, text);
      // The accessible name contains the visible text (WCAG 2.5.3).
      setAttributes(name, { "aria-label": title.includes(text) ? title : `${text}, ${title}` });
    }
    return !this.isPanel && !panes.every(fits);
  }
}

/** The height of what is below the plots in the page, in pixels. */
function belowPx(plots: HTMLElement): number {
  const page = plots.closest("main");
  return page === null
    ? footPx
    : page.getBoundingClientRect().bottom - plots.getBoundingClientRect().bottom;
}

/**
 * Arranges this number of panes in the space that the page has for them.
 *
 * @param below - The height of what is below them, in pixels.
 */
export function setGrid(plots: HTMLElement, count: number, below = footPx): PanelGrid {
  const top = plots.getBoundingClientRect().top + scrollY;
  const height = Math.max(leastHeightPx, innerHeight - top - below);
  const grid = panelGrid(count, { width: plots.clientWidth, height });
  plots.style.setProperty("--columns", `${grid.columns}`);
  plots.style.setProperty("--least-row", `${grid.leastRowPx}px`);
  return grid;
}

/** Arranges groups of panes in as many columns as fit, but no more than the largest group fills. */
function setGroups(plots: HTMLElement, places: ReturnType<typeof placesInGroups>): PanelGrid {
  const largest = Math.max(...places.map(({ count }) => count));
  const columns = Math.min(mostColumns(plots.clientWidth), largest);
  const rows = Math.ceil(places.length / columns);
  plots.style.setProperty("--columns", `${columns}`);
  return { columns, rows, leastRowPx: leastPanePx.height };
}
