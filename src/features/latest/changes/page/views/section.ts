import { button, element, setText } from "../../../../../ui/element";
import { type RowHandlers, RowList } from "../../../../../ui/rowList";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { type RowSubject, type SubjectRow } from "./rowCommands";

export interface SectionOptions {
  readonly title: string;
  /** A remark on its rows, beside the title. */
  readonly note: string;
  /** The number of rows shown at first, and on request. */
  readonly first: number;
  readonly most?: number;
  readonly handlers: RowHandlers<RowSubject>;
  /** Called when the user asks for all rows, or only for the first again. */
  readonly onWhole: () => void;
}

/** The most rows of a section; the CSV has the rest. */
const mostRows = 2_000;

/** A list of changes: the first few rows, and all of them on request. */
export class Section {
  readonly root: HTMLElement;
  readonly tools = element("span", { class: "choices" });
  private readonly heading: HTMLElement;
  private readonly all: HTMLButtonElement;
  private readonly none = element("p", { class: "muted", text: t("None") });
  private readonly rows: RowList<RowSubject>;

  /**
   * @param list - The list or table; hidden while it is empty.
   * @param body - The element that holds its rows.
   */
  constructor(
    private readonly options: SectionOptions,
    private readonly list: HTMLElement,
    body = list,
  ) {
    const { title, note, handlers, onWhole } = options;
    list.ariaLabel = title;
    this.heading = element("h2", { text: title, tabindex: -1 });
    this.all = button({ class: "link" }, onWhole);
    const caption = element(
      "div",
      { class: "caption" },
      this.heading,
      element("span", { class: "muted small-text", text: note }),
      this.tools,
      this.all,
    );
    this.root = element("section", {}, caption, list, this.none);
    this.rows = new RowList(body, handlers);
  }

  /** @param rows - Functions that create all rows, in order; only those of shown rows are called. */
  show(
    rows: readonly (() => SubjectRow | readonly (SubjectRow | HTMLElement)[])[],
    isWhole: boolean,
  ): void {
    const { first, most = mostRows } = this.options;
    const { length } = rows;
    this.rows.show(rows.slice(0, isWhole ? most : first).flatMap((row) => row()));
    this.list.hidden = length === 0;
    this.none.hidden = length > 0;
    this.all.hidden = length <= first;
    setText(this.all, isWhole ? t("Show Fewer") : t("Show All {0}", formatCount(length)));
  }

  goTo(): void {
    this.root.scrollIntoView({ block: "start" });
    this.heading.focus();
  }
}
