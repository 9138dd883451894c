import { element } from "./element";
import { type GridView } from "./table/gridView";
import { type CellPlace } from "./table/selection";
import { type TooltipContent } from "./tooltipContent";

/** 300 ms: a pointer that passes over a cell more quickly opens no tooltip. */
const restMs = 300;
/** Pixels between the tooltip and its cell, and to the edges of the page. */
const gapPx = 6;

/**
 * Shows a tooltip beside the cell of a grid where the pointer rests.
 *
 * @param contentOf - The content for a cell; undefined for none.
 */
export function showTooltips(
  grid: GridView,
  contentOf: (place: CellPlace) => TooltipContent | undefined,
): void {
  const tooltip = new Tooltip(grid, contentOf);
  const hide = (): void => tooltip.hide();
  const { table, root } = grid;
  table.addEventListener("pointerover", (event) => tooltip.rest(event));
  for (const type of ["pointerleave", "pointerdown", "contextmenu", "keydown"]) {
    table.addEventListener(type, hide);
  }
  root.addEventListener("scroll", hide, { passive: true });
}

class Tooltip {
  private readonly root = element("div", { class: "hover", role: "tooltip" });
  private timer: number | undefined;

  constructor(
    private readonly grid: GridView,
    private readonly contentOf: (place: CellPlace) => TooltipContent | undefined,
  ) {}

  rest({ target, buttons }: PointerEvent): void {
    this.hide();
    const place = this.grid.placeOf(target);
    const cell = place === undefined ? null : this.grid.elementOf(place);
    if (place === undefined || cell === null || buttons !== 0) return;
    this.timer = window.setTimeout(() => {
      const content = this.contentOf(place);
      if (content !== undefined && cell.isConnected) this.show(cell, content);
    }, restMs);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.root.remove();
  }

  private show(cell: HTMLElement, { title, pairs, lines }: TooltipContent): void {
    const rows = pairs.map(([name, value]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", text: name }),
        element("td", { text: value }),
      ),
    );
    this.root.replaceChildren(
      element("b", { text: title }),
      ...(rows.length === 0 ? [] : [element("table", {}, element("tbody", {}, ...rows))]),
      ...lines
        .filter((line) => line !== "")
        .map((text) => element("div", { class: "muted", text })),
    );
    document.body.append(this.root);
    this.put(cell.getBoundingClientRect());
  }

  /** Places the tooltip to the right or left of its cell, or in a narrow page below or above: never over the cell. */
  private put({ left, right, top, bottom }: DOMRect): void {
    const { offsetWidth: width, offsetHeight: height, style } = this.root;
    const [maxX, maxY] = [innerWidth - gapPx - width, innerHeight - gapPx - height];
    const x = right + gapPx <= maxX ? right + gapPx : left - gapPx - width;
    const isBeside = x >= gapPx;
    const y = bottom + gapPx <= maxY ? bottom + gapPx : top - gapPx - height;
    style.left = `${isBeside ? x : Math.max(gapPx, Math.min(left, maxX))}px`;
    style.top = `${Math.max(gapPx, isBeside ? Math.min(top, maxY) : y)}px`;
  }
}
