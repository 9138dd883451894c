import { type FoundSeries } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { button, element, setAttributes } from "../../kit/element";
import { icon } from "../../kit/icon";
import { type Dispatch } from "./pageState";

/** How long a person pauses in typing before the editor is asked. */
const pauseMs = 120;

/** A button, and below it the search for series to add that it opens. */
export class SearchBox {
  readonly root = element("div", { class: "search" });
  private readonly opener = button(
    { class: "tool", title: t("Add a series to this chart"), "aria-expanded": "false" },
    () => this.toggle(),
  );
  private readonly popup = element("div", { class: "search-popup", hidden: "" });
  private readonly list = element("div", {
    id: "found",
    role: "listbox",
    "aria-label": t("Search results"),
  });
  private readonly note = element("p", { class: "search-note", role: "status" });
  private readonly input = element("input", {
    type: "text",
    role: "combobox",
    placeholder: t("Search for series to add"),
    "aria-label": t("Search for series to add"),
    "aria-autocomplete": "list",
    "aria-controls": "found",
    "aria-expanded": "false",
    spellcheck: "false",
    autocomplete: "off",
  });
  private rows: readonly FoundSeries[] = [];
  private isOpen = false;
  private active = -1;
  private timer: number | undefined;

  constructor(private readonly dispatch: Dispatch) {
    this.opener.append(icon("add"), element("span", { text: t("Add") }));
    this.popup.append(this.input, this.list, this.note);
    this.root.append(this.opener, this.popup);
    this.input.addEventListener("input", () => this.search(pauseMs));
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.root.contains(relatedTarget))) this.close(false);
    });
    // The field keeps the focus while a row is clicked.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  private toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** An answer to another text than the one that stands in the field is too late. */
  showFound(text: string, rows: readonly FoundSeries[], note: string): void {
    if (!this.isOpen || text !== this.input.value) return;
    const before = this.rows[this.active]?.id;
    this.rows = rows;
    const options = rows.map((row, index) => this.option(row, index));
    this.list.replaceChildren(...options);
    this.note.textContent = rows.length === 0 && note === "" ? t("No series found") : note;
    // The same text is answered again when more is known: the row that was chosen stays so.
    const same = rows.findIndex(({ id }) => id === before);
    this.activate(rows.length > 0 ? Math.max(0, same) : -1);
  }

  private open(): void {
    this.isOpen = true;
    this.popup.hidden = false;
    setAttributes(this.opener, { "aria-expanded": "true" });
    this.input.focus();
    this.input.select();
    this.search(0);
  }

  private close(returnsFocus = true): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.timer);
    this.popup.hidden = true;
    setAttributes(this.opener, { "aria-expanded": "false" });
    setAttributes(this.input, { "aria-expanded": "false" });
    if (returnsFocus) this.opener.focus();
  }

  private search(afterMs: number): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.dispatch({ type: "search", text: this.input.value });
    }, afterMs);
  }

  private option(row: FoundSeries, index: number): HTMLElement {
    const made = element(
      "div",
      { id: `found-${index}`, role: "option", class: "option" },
      element("span", { text: row.label }),
      element("span", { class: "muted", text: row.description }),
    );
    made.addEventListener("click", () => this.add(index));
    return made;
  }

  private activate(index: number): void {
    this.active = index;
    [...this.list.children].forEach((row, i) =>
      setAttributes(row, { "aria-selected": `${i === index}` }),
    );
    this.list.children[index]?.scrollIntoView({ block: "nearest" });
    setAttributes(this.input, {
      "aria-expanded": `${this.rows.length > 0}`,
      "aria-activedescendant": index >= 0 && `found-${index}`,
    });
  }

  private onKey(event: KeyboardEvent): void {
    const count = this.rows.length;
    if (event.key === "ArrowDown" && count > 0) this.activate((this.active + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) this.activate((this.active + count - 1) % count);
    else if (event.key === "Enter") this.add(this.active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  private add(index: number): void {
    const row = this.rows[index];
    if (row === undefined) return;
    this.close();
    this.dispatch({ type: "add", id: row.id });
  }
}
