import { type PageFailure } from "../../../shared/pageProtocol";
import { type Repairs } from "../../../data/normalizeFrame";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { type AsOf, type Instant } from "../../../shared/instant";
import { type DataKind } from "../../../shared/reference";
import { type CatalogStore } from "../../../store/catalogStore";
import { type FetchState } from "../../../store/fetchState";
import { type LatestSource } from "../../../store/latest";
import { type CachedVintage, type SeriesStore } from "../../../store/seriesStore";
import { type Panels } from "../../../store/panels";
import { type Connection } from "../../../connect/connection";
import { type Disposable } from "../../../editor/disposables";
import { type SeriesTarget } from "../../../shared/place";

/** The parts of a connected service that a chart uses. */
export interface ChartService {
  readonly connection: Connection;
  readonly catalog: Pick<
    CatalogStore,
    "cachedSignals" | "cachedMarkets" | "storedDefinition" | "loadNames"
  >;
  readonly client: LatestSource["client"];
  readonly series: LatestSource["series"] & Pick<SeriesStore, "nearestCached">;
}

/** The parts of a connected service that a panel's chart uses. */
export interface PanelService extends Omit<ChartService, "client" | "series"> {
  readonly panels: Panels;
}

export interface ChartServices<Service = ChartService> {
  get(connectionId: string): Promise<Service>;
  /** Calls the listener with the id of a connection whose address or key has changed. */
  readonly onDidReset: (listener: (connectionId: string) => void) => Disposable;
}

/** A value of a tag kind, such as Spain, and what the references to its series have in common. */
export interface ProfileSubject {
  readonly connectionId: string;
  readonly tagKind: string;
  readonly value: string;
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/**
 * Asks which series of a tag value a chart shows; undefined if the user cancels.
 *
 * @param shown - The series that are selected initially.
 */
export type ChooseProfileSeries = (
  subject: ProfileSubject,
  shown: readonly SeriesTarget[],
) => Promise<readonly SeriesTarget[] | undefined>;

/** Messages and tab states for each way in which reading the series of a chart can end. */
export interface ChartOutcomes {
  /**
   * The failure to show in place of a series, with the actions that help.
   *
   * @param cached - The vintage that can be opened instead; absent when nothing is cached.
   */
  failureOf(error: unknown, series: SeriesTarget, cached?: CachedVintage): PageFailure;
  /** The failure of a panel of which nothing could be read. */
  panelFailureOf(error: unknown, place: PanelChartPlace): PageFailure;
  /** The failure of a panel whose fetch was cancelled before anything was shown. */
  cancelled(): PageFailure;
  /** A message that gives the reason why there is nothing newer. */
  reasonOf(error: unknown): string;
  /** Messages about what was repaired in an answer. */
  repairText(repairs: Repairs): readonly string[];
  /** Updates the rows and tabs of a series with its fetch state and its repairs. */
  noteRead(series: SeriesTarget, read: FetchState & { readonly repairs?: Repairs }): void;
  /**
   * Updates the tabs of a panel with its fetch state.
   *
   * @param asOf - Of what is shown from now on; absent when unchanged.
   */
  notePanelRead(place: PanelChartPlace, age: FetchState, asOf?: Instant): void;
  noteFailure(series: SeriesTarget, error: unknown): void;
}
