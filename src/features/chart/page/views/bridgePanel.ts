import { type Day, dayOfIso, isoOfDay } from "../../../../shared/day";
import { standingRow } from "../../../../shared/series/observations";
import { t } from "../../../../ui/l10n";
import { BridgeView } from "./bridgeView";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type Dispatch } from "./pageState";
import { forecastData, type Shown } from "./shown";
import { dateText } from "../../../../ui/dateText";

/**
 * Explains the change of a forecast between two days: the days, typed or set on the plot, and the waterfall between
 * them.
 */
export class BridgePanel {
  readonly root = element("section", {
    class: "bridge-panel",
    "aria-label": t("Change Bridge"),
    hidden: "",
  });
  private readonly from: HTMLInputElement;
  private readonly to: HTMLInputElement;
  private readonly view: BridgeView;
  private readonly hint = element("span", { class: "muted" });
  /** Reports on the day that was typed last; empty if it is used as it is. */
  private readonly outcome = element("span", { role: "status" });
  private drawn: readonly unknown[] = [];
  /** The end and the day to which the outcome applies. */
  private reported: { readonly end: "from" | "to"; readonly day: Day | undefined } | undefined;
  private shown: Shown | undefined;
  private pending: ((days: Int32Array) => void) | undefined;

  constructor(dispatch: Dispatch) {
    this.from = this.dayBox("from", t("From (A)"), (from) => {
      dispatch({
        type: "setBridge",
        change: { from, to: Math.max(from, this.shown?.state.bridge?.to ?? from) },
      });
    });
    this.to = this.dayBox("to", t("To (B)"), (to) => {
      dispatch({
        type: "setBridge",
        change: { from: Math.min(to, this.shown?.state.bridge?.from ?? to), to },
      });
    });
    const close = button({ class: "tool", "aria-label": t("Close the change bridge") }, () =>
      dispatch({ type: "toggleBridge" }),
    );
    close.append(icon("close"));
    const head = element("div", { class: "tools" });
    this.root.append(head);
    this.view = new BridgeView(this.root, (component) =>
      dispatch({ type: "setBridge", change: { component } }),
    );
    head.append(
      this.view.title,
      this.hint,
      this.outcome,
      labelled("A", this.from),
      labelled("B", this.to),
      close,
    );
  }

  show(shown: Shown): void {
    this.shown = shown;
    const { bridge, isTable } = shown.state;
    const data = forecastData(shown.parts);
    this.root.hidden = bridge === null;
    if (bridge === null) {
      this.pending = undefined;
      return;
    }
    setText(this.hint, isTable ? "" : t("Click the plot to set A, then B"));
    if (this.reported !== undefined && bridge[this.reported.end] !== this.reported.day) {
      setText(this.outcome, "");
    }
    for (const end of ["from", "to"] as const) {
      if (document.activeElement !== this[end]) this[end].value = isoOfDay(bridge[end]);
    }
    if (data === undefined) return;
    const { pending } = this;
    this.pending = undefined;
    if (pending !== undefined) queueMicrotask(() => pending(data.days));
    if (this.drawn[0] === bridge && this.drawn[1] === data) return;
    this.drawn = [bridge, data];
    this.view.show(data, bridge);
  }

  private dayBox(end: "from" | "to", label: string, onDay: (day: Day) => void): HTMLInputElement {
    const box = element("input", {
      type: "text",
      class: "day-box",
      "aria-label": label,
      placeholder: "YYYY-MM-DD",
      spellcheck: "false",
      autocomplete: "off",
    });
    const apply = (text: string, days: Int32Array): void => {
      const { day, words } = readDay(text, days);
      setText(this.outcome, words);
      this.reported = { end, day: day ?? this.shown?.state.bridge?.[end] };
      setAttributes(box, { "aria-invalid": day === undefined && "true" });
      if (day === undefined) return;
      onDay(day);
      box.value = isoOfDay(day);
    };
    box.addEventListener("change", () => {
      const text = box.value.trim();
      const data = forecastData(this.shown?.parts ?? []);
      if (data === undefined) this.pending = (days) => apply(text, days);
      else apply(text, data.days);
    });
    box.addEventListener("blur", () => {
      const day = this.shown?.state.bridge?.[end];
      if (box.ariaInvalid === null || day === undefined) return;
      box.removeAttribute("aria-invalid");
      box.value = isoOfDay(day);
    });
    return box;
  }
}

/** The day of the data for a typed one, and a message if it is another day or none. */
function readDay(text: string, days: Int32Array): { day: Day | undefined; words: string } {
  const typed = dayOfIso(text);
  const [first, last] = [days.at(0), days.at(-1)];
  if (typed === undefined) {
    return { day: undefined, words: t("{0} is not a day. Enter {1}.", text, "YYYY-MM-DD") };
  }
  if (first === undefined || last === undefined || typed < first || typed > last) {
    const ends = [first, last].map((day) => (day === undefined ? "–" : dateText(day)));
    return { day: undefined, words: t("{0}: the data run from {1} to {2}", text, ...ends) };
  }
  const day = days[standingRow(days, typed)] ?? typed;
  const isOther = day !== typed;
  return {
    day,
    words: isOther ? t("{0} has no data; the value of {1} is used", text, dateText(day)) : "",
  };
}

function labelled(mark: string, box: HTMLInputElement): HTMLElement {
  return element("span", { class: "labelled" }, element("b", { text: mark }), box);
}
