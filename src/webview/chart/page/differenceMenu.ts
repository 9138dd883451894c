import { button, element } from "../../kit/element";
import { icon } from "../../kit/icon";
import { openMenuWith } from "../../kit/menu";
import { t } from "../../l10n";
import { type DifferenceChoice } from "../model/differencePane";
import { type Dispatch } from "./pageState";

/** Chooses which two of several compared lines have their difference shown. */
export class DifferenceMenu {
  readonly root = element("div", { class: "anchor", hidden: "" });
  private choices: readonly DifferenceChoice[] = [];

  constructor(dispatch: Dispatch) {
    const label = t("Choose Difference");
    const opener = button(
      { class: "tool small", "aria-label": label, title: label },
      () => undefined,
    );
    opener.append(icon("down"));
    this.root.append(opener);
    openMenuWith(opener, () =>
      this.choices.map(({ id, label: name, isShown }) => ({
        label: name,
        isChecked: isShown,
        run: () => dispatch({ type: "chooseDifference", id }),
      })),
    );
  }

  /** @param choices - None where there is no choice. */
  show(choices: readonly DifferenceChoice[]): void {
    this.choices = choices;
    this.root.hidden = choices.length === 0;
  }
}
