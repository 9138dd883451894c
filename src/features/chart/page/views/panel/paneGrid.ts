import { type PlotPane } from "../../draw/plotPane";
import {
  cornersOf,
  gridPx,
  leastGridPx,
  type PanelGrid,
  panelGrid,
} from "../../model/panel/panelGrid";
import { setAttributes, setText } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";

/** One of many small panes. */
export interface SmallPane {
  readonly id: string;
  readonly title: string;
  /** Replaces a title that does not fit. */
  readonly shortTitle: string;
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

/**
 * Arranges small panes, of a panel or of many series, in rows and columns: values are left of the first column, days
 * below the lowest row, and one pane is emphasised.
 */
export class PaneGrid {
  private panes: readonly SmallPane[] = [];
  private columnCount = 1;
  private pointed: string | null = null;
  private isPanel = false;
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
    for (const { title, name } of panes) {
      // The name in the pane may be the short one.
      const words = isPanel ? t("Show {0} in full size", title) : t("Open the Chart of {0}", title);
      setAttributes(name, { title: words });
    }
  }

  /** Sets the columns that fit the page; must be called before sizes of panes are read. */
  layOut(): void {
    const { panes, plots } = this;
    if (panes.length === 0) return;
    if (!this.isPanel) this.limitTable();
    const grid = setGrid(plots, panes.length, this.isPanel ? footPx : belowPx(plots));
    const { columns } = grid;
    this.columnCount = columns;
    const width = plots.clientWidth;
    for (const [index, { root, plot }] of panes.entries()) {
      const { isFirst, isLowest } = cornersOf(index, panes.length, grid.columns);
      root.classList.toggle("is-first", isFirst);
      root.classList.toggle("is-lowest", isLowest);
      plot.setFrame({ hasValueLabels: isFirst, hasDayLabels: isLowest });
    }
    this.nameAll((width - gridPx.left + gridPx.gap) / columns - gridPx.gap);
    this.point(this.pointed);
  }

  /** Limits the table below the panes, so that they keep their least height. */
  private limitTable(): void {
    const { panes, plots } = this;
    const leastPx = leastGridPx(panes.length, plots.clientWidth);
    plots.closest<HTMLElement>(".left")?.style.setProperty("--least-grid", `${leastPx}px`);
  }

  /** Emphasises the pane of a variant; the day is below its column, or without a pane below the first. */
  point(id: string | null): void {
    const { panes, columns } = this;
    this.pointed = id;
    const at = panes.findIndex((pane) => pane.id === id);
    const column = at < 0 ? 0 : at % columns;
    for (const [index, { root, plot }] of panes.entries()) {
      const corners = cornersOf(index, panes.length, columns);
      root.classList.toggle("is-pointed", index === at);
      const hasDay = corners.isLowest && corners.column === column;
      plot.setCompactCursor({ isPointed: index === at, hasDay });
    }
  }

  /**
   * Shows full names that fit into a pane beside the newest value. Panes of different signals have either all their
   * names or all their codes.
   */
  private nameAll(panePx: number): void {
    const { panes, ruler } = this;
    const [first] = panes;
    if (first === undefined || ruler === null) return;
    const { fontFamily, fontSize } = getComputedStyle(first.name);
    const widthOf = (text: string, weight: number): number => {
      ruler.font = `${weight} ${fontSize} ${fontFamily}`;
      return ruler.measureText(text).width;
    };
    // The text is semibold while it is pointed at.
    const fits = ({ title, newest }: SmallPane): boolean =>
      widthOf(title, 600) <= panePx - widthOf(newest.textContent, 600) - nameGapPx;
    const areShort = !this.isPanel && !panes.every(fits);
    for (const pane of panes) {
      const { title, shortTitle, name } = pane;
      const isWhole = shortTitle === title || (!areShort && fits(pane));
      setText(name, isWhole ? title : shortTitle);
      // The accessible name contains the visible text (WCAG 2.5.3).
      setAttributes(name, { "aria-label": isWhole ? title : `${shortTitle}, ${title}` });
    }
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
