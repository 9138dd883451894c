import "./editorWords";
import { type Day, dayOfIso, isoOfDay } from "../../../shared/day";
import { t } from "../../l10n";
import { BridgeView } from "./bridgeView";
import { button, element, setAttributes } from "./element";
import { icon } from "./icon";
import { type ChartActions, forecastData, type Shown } from "./shown";

/** Why a forecast changed between two days: the days, typed or set on the plot, and the waterfall between them. */
export class BridgePanel {
  readonly root = element("section", {
    class: "bridge-panel",
    "aria-label": t("Change bridge"),
    hidden: "",
  });
  private readonly from: HTMLInputElement;
  private readonly to: HTMLInputElement;
  private readonly view: BridgeView;
  private drawn: readonly unknown[] = [];

  constructor(actions: ChartActions) {
    this.from = dayBox(t("From (A)"), (day) => {
      actions.setBridge({ from: day, to: Math.max(day, dayOfIso(this.to.value) ?? day) });
    });
    this.to = dayBox(t("To (B)"), (day) => {
      actions.setBridge({ from: Math.min(day, dayOfIso(this.from.value) ?? day), to: day });
    });
    const close = button({ class: "tool", "aria-label": t("Close the change bridge") }, () =>
      actions.toggleBridge(),
    );
    close.append(icon("close"));
    this.root.append(
      element(
        "div",
        { class: "tools" },
        labelled("A", this.from),
        labelled("B", this.to),
        element("span", { class: "muted", text: t("Click the plot to set A, then B") }),
        close,
      ),
    );
    this.view = new BridgeView(this.root, (component) => actions.setBridge({ component }));
  }

  show({ state, parts }: Shown): void {
    const { bridge } = state;
    const data = forecastData(parts);
    this.root.hidden = bridge === null;
    if (bridge === null) return;
    for (const end of ["from", "to"] as const) {
      if (document.activeElement !== this[end]) this[end].value = isoOfDay(bridge[end]);
    }
    const isDrawn = this.drawn[0] === bridge && this.drawn[1] === data;
    if (data === undefined || isDrawn) return;
    this.drawn = [bridge, data];
    this.view.show(data, bridge);
  }
}

function dayBox(label: string, onDay: (day: Day) => void): HTMLInputElement {
  const box = element("input", {
    type: "text",
    class: "day-box",
    "aria-label": label,
    placeholder: "YYYY-MM-DD",
    spellcheck: "false",
    autocomplete: "off",
  });
  box.addEventListener("change", () => {
    const day = dayOfIso(box.value.trim());
    setAttributes(box, { "aria-invalid": day === undefined && "true" });
    if (day !== undefined) onDay(day);
  });
  return box;
}

function labelled(mark: string, box: HTMLInputElement): HTMLElement {
  return element("span", { class: "labelled" }, element("b", { text: mark }), box);
}
