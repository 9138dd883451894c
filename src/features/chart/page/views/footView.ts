import { t } from "../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { footText } from "../model/foot";
import { provenanceOf } from "../model/provenance";
import { type Shown } from "./shown";

/** Shows on one line how far the shown data reach; a click shows all details of each series. */
export class Foot {
  readonly root = element("div", { class: "foot" });
  private readonly words = element("span", { class: "foot-words" });
  /** Visible in images only, because the details need more than one line. */
  private readonly provenance = element("p", { class: "provenance" });
  private readonly opener: HTMLButtonElement;
  private readonly keys: HTMLElement;
  private readonly details = element("div", {
    class: "details",
    role: "region",
    "aria-label": t("Details"),
    tabindex: 0,
    hidden: "",
  });
  /** The action of Enter, which depends on whether a bridge is open. */
  private readonly enterText = element("span");
  private readonly escape = hint("Esc", t("unpin"));
  private readonly ofSeries = hints(
    hint("← →", t("step")),
    element("span", {}, element("kbd", { text: "Enter" }), this.enterText),
    this.escape,
  );
  private readonly ofPanel = hints(
    hint("← → ↑ ↓", t("move")),
    hint("Enter", t("full size")),
    hint("Esc", t("back")),
  );
  private readonly ofFullSize = hints(hint("← →", t("step")), hint("Esc", t("back")));
  private isOpen = false;
  private drawn = "";

  constructor(showKeys: () => void) {
    this.opener = button({ class: "tool", text: t("Details"), "aria-expanded": "false" }, () =>
      this.open(!this.isOpen),
    );
    const all = button({ class: "tool" }, showKeys);
    all.append(element("kbd", { text: "?" }), t("all keys"));
    this.keys = hints(this.ofSeries, this.ofPanel, this.ofFullSize, all);
    const line = element("div", { class: "foot-line" }, this.words, this.opener, this.keys);
    this.root.append(this.details, line, this.provenance);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.isOpen) return;
      event.stopPropagation();
      this.open(false);
      this.opener.focus();
    });
  }

  show(shown: Shown): void {
    const { view, state } = shown;
    const key = JSON.stringify(view.facts);
    if (key !== this.drawn) {
      this.drawn = key;
      this.details.replaceChildren(...view.facts.map((text) => element("p", { text })));
    }
    setText(this.words, footText(shown));
    setText(this.provenance, provenanceOf(shown.parts, shown.panel, shown.bound));
    const { panel } = view;
    this.ofSeries.hidden = panel !== undefined;
    this.ofPanel.hidden = panel?.full !== null;
    this.ofFullSize.hidden = (panel?.full ?? null) === null;
    setText(this.enterText, state.bridge === null ? t("pin") : t("set A, then B"));
    this.escape.hidden = state.bridge !== null || state.pins.length === 0;
    // The keys apply to the plots; they keep their space without them.
    this.keys.classList.toggle("is-idle", view.panes.length === 0);
  }

  private open(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.details.hidden = !isOpen;
    setAttributes(this.opener, { "aria-expanded": `${isOpen}` });
  }
}

function hint(keys: string, words: string): HTMLElement {
  return element("span", {}, element("kbd", { text: keys }), words);
}

function hints(...all: readonly HTMLElement[]): HTMLElement {
  return element("span", { class: "foot-keys" }, ...all);
}
