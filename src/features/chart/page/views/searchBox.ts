import { type ChartPart, type FoundSeries, type ToChart } from "../../protocol";
import { maxParts } from "../../../../shared/composedPlace";
import { t } from "../../../../ui/l10n";
import { element, setAttributes, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** The answer of the editor to a search. */
export type Found = Extract<ToChart, { readonly type: "found" }>;

/** The pause in typing after which the editor is asked. */
const pauseMs = 120;

/**
 * The search for series below the button that opens it. Each series that is chosen there joins the draft of the chart or
 * leaves it; the chart is composed when the search closes.
 */
export class SearchBox {
  private readonly popup = element("div", { class: "search-popup", hidden: "" });
  private readonly list = element("div", {
    id: "found",
    role: "listbox",
    "aria-multiselectable": "true",
    "aria-label": t("Search results"),
  });
  private readonly note = element("p", { class: "search-note", role: "status" });
  private readonly limit = element("p", { class: "search-note", role: "status" });
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
  /** The parts of the chart, or of its draft. */
  private parts: readonly ChartPart[] = [];
  /** The parts of the chart when the search was opened. */
  private first: readonly FoundSeries[] = [];
  private isOpen = false;
  private active = -1;
  private timer: number | undefined;

  /** @param root - Contains the opener; the search is appended to it. */
  constructor(
    root: HTMLElement,
    private readonly opener: HTMLButtonElement,
    private readonly dispatch: Dispatch,
  ) {
    this.popup.append(this.input, this.list, this.limit, this.note);
    root.append(this.popup);
    this.input.addEventListener("input", () => this.search(pauseMs));
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    root.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) this.close(false);
    });
    // The field keeps the focus while a row is clicked.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Opens or closes the search, when the opener is pressed. */
  toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  /** Shows the answer to the current text; others are ignored. Without a text, the series of the chart come first. */
  showFound({ text, rows: found, note }: Found): void {
    if (!this.isOpen || text !== this.input.value) return;
    const before = this.rows[this.active]?.id;
    const first = text.trim() === "" ? this.first : [];
    const ids = new Set(first.map(({ id }) => id));
    const rows = [...first, ...found.filter(({ id }) => !ids.has(id))];
    this.rows = rows;
    const options = rows.map((row, index) => this.option(row, index));
    this.list.replaceChildren(...options);
    this.check();
    this.note.textContent = rows.length === 0 && note === "" ? t("No series found") : note;
    // The editor answers a text again when it has more results; the active row stays active.
    const same = rows.findIndex(({ id }) => id === before);
    this.activate(rows.length > 0 ? Math.max(0, same) : -1);
  }

  show({ parts }: Shown): void {
    this.parts = parts.filter(({ role }) => role === "part");
    if (this.isOpen) this.check();
  }

  /** Marks the series of the chart; none can be added if it has as many as a chart can show. */
  private check(): void {
    const ids = new Set(this.parts.map(({ id }) => id));
    const isFull = ids.size >= maxParts;
    [...this.list.children].forEach((row, index) => {
      const isChecked = ids.has(this.rows[index]?.id ?? "");
      setAttributes(row, {
        "aria-selected": `${isChecked}`,
        "aria-disabled": `${isFull && !isChecked}`,
      });
    });
    setText(this.limit, isFull ? t("A chart can show at most {0} series.", maxParts) : "");
  }

  private open(): void {
    this.isOpen = true;
    this.first = this.parts.map(rowOf);
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
    this.dispatch({ type: "compose" });
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
      icon("check"),
      element("span", { text: row.label }),
      element("span", { class: "muted", text: row.description }),
    );
    made.addEventListener("click", () => {
      this.activate(index);
      this.choose(index);
    });
    return made;
  }

  private activate(index: number): void {
    this.active = index;
    [...this.list.children].forEach((row, i) => row.classList.toggle("is-active", i === index));
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
    else if (event.key === "Enter") this.choose(this.active);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  private choose(index: number): void {
    const row = this.rows[index];
    if (row !== undefined) this.dispatch({ type: "draft", id: row.id });
  }
}

function rowOf({ id, title, identity }: ChartPart): FoundSeries {
  return {
    id,
    label: identity.title === "" ? title : identity.title,
    description: [identity.subject, identity.dataKind ?? ""].join(" ").trim(),
  };
}
