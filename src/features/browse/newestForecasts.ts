import { ForecastValues, inHedging } from "../../catalog/forecastValues";
import { type Hedging } from "../../service/parseHedgings";
import { type ForecastRef } from "../../shared/reference";
import { type CatalogStore } from "../../store/catalogStore";
import { type CachedForecasts } from "../../store/listingFiles";
import { Slices } from "../../service/slices";
import { forecastValue, type RowValue } from "./rowValue";

interface ReadForecasts {
  readonly of: CachedForecasts;
  readonly byHedging: ForecastValues;
  /** The service's modes, then those that only its answers contain. */
  readonly hedgings: readonly Hedging[];
}

/** The newest forecasts of one service, for rows, in one of its hedging modes. */
export class NewestForecasts {
  private known: ReadForecasts | undefined;
  private reading: { readonly of: CachedForecasts; readonly done: Promise<void> } | undefined;

  constructor(private readonly catalog: CatalogStore) {}

  /** Empty before an answer has been read. */
  get hedgings(): readonly Hedging[] {
    return this.known?.hedgings ?? [];
  }

  get isReading(): boolean {
    return this.reading !== undefined;
  }

  /** Reads an answer if it is new; returns whether there is anything new to show. */
  async read(latest: CachedForecasts): Promise<boolean> {
    if (this.known?.of === latest) return false;
    if (this.reading?.of !== latest) this.reading = { of: latest, done: this.readAll(latest) };
    const { reading } = this;
    await reading.done;
    if (this.reading === reading) this.reading = undefined;
    return true;
  }

  /**
   * The newest forecast of a series in a mode; undefined where there is none yet.
   *
   * @param hedging - The mode that the person has chosen.
   */
  valueOf(reference: ForecastRef, hedging: string | undefined): RowValue | undefined {
    const { known } = this;
    const newest = known?.byHedging.of(reference);
    if (known === undefined || newest === undefined) return undefined;
    const chosen = inHedging(newest, chosenHedging(known.hedgings, hedging));
    return chosen && forecastValue(chosen, newest, known.of.fetchedAtMs);
  }

  private async readAll(of: CachedForecasts): Promise<void> {
    const byHedging = new ForecastValues(of.items);
    await new Slices().run(byHedging.read());
    const listed = await this.listedHedgings();
    const known = new Set(listed.map(({ name }) => name));
    const others = byHedging.hedgings.filter((name) => !known.has(name));
    this.known = { of, byHedging, hedgings: [...listed, ...others.map((name) => ({ name }))] };
  }

  /** Empty when the listing fails, which the log shows; the modes in answers remain. */
  private async listedHedgings(): Promise<readonly Hedging[]> {
    try {
      return (await this.catalog.hedgings()).items;
    } catch {
      return [];
    }
  }
}

/** The chosen mode if it exists, else the service's first one. */
export function chosenHedging(
  hedgings: readonly Hedging[],
  chosen: string | undefined,
): string | undefined {
  return (hedgings.find(({ name }) => name === chosen) ?? hedgings[0])?.name;
}
