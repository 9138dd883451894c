import {
  type Arrangement,
  type ShownValues,
  shownValuesChoices,
  type ViewState,
} from "../../model/viewState";
import { t } from "../../../../ui/l10n";
import { button, element, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../ui/menu";
import { Segments } from "../../../../ui/segments";
import { canOverlay, maxOverlaid } from "../model/multiples";
import { isSeveral, seriesOf } from "../model/series";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

const chosenText: Readonly<Record<ShownValues, () => string>> = {
  served: () => t("as served"),
  "z-score": () => t("as z-scores"),
  rank: () => t("as ranks"),
};

const entryText: Readonly<Record<ShownValues, () => string>> = {
  served: () => t("As Served"),
  "z-score": () => t("As z-Scores over All History"),
  rank: () => t("As Ranks Among the Shown Series"),
};

/** The controls of a chart of several series: how they are arranged, and the form of their values. */
export class SeveralControls {
  readonly root = element("div", { class: "tools several", hidden: "" });
  private readonly arrangement: Segments<Arrangement>;
  private readonly chosen = element("span");
  private state: ViewState | undefined;

  constructor(private readonly dispatch: Dispatch) {
    this.arrangement = new Segments(t("Arrangement"), (arrangement) =>
      dispatch({ type: "arrange", change: { arrangement } }),
    );
    const opener = button(
      { class: "tool toggle", title: t("Make series of different scale comparable") },
      () => undefined,
    );
    const name = element("span", { class: "muted", text: t("Values") });
    opener.append(name, this.chosen, icon("down"));
    this.root.append(this.arrangement.root, opener);
    openMenuWith(opener, this.entries);
  }

  show({ parts, panel, state, view }: Shown): void {
    this.state = state;
    this.root.hidden = panel !== null || !isSeveral(parts);
    if (this.root.hidden) return;
    setText(this.chosen, chosenText[state.values]());
    const isDisabled = !canOverlay(seriesOf(parts, state), state);
    const overlaid = isDisabled
      ? t("Overlay holds up to {0} lines. Hide some series to use it.", maxOverlaid)
      : t("All series in one plot");
    this.arrangement.show(
      [
        { value: "overlay", text: t("Overlay"), tooltip: overlaid, isDisabled },
        { value: "panes", text: t("Panes"), tooltip: t("Each series in a plot of its own") },
      ],
      view.isMultiples ? "panes" : "overlay",
    );
  }

  private readonly entries: MenuEntries = () => {
    const { axis } = this.state ?? {};
    // An axis that was fixed for other values is set to fit.
    const fitting = typeof axis === "object" ? ({ axis: "fit" } as const) : {};
    return shownValuesChoices.map((values) => ({
      label: entryText[values](),
      isChecked: values === this.state?.values,
      run: () => this.dispatch({ type: "arrange", change: { values, ...fitting } }),
    }));
  };
}
