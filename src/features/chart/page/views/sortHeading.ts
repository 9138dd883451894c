import { button, element, setAttributes, setText } from "../../../../ui/element";

/** The heading of a column, which sorts by it on a click. */
export class SortHeading {
  readonly root: HTMLElement;
  private readonly text = element("span");
  private readonly mark = element("span", { class: "sort-mark", "aria-hidden": "true" });
  readonly control: HTMLButtonElement;

  constructor(onSort: () => void, className = "") {
    this.control = button({ class: "sorter" }, onSort);
    this.control.append(this.text, this.mark);
    this.root = element("th", { scope: "col", class: className }, this.control);
  }

  /** @param title - Empty if the text needs no explanation. */
  name(text: string, title = ""): void {
    setText(this.text, text);
    setAttributes(this.control, { title: title !== "" && title });
  }

  /** @param isAscending - Undefined if the rows are not sorted by this column. */
  show(isAscending: boolean | undefined): void {
    const sort = isAscending === undefined ? "none" : isAscending ? "ascending" : "descending";
    setAttributes(this.root, { "aria-sort": sort });
    setText(this.mark, { ascending: "▴", descending: "▾", none: "" }[sort]);
  }
}
