import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { type LegendEntry } from "../model/legend";
import { isSeveral } from "../model/series";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";
import { swatch } from "./swatch";

/** The legend of the colours; a click on an entry shows, hides or opens it. */
export class Legend {
  readonly root = element("div", { class: "legend", role: "group", "aria-label": t("Legend") });
  private drawn = "";

  constructor(private readonly dispatch: Dispatch) {}

  /** Changes remaining entries in place, so that they keep the focus. */
  show(shown: Shown, theme: ChartTheme): void {
    const { trail } = shown.view;
    // Several series have their own table.
    const isTabled = shown.panel === null && isSeveral(shown.parts);
    const legend = shown.view.legend.filter(({ kind }) => !(isTabled && kind === "series"));
    const key = JSON.stringify([
      legend.map((entry) => ({ ...entry, isShown: true })),
      trail,
      theme.lines,
      awaited(shown),
    ]);
    if (key !== this.drawn) {
      this.drawn = key;
      const names = new Set(legend.map(({ id }) => id));
      const focused = document.activeElement?.getAttribute("data-id");
      this.root.replaceChildren(
        ...this.trail(trail.slice(0, -1)),
        ...legend.map((entry) =>
          element("span", { class: `entry entry-${entry.kind}` }, this.labelled(entry, theme)),
        ),
        ...Array.from({ length: legend.length === 0 ? awaited(shown) : 0 }, () =>
          element("span", { class: "awaited" }),
        ),
      );
      if (focused !== null && focused !== undefined && names.has(focused)) this.focus(focused);
      else if (focused !== null && focused !== undefined)
        this.root.querySelector("button")?.focus();
    }
    legend.forEach(({ id, isShown, toggles }) => {
      const control = this.control(id);
      if (toggles !== null && control !== null)
        setAttributes(control, { "aria-pressed": `${isShown}` });
    });
  }

  /** The links from a component's parts back to the whole. */
  private trail(components: Shown["view"]["trail"]): HTMLElement[] {
    if (components.length === 0) return [];
    const steps = components.map((component) =>
      button(
        {
          class: "tool",
          "data-id": component,
          title: t("Back to {0}", component),
          text: `‹ ${component}`,
        },
        () => this.dispatch({ type: "openComponent", component }),
      ),
    );
    return [element("nav", { class: "trail", "aria-label": t("Breadcrumbs") }, ...steps)];
  }

  private labelled(entry: LegendEntry, theme: ChartTheme): HTMLElement {
    const { id, label, note, toggles, opens } = entry;
    const inside = [
      swatch(entry, theme),
      element("span", { text: label }),
      ...(note === undefined ? [] : [element("span", { class: "entry-note", text: note })]),
    ];
    if (opens !== null) {
      const made = button(
        { class: "tool", "data-id": id, title: t("Show components of {0}", label) },
        () => this.dispatch({ type: "openComponent", component: opens }),
      );
      made.append(...inside, element("span", { class: "muted", "aria-hidden": "true", text: "›" }));
      return made;
    }
    if (toggles === null) return element("span", { class: "plain" }, ...inside);
    const canBeAlone = entry.kind !== "highlight";
    const title = canBeAlone && t("Double-click or press Shift+Enter to show only this one");
    const made = button(
      { class: "tool toggle", "data-id": id, "aria-pressed": "true", title },
      () => this.toggle(entry.kind, toggles),
    );
    made.append(...inside);
    if (!canBeAlone) return made;
    made.addEventListener("dblclick", () => this.showAlone(entry.kind, toggles));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.shiftKey) return;
      event.preventDefault();
      this.showAlone(entry.kind, toggles);
    });
    return made;
  }

  private showAlone(kind: LegendEntry["kind"], id: string): void {
    this.dispatch({ type: "showAlone", isColumn: kind === "column", id });
  }

  private toggle(kind: LegendEntry["kind"], toggles: string): void {
    if (kind === "column") this.dispatch({ type: "toggleColumn", name: toggles });
    else if (kind === "highlight")
      this.dispatch({ type: "arrange", change: { highlighted: null } });
    else this.dispatch({ type: "togglePart", id: toggles });
  }

  private control(id: string): HTMLElement | null {
    return this.root.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  private focus(id: string): void {
    this.control(id)?.focus();
  }
}

/** The number of entries that are expected: columns of a signal, or a forecast and its parts. */
function awaited({ parts, panel }: Shown): number {
  if (panel?.progress === null) return 0;
  if (parts.length > 0 && parts.every(({ isLoading }) => !isLoading)) return 0;
  return parts[0]?.family === "forecast" ? 4 : 3;
}

/** Describes how far compared series differ, unless the title of a difference does. */
export class ComparisonLine {
  readonly root = element("p", { class: "comparison", hidden: "" });

  show({ view: { comparison, panes } }: Shown): void {
    const isBelow = panes.some(({ note }) => note !== undefined && note === comparison);
    this.root.hidden = isBelow || comparison === null;
    setText(this.root, comparison ?? "");
  }
}
