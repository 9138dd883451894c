import { type PanelViewName, panelViews } from "../../../model/viewState";
import { button, element } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { type MenuEntries, type MenuEntry, openMenuWith } from "../../../../../ui/menu";
import { Segments } from "../../../../../ui/segments";
import { t } from "../../../../../ui/l10n";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";

const viewText: Readonly<Record<PanelViewName, () => string>> = {
  panes: () => t("Panes"),
  crossSection: () => t("Cross-section"),
  heatStrip: () => t("Heat strip"),
};

/** The controls of a panel in the toolbar: adding a variant to a chart of series, and the choice of the view. */
export class PanelControls {
  readonly root = element("div", { class: "tools panel-tools", hidden: "" });
  private readonly views: Segments<PanelViewName>;
  private readonly add: HTMLButtonElement;
  private shown: Shown | undefined;

  constructor(private readonly dispatch: Dispatch) {
    this.views = new Segments(t("View"), (panelView) =>
      dispatch({ type: "arrange", change: { panelView, fullSize: null } }),
    );
    this.add = button(
      { class: "tool", title: t("Add a variant to a chart of series") },
      () => undefined,
    );
    this.add.append(icon("add"), element("span", { text: t("Add to Chart") }));
    this.root.append(element("div", { class: "anchor" }, this.add), this.views.root);
    openMenuWith(this.add, this.entries);
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { panel, parts, state } = shown;
    this.root.hidden = panel === null;
    this.add.disabled = parts.length === 0;
    const segments = panelViews.map((value) => ({ value, text: viewText[value](), tooltip: "" }));
    this.views.show(segments, state.panelView);
  }

  /** Lists the variant in full size and the highlighted one before all others. */
  private readonly entries: MenuEntries = () => {
    const { parts = [], state } = this.shown ?? {};
    const own = parts.filter(({ role }) => role === "part");
    const chosen = own.filter(({ id }) => id === state?.fullSize || id === state?.highlighted);
    const others = own.filter((part) => !chosen.includes(part));
    const entryOf = ({ id, title }: (typeof own)[number]): MenuEntry => ({
      label: title,
      run: () => this.dispatch({ type: "addVariant", id }),
    });
    const isSplit = chosen.length > 0 && others.length > 0;
    return [...chosen.map(entryOf), ...(isSplit ? [null] : []), ...others.map(entryOf)];
  };
}
