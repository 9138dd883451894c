import { t } from "../../l10n";
import { button, element, setText } from "../../kit/element";
import { icon } from "../../kit/icon";
import { type MenuEntries, openMenuWith } from "../../kit/menu";
import { type SearchBox } from "./searchBox";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** As the computer's keyboard has it. */
const undoKey = navigator.userAgent.includes("Mac") ? "⌘Z" : "Ctrl+Z";

/** What the chart shows, and what can be done with it as a whole. */
export class Header {
  readonly root = element("header", { class: "header" });
  private readonly title = element("h1");
  private readonly sample = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly refresh: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;

  constructor(
    dispatch: Dispatch,
    private readonly search: SearchBox,
    entries: MenuEntries,
  ) {
    const undo = t("Undo Composition");
    this.undo = button({ class: "tool", "aria-label": undo, title: `${undo} (${undoKey})` }, () =>
      dispatch({ type: "do", action: "undoComposition" }),
    );
    this.undo.append(icon("undo"));
    // Nothing beside it moves once the editor has said what the chart shows.
    this.undo.hidden = true;
    this.refresh = button({ class: "tool", "aria-label": t("Refresh"), title: t("Refresh") }, () =>
      dispatch({ type: "do", action: "refresh" }),
    );
    this.refresh.append(icon("refresh"));
    const more = button(
      { class: "tool", "aria-label": t("More"), title: t("More") },
      () => undefined,
    );
    more.append(icon("more"));
    const menu = element("div", { class: "anchor" }, more);
    this.root.append(
      element("div", { class: "titles" }, this.title, this.sample),
      element("div", { class: "tools" }, search.root, this.undo, this.refresh, menu),
    );
    openMenuWith(more, entries);
  }

  show({ title, isSample, canUndo, parts, panel }: Shown): void {
    setText(this.title, title);
    this.sample.hidden = !isSample;
    this.undo.hidden = !canUndo;
    this.search.root.hidden = panel !== null;
    this.refresh.disabled = parts.length === 0 && panel === null;
  }
}
