import { type Arrangement } from "../../../shared/chart/viewState";
import { t } from "../../l10n";
import { element } from "../../kit/element";
import { Segments } from "../../kit/segments";
import { canOverlay, maxOverlaid } from "../model/multiples";
import { isSeveral, seriesOf } from "../model/series";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** How the series of a chart of several are drawn. */
export class SeveralControls {
  readonly root = element("div", { class: "tools several", hidden: "" });
  private readonly arrangement: Segments<Arrangement>;

  constructor(dispatch: Dispatch) {
    this.arrangement = new Segments(t("Arrangement"), (arrangement) =>
      dispatch({ type: "arrange", change: { arrangement } }),
    );
    this.root.append(this.arrangement.root);
  }

  show({ parts, panel, state, view }: Shown): void {
    this.root.hidden = panel !== null || !isSeveral(parts);
    if (this.root.hidden) return;
    const isDisabled = !canOverlay(seriesOf(parts, state), state);
    const overlaid = isDisabled
      ? t("More than {0} lines cannot be told apart. Hide some to overlay the others.", maxOverlaid)
      : t("All series in one plot");
    this.arrangement.show(
      [
        { value: "overlay", text: t("Overlay"), tooltip: overlaid, isDisabled },
        { value: "panes", text: t("Panes"), tooltip: t("Each series in a plot of its own") },
      ],
      view.isMultiples ? "panes" : "overlay",
    );
  }
}
