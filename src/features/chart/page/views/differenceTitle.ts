import { button, element, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../ui/menu";
import { t } from "../../../../ui/l10n";
import { type Pane } from "../model/pane";
import { type Dispatch } from "./pageState";

/** The title of a difference and its summary over all history; a menu if there are several differences. */
export class DifferenceTitle {
  readonly root = element("div", { class: "pane-title difference-title" });
  private readonly name = element("b");
  private readonly chosen = element("b");
  private readonly chooser = element("span");
  private readonly note = element("span", { class: "pane-note" });
  private pane: Pane | undefined;

  constructor(private readonly dispatch: Dispatch) {
    const opener = button(
      { class: "tool", title: t("Choose which difference to show") },
      () => undefined,
    );
    opener.append(this.chosen, icon("down"));
    this.chooser.append(opener);
    openMenuWith(opener, this.entries);
    this.root.append(this.name, this.chooser, this.note);
  }

  show(pane: Pane): void {
    this.pane = pane;
    const isChoice = pane.choices !== undefined;
    this.name.hidden = isChoice;
    this.chooser.hidden = !isChoice;
    setText(this.name, pane.title);
    setText(this.chosen, pane.title);
    setText(this.note, pane.note ?? "");
  }

  private readonly entries: MenuEntries = () =>
    (this.pane?.choices ?? []).map(({ id, label }) => ({
      label,
      isChecked: label === this.pane?.title,
      run: () => this.dispatch({ type: "arrange", change: { pair: id } }),
    }));
}
