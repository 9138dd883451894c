import { type ChartAction } from "../../protocol";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { inkColour } from "../draw/plotStyle";
import { panelHeadValue } from "../model/panel/panelHead";
import { isAwaited } from "../model/series";
import { headValue } from "../model/title";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon, type IconName } from "../../../../ui/icon";
import { type Found, SearchBox } from "./searchBox";
import { type Dispatch } from "./pageState";
import { type Shown, headOf } from "./shown";

/** The key as it is on the computer's keyboard. */
const undoKey = navigator.userAgent.includes("Mac") ? "⌘Z" : "Ctrl+Z";

/** The newest value of the chart, and the actions on it as a whole: both beside the title. */
export class HeadTools {
  readonly parts: readonly HTMLElement[];
  readonly aside: HTMLElement;
  private readonly choose: HTMLButtonElement;
  private readonly value = element("p", { class: "value" });
  private readonly detail = element("p", { class: "subtitle" });
  private readonly undo: HTMLButtonElement;
  private readonly outputs: HTMLElement;
  private readonly searchRoot = element("div", { class: "search" });
  private search: SearchBox | undefined;
  private shown: Shown | undefined;

  constructor(private readonly dispatch: Dispatch) {
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
    this.outputs = element(
      "div",
      { class: "tools outputs" },
      toolOf("code", t("Insert Code…"), "insertIntoNotebook"),
      toolOf("save", t("Save As…"), "saveAs"),
    );
    this.parts = [this.choose, this.searchRoot, this.undo, this.outputs];
    this.aside = element("div", { class: "head-value" }, this.value, this.detail);
  }

  showFound(found: Found): void {
    this.search?.showFound(found);
  }

  show(shown: Shown, theme: ChartTheme): void {
    const { canUndo, parts, panel, view } = shown;
    this.choose.hidden = headOf(shown).chosen === "";
    const value =
      view.panel !== undefined && view.isMultiples ? panelHeadValue(view) : headValue(view);
    setText(this.value, value?.text ?? "");
    this.value.style.color = value === undefined ? "" : inkColour(theme, value.colour);
    setText(this.detail, value?.detail ?? "");
    const meaning = t("Percentile: share of all observations at or below the newest");
    setAttributes(this.detail, { title: panel === null || !view.isMultiples ? meaning : false });
    this.undo.hidden = !canUndo;
    this.searchRoot.hidden = panel !== null;
    this.shown = shown;
    this.search?.show(shown);
    // Their space is reserved while data load.
    const isEmpty = view.panes.length === 0;
    this.outputs.hidden = isEmpty && parts.length > 0 && !isAwaited(parts);
    for (const tool of this.outputs.querySelectorAll("button")) tool.disabled = isEmpty;
  }

  private searchAt(opener: HTMLButtonElement): SearchBox {
    const made = new SearchBox(this.searchRoot, opener, this.dispatch);
    if (this.shown !== undefined) made.show(this.shown);
    return made;
  }
}
