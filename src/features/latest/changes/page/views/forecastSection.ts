import { type ForecastChanges, type ForecastSides, mostDetails } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { element, setAttributes } from "../../../../../ui/element";
import { type RowHandlers } from "../../../../../ui/rowList";
import { basesOf, type ForecastBasis, forecastMoves, fullestBasis } from "../model/forecastMoves";
import { forecastRows } from "./changedForecastRows";
import { type RowSubject } from "./rowCommands";
import { Section } from "./section";
import { type ChangesViewState } from "./changesViewState";

export interface ForecastSectionOptions {
  readonly handlers: RowHandlers<RowSubject>;
  readonly onChange: (changes: Partial<ChangesViewState>) => void;
  readonly onWhole: () => void;
  /** Requests the components and attributions of forecasts. */
  readonly onMissing: (summaries: readonly number[]) => void;
}

interface Offer {
  readonly horizons: readonly string[];
  readonly bases: readonly string[];
  readonly usual: ForecastBasis;
}

/** No summary has this index. */
const noForecast = -1;

/** The forecasts that moved most over one horizon. */
export class ForecastSection {
  readonly section: Section;
  private readonly horizon = choice(t("Horizon"));
  private readonly basis = choice(t("Currency and Hedging"));
  private readonly details = new Map<number, ForecastSides>();
  private readonly asked = new Set<number>();
  private opened = noForecast;
  /** The choices that the answer offers; computed once. */
  private offer: Offer | undefined;

  constructor(private readonly options: ForecastSectionOptions) {
    const { onChange, onWhole } = options;
    const handlers = {
      ...options.handlers,
      onUnfold: ({ index }: RowSubject, isOpening: boolean): void => {
        if (isOpening !== (index === this.opened)) this.toggle(index);
      },
    };
    this.section = new Section(
      { title: t("Forecasts Moved"), note: "", first: 6, most: mostDetails, handlers, onWhole },
      element("div", { class: "items", role: "list" }),
    );
    this.section.tools.append(this.horizon, this.basis);
    const { horizon, basis } = this;
    horizon.addEventListener("change", () => onChange({ horizon: horizon.value, opened: null }));
    basis.addEventListener("change", () => onChange({ basis: basis.value, opened: null }));
  }

  /** Call when another answer is shown. */
  forget(): void {
    this.details.clear();
    this.asked.clear();
    this.offer = undefined;
  }

  take(details: readonly ForecastSides[]): void {
    for (const each of details) this.details.set(each.summary, each);
  }

  show(changes: ForecastChanges, state: ChangesViewState): void {
    this.offer ??= { ...basesOf(changes), usual: fullestBasis(changes) };
    const { horizons, bases } = this.offer;
    const chosen = chosenBasis(this.offer, state);
    fill(this.horizon, horizons, chosen.horizon);
    fill(this.basis, bases, chosen.basis);
    const all = forecastMoves(changes, chosen);
    this.opened = state.opened ?? all[0]?.summary ?? noForecast;
    const shown: number[] = [];
    const rows = all.map((move) => () => {
      const { summary } = move;
      shown.push(summary);
      const { horizon } = chosen;
      const sides = this.details.get(summary);
      const isOpen = summary === this.opened;
      return forecastRows({ move, horizon, sides, isOpen }, () => this.toggle(summary));
    });
    this.section.show(rows, state.whole.includes("forecasts"));
    const missing = shown.filter((summary) => !this.asked.has(summary));
    for (const summary of missing) this.asked.add(summary);
    if (missing.length > 0) this.options.onMissing(missing);
  }

  private toggle(summary: number): void {
    this.options.onChange({ opened: summary === this.opened ? noForecast : summary });
  }
}

/** The user's choice if the answer has it, else the default. */
function chosenBasis(
  { horizons, bases, usual }: Offer,
  { horizon, basis }: ChangesViewState,
): ForecastBasis {
  return {
    horizon: horizon !== null && horizons.includes(horizon) ? horizon : usual.horizon,
    basis: basis !== null && bases.includes(basis) ? basis : usual.basis,
  };
}

function choice(label: string): HTMLSelectElement {
  return element("select", { "aria-label": label, title: label });
}

function fill(select: HTMLSelectElement, values: readonly string[], chosen: string): void {
  const known = [...select.options].map(({ value }) => value);
  if (known.join("\n") !== values.join("\n")) {
    select.replaceChildren(...values.map((value) => element("option", { value, text: value })));
  }
  select.value = chosen;
  setAttributes(select, { disabled: values.length < 2 && "" });
}
