import { type PanelViewName, panelViews } from "../../../../shared/chart/viewState";
import { element } from "../../../kit/element";
import { makeOneTabStop } from "../../../kit/roving";
import { Segments } from "../../../kit/segments";
import { t } from "../../../l10n";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";

const viewText: Readonly<Record<PanelViewName, () => string>> = {
  panes: () => t("Panes"),
  crossSection: () => t("Cross-section"),
  heatStrip: () => t("Heat strip"),
};

/** In the toolbar of a panel: how it is shown. */
export class PanelControls {
  readonly root = element("div", { class: "tools", hidden: "" });
  private readonly views: Segments<PanelViewName>;

  constructor(dispatch: Dispatch) {
    this.views = new Segments(t("View"), (panelView) =>
      dispatch({ type: "arrange", change: { panelView, fullSize: null } }),
    );
    makeOneTabStop(this.views.root);
    this.root.append(this.views.root);
  }

  show({ panel, state }: Shown): void {
    this.root.hidden = panel === null;
    const segments = panelViews.map((value) => ({ value, text: viewText[value](), tooltip: "" }));
    this.views.show(segments, state.panelView);
  }
}
