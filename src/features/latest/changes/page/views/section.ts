import { button, element, setText } from "../../../../../ui/element";
import { RowFocus, type RowKeys } from "../../../../../ui/rowKeys";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { type ChangesViewState } from "./changesViewState";

export interface SectionOptions {
  /** The view state lists sections by it. */
  readonly id: string;
  readonly title: string;
  /** A remark on its rows, beside the title. */
  readonly note: string;
  /** The number of rows shown at first. */
  readonly first: number;
  readonly keys: RowKeys;
  /** Called when the user asks for all rows, or only for the first again. */
  readonly onWhole: (id: string) => void;
}

/** A list of changes: the first few rows, and all of them on request. */
export class Section {
  readonly root: HTMLElement;
  readonly tools = element("span", { class: "choices" });
  private readonly focus: RowFocus;
  private readonly heading: HTMLElement;
  private readonly all: HTMLButtonElement;
  private readonly none = element("p", { class: "muted", text: t("None") });

  constructor(
    private readonly options: SectionOptions,
    private readonly body: HTMLElement,
  ) {
    this.heading = element("h2", { text: options.title, tabindex: -1 });
    this.all = button({ class: "link" }, () => options.onWhole(options.id));
    const caption = element(
      "div",
      { class: "caption" },
      this.heading,
      element("span", { class: "muted small-text", text: options.note }),
      this.tools,
      this.all,
    );
    this.root = element("section", {}, caption, body, this.none);
    this.focus = new RowFocus(body, options.keys);
    body.addEventListener("click", (event) => {
      const { target, ctrlKey, metaKey } = event;
      const row = this.focus.rowOf(target);
      const isControl = target instanceof Element && target.closest("button") !== null;
      if (row !== undefined && !isControl) options.keys.onOpen?.(row, ctrlKey || metaKey);
    });
  }

  get id(): string {
    return this.options.id;
  }

  countOf(all: number, isWhole: boolean): number {
    return isWhole ? Math.min(all, mostRows) : Math.min(all, this.options.first);
  }

  /** @param rows - The content of the body. */
  show(rows: readonly Node[], all: number, isWhole: boolean): void {
    const hadFocus = this.body.contains(document.activeElement);
    this.body.replaceChildren(...rows);
    this.body.hidden = all === 0;
    this.none.hidden = all > 0;
    this.all.hidden = all <= this.options.first;
    setText(this.all, isWhole ? t("Show Fewer") : t("Show All {0}", formatCount(all)));
    this.focus.settle(hadFocus);
  }

  goTo(): void {
    this.root.scrollIntoView({ block: "start" });
    this.heading.focus();
  }
}

/** The most rows of a section; the CSV has the rest. */
const mostRows = 2_000;

/** Whether all rows of a section are shown. */
export function isWhole({ whole }: ChangesViewState, { id }: Section): boolean {
  return whole.includes(id);
}
