import { t } from "../../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { FilterBox } from "../../../../../ui/filterBox";
import { icon } from "../../../../../ui/icon";
import { openMenuWith } from "../../../../../ui/menu";
import { Segments } from "../../../../../ui/segments";
import { type MatrixAxis, axes, type Matrix } from "../model/matrix";
import { type SummaryIndex } from "../model/summaryIndex";
import { type ExplorerViewState } from "./explorerViewState";

export interface ExplorerControlsOptions {
  readonly onCompare: () => void;
  readonly onOpenChart: () => void;
  readonly onAxis: (axis: MatrixAxis) => void;
  readonly onHeld: (name: "currency" | "horizon" | "hedging", value: string) => void;
  readonly onFilter: (text: string) => void;
}

/** The controls of the explorer: beside its title, and in its toolbar. */
export class ExplorerControls {
  readonly tools: readonly HTMLElement[];
  readonly toolbar: readonly HTMLElement[];
  private readonly compare: HTMLButtonElement;
  private readonly openChart: HTMLButtonElement;
  private readonly heldName = element("span", { class: "muted" });
  private readonly heldText = element("span");
  private readonly held = button({ class: "tool framed-line" }, () => undefined);
  private readonly hedging: Segments<string>;
  private readonly axis: Segments<MatrixAxis>;
  private readonly filter: FilterBox;
  private heldOf: "currency" | "horizon" = "currency";
  private values: readonly string[] = [];
  private value = "";

  constructor(on: ExplorerControlsOptions) {
    this.compare = button({ class: "tool", text: t("Compare") }, on.onCompare);
    this.compare.title = t("Compare two forecasts: Ctrl+click or Cmd+click the second");
    this.openChart = button({ class: "tool", text: t("Open Chart") }, on.onOpenChart);
    this.openChart.title = t("Open the chart of the chosen forecast (Enter)");
    this.hedging = new Segments(t("Hedging"), (value) => on.onHeld("hedging", value));
    this.axis = new Segments(t("Columns"), on.onAxis);
    this.held.append(this.heldText, icon("down"));
    openMenuWith(this.held, () =>
      this.values.map((value) => ({
        label: value,
        isChecked: value === this.value,
        run: () => on.onHeld(this.heldOf, value),
      })),
    );
    this.filter = new FilterBox(t("Filter markets"), on.onFilter);
    this.filter.root.title = t("Names or codes, separated by commas");
    this.tools = [this.compare, this.openChart];
    this.toolbar = [
      element("div", { class: "tools" }, this.heldName, this.held),
      named(t("Hedging"), this.hedging.root),
      named(t("Columns"), this.axis.root),
      this.filter.root,
    ];
  }

  /** @param hasForecast - Whether a forecast is chosen that can be compared and opened. */
  show(
    { axis, isComparing, filter }: ExplorerViewState,
    { answer }: SummaryIndex,
    { held }: Matrix,
    hasForecast: boolean,
  ): void {
    const disabled = !hasForecast && "";
    setAttributes(this.compare, { "aria-pressed": `${isComparing}`, disabled });
    setAttributes(this.openChart, { disabled });
    const isByHorizon = axis === "horizons";
    this.heldOf = isByHorizon ? "currency" : "horizon";
    this.values = isByHorizon ? answer.currencies : answer.horizons;
    this.value = this.values[held[this.heldOf]] ?? "";
    const name = isByHorizon ? t("Currency") : t("Horizon");
    setText(this.heldName, name);
    setText(this.heldText, this.value);
    setAttributes(this.held, { "aria-label": `${name}: ${this.value}` });
    this.hedging.show(
      answer.hedgings.map(({ name: value, description }) => ({
        value,
        text: value,
        tooltip: description ?? "",
      })),
      answer.hedgings[held.hedging]?.name ?? "",
    );
    const texts = { horizons: t("Horizons"), currencies: t("Currencies") };
    this.axis.show(
      axes.map((value) => ({ value, text: texts[value], tooltip: "" })),
      axis,
    );
    this.filter.show(filter);
  }
}

function named(name: string, control: HTMLElement): HTMLElement {
  return element(
    "div",
    { class: "tools" },
    element("span", { class: "muted", text: name }),
    control,
  );
}
