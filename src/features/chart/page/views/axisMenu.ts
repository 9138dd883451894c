import { type ValueRange } from "../../model/viewState";
import { t } from "../../../../ui/l10n";
import { button, element, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../ui/menu";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** Shows the range of the axis of values, and the menu that changes it. */
export class AxisMenu {
  readonly root = element("div", { class: "axis-menu", hidden: "" });
  private readonly choice = element("span");
  private shown: Shown | undefined;

  /** @param range - The current range of the axis; undefined without a plot. */
  constructor(
    private readonly dispatch: Dispatch,
    private readonly range: () => ValueRange | undefined,
  ) {
    const opener = button(
      { class: "tool small", title: t("Range of values. Key: {0}", "Y") },
      () => undefined,
    );
    opener.append(
      element("span", { class: "muted", text: t("Axis") }),
      " ",
      this.choice,
      icon("down"),
    );
    this.root.append(opener);
    openMenuWith(opener, this.entries);
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { axis } = shown.state;
    const { panel } = shown.view;
    const isShared = panel?.full === null;
    const isElsewhere = isShared && panel.shows !== "panes";
    // Ranks always have the same range.
    const unit = shown.view.panes[0]?.axes[0]?.unit;
    this.root.hidden = unit === undefined || unit === "rank" || isElsewhere;
    const text = axis === "fit" ? t("Fit") : axis === "three" ? "±3" : t("Fixed");
    setText(this.choice, isShared ? t("{0}, same in all panes", text) : text);
  }

  private readonly entries: MenuEntries = () => {
    const { dispatch, shown } = this;
    const range = this.range();
    const axis = shown?.state.axis;
    const hasScores = shown?.view.panes[0]?.axes[0]?.unit !== "fraction";
    return [
      {
        label: t("Fit What Is in Sight"),
        isChecked: axis === "fit",
        run: () => dispatch({ type: "arrange", change: { axis: "fit" } }),
      },
      ...(hasScores
        ? [
            {
              label: t("±3 at Least"),
              isChecked: axis === "three",
              run: () => dispatch({ type: "arrange", change: { axis: "three" } }),
            },
          ]
        : []),
      ...(range === undefined
        ? []
        : [
            {
              label: t("Keep As It Is"),
              isChecked: typeof axis === "object",
              run: () => dispatch({ type: "arrange", change: { axis: range } }),
            },
          ]),
    ];
  };
}
