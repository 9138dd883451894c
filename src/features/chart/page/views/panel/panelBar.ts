import { type PanelSort, panelSorts } from "../../../model/viewState";
import { formatCount } from "../../../../../shared/series/numberText";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { type MenuEntries, openMenuWith } from "../../../../../ui/menu";
import { t } from "../../../../../ui/l10n";
import { variantCount, variantCountText } from "../../model/panel/panelHead";
import { type Dispatch } from "../pageState";
import { type Shown } from "../shown";

const sortText: Readonly<Record<PanelSort, () => string>> = {
  name: () => t("Name"),
  newest: () => t("Newest value"),
  change: () => t("Change in range"),
};

/** The bar beside the legend of a panel: the order of its variants, the way back from full size, and the progress. */
export class PanelBar {
  private readonly order = element("div", { class: "order" });
  private readonly choice = element("span");
  private readonly back: HTMLButtonElement;
  private readonly backText = element("span");
  private readonly name = element("b");
  private readonly full = element("div", { class: "tools" });
  private readonly progress = element("div", { role: "progressbar", "aria-label": t("Fetching") });
  private readonly cancel: HTMLButtonElement;
  private readonly fetching = element("div", { class: "tools fetching" });
  private shown: Shown | undefined;

  /** @param onEnd - Called when the fetch has ended while its control, now hidden, had the focus. */
  constructor(
    root: HTMLElement,
    private readonly dispatch: Dispatch,
    private readonly onEnd: () => void,
  ) {
    this.addOrderMenu();
    this.back = button({ class: "tool", title: t("Key: {0}", "Esc") }, () =>
      dispatch({ type: "arrange", change: { fullSize: null } }),
    );
    this.back.append(this.backText);
    const own = button({ class: "tool link", text: t("Open Chart") }, () => {
      const id = this.shown?.view.panel?.full?.id;
      if (id !== undefined) dispatch({ type: "openPart", id });
    });
    this.full.append(this.back, this.name, own);
    this.cancel = button({ class: "tool framed", text: t("Cancel") }, () =>
      dispatch({ type: "do", action: "cancel" }),
    );
    // In front of the text that grows, so that it does not move under the pointer.
    this.fetching.append(this.cancel, this.progress);
    root.append(this.full, this.order, this.fetching);
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { state, view, panel, parts } = shown;
    const { shows = state.panelView, full = null } = view.panel ?? {};
    const progress = panel?.progress ?? null;
    setText(this.choice, sortText[this.sort(shown)]());
    this.order.hidden = view.panes.length === 0 || full !== null || shows === "crossSection";
    this.full.hidden = full === null;
    setText(this.name, full?.title ?? "");
    if (panel !== null) setText(this.backText, `‹ ${variantCountText(panel, variantCount(parts))}`);
    this.showProgress(progress);
  }

  private showProgress(progress: NonNullable<Shown["panel"]>["progress"]): void {
    const hasFocus = this.cancel === document.activeElement;
    this.fetching.hidden = progress === null;
    if (progress === null) {
      if (hasFocus) this.onEnd();
      return;
    }
    const { done, of } = progress;
    // The total is unknown until the definition arrives.
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

  private addOrderMenu(): void {
    const opener = button({ class: "tool small" }, () => undefined);
    const label = element("span", { class: "muted", text: t("Order") });
    opener.append(label, " ", this.choice, icon("down"));
    this.order.append(opener);
    openMenuWith(opener, this.entries);
  }

  private readonly entries: MenuEntries = () => {
    const { shown } = this;
    if (shown === undefined) return [];
    return panelSorts.map((sort) => ({
      label: sortText[sort](),
      isChecked: sort === this.sort(shown),
      run: () =>
        this.dispatch({ type: "arrange", change: isStrip(shown) ? { stripSort: sort } : { sort } }),
    }));
  };

  private sort(shown: Shown): PanelSort {
    return isStrip(shown) ? shown.state.stripSort : shown.state.sort;
  }
}

function isStrip({ state }: Shown): boolean {
  return state.panelView === "heatStrip";
}
