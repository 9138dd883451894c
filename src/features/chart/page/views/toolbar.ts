import { type DataKind } from "../../../../shared/reference";
import {
  openedRevisions,
  type PanelViewName,
  panelViews,
  type ViewState,
} from "../../model/viewState";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { Segments } from "../../../../ui/segments";
import { LatePart } from "./latePart";
import { pairPane } from "./revisionsPanel";
import { SeveralControls } from "./severalControls";
import { RangeControls } from "./rangeControls";
import { type Dispatch } from "./pageState";
import { isSeveral } from "../model/series";
import { canCompare, type Shown, firstSignal, hasForecast, comparableKind } from "./shown";

const kinds: readonly { readonly kind: DataKind; readonly words: () => string }[] = [
  {
    kind: "SNAP",
    words: () => t("Whole history recalculated with what was known at the as-of"),
  },
  { kind: "FIT", words: () => t("Each day as first reported") },
];

const viewText: Readonly<Record<PanelViewName, () => string>> = {
  panes: () => t("Panes"),
  crossSection: () => t("Cross-section"),
  heatStrip: () => t("Heat strip"),
};

/**
 * The controls of a chart: kind and as-of of the first signal, comparisons, the change bridge of a forecast, the view of
 * a panel, and the range.
 */
export class Toolbar {
  readonly parts: readonly Node[];
  private readonly ofSignal = element("div", { class: "tools" });
  private readonly compare = element("div", { class: "tools compare" });
  private readonly ofForecast = element("div", { class: "tools" });
  private readonly kind: Segments<DataKind>;
  private chosenKind: DataKind | undefined;
  private readonly asOf: HTMLButtonElement;
  private readonly asOfLabel = element("span");
  private readonly compareKind: CompareButton;
  private readonly compareVintage: CompareButton;
  private readonly revisions: HTMLButtonElement;
  private readonly bridge: HTMLButtonElement;
  private readonly several: LatePart<SeveralControls>;
  private readonly panelView: Segments<PanelViewName>;
  private readonly range: RangeControls;

  /** @param onRevisions - Called after the table of revisions has been opened or closed. */
  constructor(dispatch: Dispatch, onRevisions: () => void) {
    this.kind = new Segments(t("Kind"), (kind) => {
      if (kind !== this.chosenKind) dispatch({ type: "switchKind", kind });
    });
    this.showKind(undefined);
    this.asOf = button({ class: "tool", title: t("Choose the as-of") }, () =>
      dispatch({ type: "do", action: "setAsOf" }),
    );
    this.asOf.append(this.asOfLabel, icon("down"));
    this.compareKind = new CompareButton(() => dispatch({ type: "toggleKind" }));
    this.compareVintage = new CompareButton(() => dispatch({ type: "toggleVintage" }));
    this.revisions = button(
      { class: "tool toggle", title: t("List every revised, added or removed day"), hidden: "" },
      () => {
        const isOpen = this.revisions.ariaPressed === "true";
        dispatch({
          type: "arrange",
          change: { revisions: isOpen ? null : openedRevisions, history: null },
        });
        onRevisions();
      },
    );
    this.revisions.append(icon("table"), element("span", { text: t("Revisions") }));
    this.bridge = button(
      { class: "tool toggle", title: t("Explain the change between two days") },
      () => dispatch({ type: "toggleBridge" }),
    );
    this.bridge.append(icon("bridge"), element("span", { text: t("Change Bridge") }));
    this.several = new LatePart(() => new SeveralControls(dispatch));
    this.panelView = new Segments(t("View"), (panelView) =>
      dispatch({ type: "arrange", change: { panelView, fullSize: null } }),
    );
    this.panelView.root.hidden = true;
    this.range = new RangeControls(dispatch);
    this.ofSignal.append(this.kind.root, this.asOf);
    this.compare.append(this.compareKind.root, this.compareVintage.root);
    this.ofForecast.append(this.bridge);
    const { ofSignal, compare, revisions, several, ofForecast, panelView, range } = this;
    const choices = [ofSignal, compare, revisions, several.place, ofForecast];
    this.parts = [...choices, panelView.root, range.root];
  }

  show(shown: Shown): void {
    const { parts, panel } = shown;
    const identity = panel?.identity ?? firstSignal(parts)?.identity;
    // Before the first `show`, it has the controls of most charts.
    this.ofSignal.hidden = parts.length > 0 && identity === undefined;
    this.compare.hidden = parts.length > 0 && !canCompare(shown);
    this.compareVintage.root.hidden = panel !== null;
    this.revisions.hidden = pairPane(shown) === undefined;
    setAttributes(this.revisions, { "aria-pressed": `${shown.state.revisions !== null}` });
    this.ofForecast.hidden = !hasForecast(parts);
    this.showKind(identity?.dataKind ?? undefined);
    setText(this.asOfLabel, t("As of {0}", asOfText(identity?.asOf ?? "latest")));
    this.showCompared(shown);
    this.several.when(isSeveral(parts))?.show(shown);
    this.panelView.root.hidden = panel === null;
    if (panel !== null) this.showPanelView(shown.state);
    setAttributes(this.bridge, { "aria-pressed": `${shown.state.bridge !== null}` });
    this.range.root.hidden = !hasRange(shown);
    this.range.show(shown.view);
  }

  showRange(shown: Shown): void {
    this.range.show(shown.view);
  }

  focusRevisions(): void {
    this.revisions.focus();
  }

  private showCompared(shown: Shown): void {
    const { isKindCompared, vintage } = shown.state;
    const kind = comparableKind(shown);
    const isDisabled = kind === undefined;
    setAttributes(this.compareKind.root, { title: t("Key: {0}", "F") });
    // Before the first `show`, it has the width that it needs in most cases.
    this.compareKind.show(kind ?? "FIT", isKindCompared, isDisabled);
    const asOf = vintage === null ? t("As-Of…") : asOfText(vintage);
    this.compareVintage.show(asOf, vintage !== null, isDisabled);
  }

  private showPanelView({ panelView }: ViewState): void {
    const segments = panelViews.map((value) => ({ value, text: viewText[value](), tooltip: "" }));
    this.panelView.show(segments, panelView);
  }

  private showKind(chosen: DataKind | undefined): void {
    this.chosenKind = chosen;
    const segments = kinds.map(({ kind, words }) => ({
      value: kind,
      text: kind,
      tooltip: words(),
    }));
    this.kind.show(segments, chosen);
  }
}

/**
 * Whether there is a range to choose: not without days, and not for the cross-section alone, which does not depend on
 * it.
 */
function hasRange({ parts, view: { panel } }: Shown): boolean {
  if (panel?.shows === "crossSection" && panel.full === null) return false;
  return parts.length === 0 || parts.some(({ data }) => data?.days.length !== 0);
}

/** Turns a comparison on and off. While it is on, a cross shows that a click ends it. */
class CompareButton {
  readonly root: HTMLButtonElement;
  private readonly label = element("span", { class: "wide-label" });
  private readonly shortLabel = element("span", { class: "narrow-label" });
  private readonly cross = icon("close");

  constructor(onClick: () => void) {
    this.root = button({ class: "tool toggle" }, onClick);
    this.root.append(this.label, this.shortLabel, this.cross);
  }

  /** @param other - The kind or as-of to compare the chart with. */
  show(other: string, isOn: boolean, isDisabled: boolean): void {
    const text = t("Compare with {0}", other);
    setText(this.label, text);
    // The accessible name contains the visible text (WCAG 2.5.3).
    setText(this.shortLabel, t("with {0}", other));
    setAttributes(this.root, { "aria-label": text });
    this.cross.toggleAttribute("hidden", !isOn);
    this.root.disabled = isDisabled;
    setAttributes(this.root, { "aria-pressed": `${isOn}` });
  }
}
