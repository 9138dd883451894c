import { element } from "./element";

/** A text field that filters what a page shows. */
export class FilterBox {
  readonly root: HTMLInputElement;

  constructor(label: string, onFilter: (filter: string) => void, placeholder = label) {
    this.root = element("input", {
      type: "search",
      class: "filter",
      placeholder,
      "aria-label": label,
    });
    this.root.addEventListener("input", () => onFilter(this.root.value));
  }

  /** Shows a filter; an equal text keeps the place of the caret. */
  show(filter: string): void {
    if (this.root.value !== filter) this.root.value = filter;
  }
}
