import { element } from "./element";
import { type Told } from "./told";

/** 300 ms: a pointer that passes more quickly opens no tooltip. */
const restMs = 300;
/** Pixels between the tooltip and its cell, and to the edges of the page. */
const gapPx = 6;

/** The tooltip of the cell under the pointer; never covers the pointer. */
export class Tooltip {
  readonly root = element("div", { class: "hover", role: "tooltip", hidden: "" });
  private timer: number | undefined;

  rest(cell: HTMLElement, content: () => Told | undefined): void {
    this.hide();
    this.timer = window.setTimeout(() => {
      const words = content();
      if (words !== undefined && cell.isConnected) this.show(cell, words);
    }, restMs);
  }

  hide(): void {
    clearTimeout(this.timer);
    this.root.hidden = true;
  }

  private show(cell: HTMLElement, { title, pairs, lines }: Told): void {
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
    this.root.hidden = false;
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.root;
    const isBelow = bottom + gapPx + offsetHeight <= innerHeight;
    const isRight = right + gapPx + offsetWidth <= innerWidth;
    this.root.style.top = `${Math.max(gapPx, isBelow ? bottom + gapPx : top - gapPx - offsetHeight)}px`;
    this.root.style.left = `${Math.max(gapPx, isRight ? right + gapPx : left - gapPx - offsetWidth)}px`;
  }
}
