import { type PanelSort, panelSorts } from "../../../../shared/chart/viewState";
import { formatCount } from "../../../../shared/series/numberText";
import { t } from "../../../l10n";
import { button, element, setAttributes, setText } from "../../../kit/element";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";
import { moveFocus } from "./moveFocus";

const sortText: Readonly<Record<PanelSort, () => string>> = {
  name: () => t("Name"),
  newest: () => t("Newest value"),
  change: () => t("Change in range"),
};

/** How far a panel is, and how it is sorted. */
export class PanelBar {
  private readonly sorts: ReadonlyMap<PanelSort, HTMLButtonElement>;
  private readonly sorted = element("div", { class: "tools" });
  private readonly drawn = element("span", { class: "muted" });
  private readonly progress = element("div", { role: "progressbar", "aria-label": t("Fetching") });
  private readonly cancel: HTMLButtonElement;
  private readonly fetching = element("div", { class: "tools" });

  /** @param onEnd - The fetch has ended, and with it a control that had the focus. */
  constructor(
    root: HTMLElement,
    private readonly dispatch: Dispatch,
    private readonly onEnd: () => void,
  ) {
    this.sorts = new Map(panelSorts.map((sort) => [sort, this.sortButton(sort)]));
    const group = element(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": t("Sort by") },
      ...this.sorts.values(),
    );
    moveFocus(group, "[role=radio]", (choice) => choice.click());
    const label = element("span", { class: "muted", "aria-hidden": "true", text: t("Sort by") });
    this.sorted.append(label, group, this.drawn);
    this.cancel = button({ class: "tool framed", text: t("Cancel") }, () =>
      dispatch({ type: "do", action: "cancel" }),
    );
    // In front of words that grow: it does not move below the pointer.
    this.fetching.append(this.cancel, this.progress);
    root.append(this.sorted, this.fetching);
  }

  show({ state, view, panel }: Shown): void {
    const progress = panel?.progress ?? null;
    for (const [sort, choice] of this.sorts) {
      const isOn = state.sort === sort;
      setAttributes(choice, { "aria-checked": `${isOn}`, tabindex: isOn ? 0 : -1 });
    }
    // What comes does not move the plots.
    this.sorted.hidden = view.panes.length === 0 && progress === null;
    setText(this.drawn, view.panes.length === 0 ? "" : (view.panel?.drawn ?? ""));
    const hasFocus = this.cancel === document.activeElement;
    this.fetching.hidden = progress === null;
    if (progress === null) {
      if (hasFocus) this.onEnd();
    } else {
      const { done, of } = progress;
      // Before the definition has come nobody knows of how many.
      const text =
        of === 0 ? t("Fetching…") : t("Fetching {0} of {1}…", formatCount(done), formatCount(of));
      setText(this.progress, text);
      setAttributes(this.progress, {
        "aria-valuemin": 0,
        "aria-valuemax": of > 0 && of,
        "aria-valuenow": of > 0 && done,
        "aria-valuetext": text,
      });
    }
  }

  private sortButton(sort: PanelSort): HTMLButtonElement {
    return button({ class: "tool", role: "radio", text: sortText[sort]() }, () =>
      this.dispatch({ type: "arrange", change: { sort } }),
    );
  }
}
