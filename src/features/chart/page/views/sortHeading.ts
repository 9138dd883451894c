import { button, element, setAttributes, setText } from "../../../../ui/element";

/** The heading of a column, a click on which sorts by it. */
export class SortHeading {
  readonly root: HTMLElement;
  private readonly text = element("span");
  private readonly mark = element("span", { class: "sort-mark", "aria-hidden": "true" });
  private readonly control: HTMLButtonElement;

  /** @param className - Of the cell. */
  constructor(onSort: () => void, className = "") {
    this.control = button({ class: "sorter" }, onSort);
    this.control.append(this.text, this.mark);
    this.root = element("th", { scope: "col", class: className }, this.control);
  }

  /** @param title - Empty where the text says enough. */
  name(text: string, title = ""): void {
    setText(this.text, text);
    setAttributes(this.control, { title: title !== "" && title });
  }

  /** @param isAscending - Undefined where it is not what the rows are sorted by. */
  show(isAscending: boolean | undefined): void {
    const sort = isAscending === undefined ? "none" : isAscending ? "ascending" : "descending";
    setAttributes(this.root, { "aria-sort": sort });
    setText(this.mark, { ascending: "▴", descending: "▾", none: "" }[sort]);
  }
}
