import { type ChartAction } from "../../protocol";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { inkColour } from "../draw/plotStyle";
import { panelHeadValue } from "../model/panel/panelHead";
import { isAwaited } from "../model/series";
import { headValue } from "../model/title";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon, type IconName } from "../../../../ui/icon";
import { makeOneTabStop } from "../../../../ui/roving";
import { type MenuEntries, openMenuWith } from "../../../../ui/menu";
import { type Found, SearchBox } from "./searchBox";
import { type Dispatch } from "./pageState";
import { type Shown, headOf } from "./shown";

/** The key as it is on the computer's keyboard. */
const undoKey = navigator.userAgent.includes("Mac") ? "⌘Z" : "Ctrl+Z";

/** The head of the page: what the chart shows, and the actions on it as a whole. */
export class Header {
  readonly root = element("header", { class: "header" });
  private readonly title = element("h1");
  private readonly subtitle = element("span");
  private readonly chosenText = element("span");
  private readonly chosen = element("span", { hidden: "" });
  private readonly choose: HTMLButtonElement;
  private readonly value = element("p", { class: "value" });
  private readonly detail = element("p", { class: "subtitle" });
  private readonly sample = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly refresh: HTMLButtonElement;
  private readonly undo: HTMLButtonElement;
  private readonly outputs: HTMLElement;
  private readonly searchRoot = element("div", { class: "search" });
  private search: SearchBox | undefined;
  private shown: Shown | undefined;

  constructor(
    private readonly dispatch: Dispatch,
    entries: MenuEntries,
  ) {
    const toolOf = (name: IconName, label: string, action: ChartAction): HTMLButtonElement => {
      const made = button({ class: "tool", "aria-label": label, title: label }, () =>
        dispatch({ type: "do", action }),
      );
      made.append(icon(name));
      return made;
    };
    const add = button(
      { class: "tool", title: t("Add a series to this chart"), "aria-expanded": "false" },
      () => {
        this.search ??= this.searchAt(add);
        this.search.toggle();
      },
    );
    add.append(icon("add"), element("span", { text: t("Add") }));
    this.searchRoot.append(add);
    this.choose = button(
      { class: "tool", text: t("Choose…"), title: t("Choose other series"), hidden: "" },
      () => dispatch({ type: "do", action: "chooseSeries" }),
    );
    this.undo = toolOf("undo", t("Undo Add"), "undoComposition");
    this.undo.title += ` (${undoKey})`;
    // Hidden until the first `show`, so that nothing beside it moves.
    this.undo.hidden = true;
    this.refresh = toolOf("refresh", t("Refresh"), "refresh");
    this.outputs = element(
      "div",
      { class: "tools outputs" },
      toolOf("code", t("Insert Code…"), "insertIntoNotebook"),
      toolOf("save", t("Save As…"), "saveAs"),
    );
    // A word, because three dots in the title bar above mean the editor's own menu.
    const more = button({ class: "tool" }, () => undefined);
    more.append(element("span", { text: t("More") }), icon("down"));
    const tools = element(
      "div",
      { class: "tools", "aria-label": t("Actions") },
      this.choose,
      this.searchRoot,
      this.undo,
      this.outputs,
      this.refresh,
      more,
    );
    makeOneTabStop(tools);
    this.root.append(
      this.titles(),
      element("div", { class: "head-value" }, this.value, this.detail),
      tools,
    );
    openMenuWith(more, entries);
  }

  showFound(found: Found): void {
    this.search?.showFound(found);
  }

  show(shown: Shown, theme: ChartTheme): void {
    const { title, isSample, canUndo, parts, panel, view } = shown;
    const head = headOf(shown);
    setText(this.title, head.title);
    setAttributes(this.title, { title });
    setText(this.subtitle, head.subtitle);
    setText(this.chosenText, head.chosen);
    this.chosen.hidden = this.choose.hidden = head.chosen === "";
    const value =
      view.panel !== undefined && view.isMultiples ? panelHeadValue(view) : headValue(view);
    setText(this.value, value?.text ?? "");
    this.value.style.color = value === undefined ? "" : inkColour(theme, value.colour);
    setText(this.detail, value?.detail ?? "");
    const meaning = t("Percentile: share of all observations at or below the newest");
    setAttributes(this.detail, { title: panel === null || !view.isMultiples ? meaning : false });
    this.sample.hidden = !isSample;
    this.undo.hidden = !canUndo;
    this.searchRoot.hidden = panel !== null;
    this.shown = shown;
    this.search?.show(shown);
    this.refresh.disabled = parts.length === 0 && panel === null;
    // Their space is reserved while data load.
    const isEmpty = view.panes.length === 0;
    this.outputs.hidden = isEmpty && parts.length > 0 && !isAwaited(parts);
    for (const tool of this.outputs.querySelectorAll("button")) tool.disabled = isEmpty;
  }

  private titles(): HTMLElement {
    this.chosen.append(this.chosenText, " · ");
    return element(
      "div",
      { class: "titles" },
      element("div", { class: "headline" }, this.title, this.sample),
      element("p", { class: "subtitle" }, this.chosen, this.subtitle),
    );
  }

  private searchAt(opener: HTMLButtonElement): SearchBox {
    const made = new SearchBox(this.searchRoot, opener, this.dispatch);
    if (this.shown !== undefined) made.show(this.shown);
    return made;
  }
}
