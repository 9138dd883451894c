import { type ForecastChanges, type ForecastSides, mostDetails } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { element, setAttributes } from "../../../../../ui/element";
import { type RowKeys } from "../../../../../ui/rowKeys";
import {
  basesOf,
  type ForecastBasis,
  type ForecastMove,
  forecastMoves,
  fullestBasis,
} from "../model/forecastMoves";
import { forecastRows } from "./changedForecastRows";
import { isWhole, Section } from "./section";
import { type ChangesViewState } from "./changesViewState";

export interface ForecastSectionOptions {
  readonly keys: RowKeys;
  readonly onChange: (changes: Partial<ChangesViewState>) => void;
  readonly onWhole: (id: string) => void;
  /** Requests the components and attributions of forecasts. */
  readonly onMissing: (summaries: readonly number[]) => void;
}

interface Offer {
  readonly horizons: readonly string[];
  readonly bases: readonly string[];
  readonly usual: ForecastBasis;
}

/** The forecasts that moved most over one horizon. */
export class ForecastSection {
  readonly section: Section;
  private readonly horizon = choice(t("Horizon"));
  private readonly basis = choice(t("Currency and Hedging"));
  private readonly details = new Map<number, ForecastSides>();
  private readonly asked = new Set<number>();
  private opened: string | null = null;
  /** The choices that the answer offers; computed once. */
  private offer: Offer | undefined;

  constructor(private readonly options: ForecastSectionOptions) {
    const { keys, onChange, onWhole } = options;
    const title = t("Forecasts Moved");
    const list = element("div", { class: "items", role: "list", "aria-label": title });
    this.section = new Section({ id: "forecasts", title, note: "", first: 6, keys, onWhole }, list);
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
    const shown = all
      .slice(0, this.section.countOf(all.length, isWhole(state, this.section)))
      .slice(0, mostDetails);
    const [first] = shown;
    this.opened = state.opened ?? (first === undefined ? "" : rowKey(first));
    const rows = shown.flatMap((move) =>
      forecastRows({
        move,
        horizon: chosen.horizon,
        sides: this.details.get(move.summary),
        isOpen: rowKey(move) === this.opened,
        onToggle: () => this.toggle(rowKey(move)),
      }),
    );
    this.section.show(rows, all.length, isWhole(state, this.section));
    const missing = shown.flatMap(({ summary }) => (this.asked.has(summary) ? [] : summary));
    for (const summary of missing) this.asked.add(summary);
    if (missing.length > 0) this.options.onMissing(missing);
  }

  /** The right arrow key expands the attribution of a row; the left arrow key collapses it. */
  unfold(row: HTMLElement, isOpening: boolean): void {
    const key = row.dataset["key"] ?? "";
    if (key.startsWith("forecast ") && isOpening !== (key === this.opened)) this.toggle(key);
  }

  private toggle(key: string): void {
    this.options.onChange({ opened: key === this.opened ? "" : key });
  }
}

function rowKey({ summary }: ForecastMove): string {
  return `forecast ${summary}`;
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
