import { type PanelViewName, panelViews } from "../../../model/viewState";
import { element } from "../../../../../ui/element";
import { Segments } from "../../../../../ui/segments";
import { t } from "../../../../../ui/l10n";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";

const viewText: Readonly<Record<PanelViewName, () => string>> = {
  panes: () => t("Panes"),
  crossSection: () => t("Cross-section"),
  heatStrip: () => t("Heat strip"),
};

/** The choice of the view of a panel, in the toolbar. */
export class PanelControls {
  readonly root = element("div", { class: "tools panel-tools", hidden: "" });
  private readonly views: Segments<PanelViewName>;

  constructor(dispatch: Dispatch) {
    this.views = new Segments(t("View"), (panelView) =>
      dispatch({ type: "arrange", change: { panelView, fullSize: null } }),
    );
    this.root.append(this.views.root);
  }

  show({ panel, state }: Shown): void {
    this.root.hidden = panel === null;
    const segments = panelViews.map((value) => ({ value, text: viewText[value](), tooltip: "" }));
    this.views.show(segments, state.panelView);
  }
}
