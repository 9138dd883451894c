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

/** What a chart needs of the service behind a connection. */
export interface ChartService {
  readonly connection: Connection;
  readonly catalog: Pick<
    CatalogStore,
    "cachedSignals" | "cachedMarkets" | "storedDefinition" | "loadNames"
  >;
  readonly client: LatestSource["client"];
  readonly series: LatestSource["series"] & Pick<SeriesStore, "nearestCached">;
}

/** What a panel's chart needs of it. */
export interface PanelService extends Omit<ChartService, "client" | "series"> {
  readonly panels: Panels;
}

export interface ChartServices<Service = ChartService> {
  get(connectionId: string): Promise<Service>;
  /** Calls back with the id of a connection whose address or key has changed. */
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

/** What the editor makes of how reading the series of a chart ends. */
export interface ChartOutcomes {
  /**
   * What stands in the place of a series that could not be read, and what helps.
   *
   * @param cached - What can be opened instead; absent where nothing is cached.
   */
  failureOf(error: unknown, series: SeriesTarget, cached?: CachedVintage): PageFailure;
  /** The same for a panel of which nothing could be read. */
  panelFailureOf(error: unknown, place: PanelChartPlace): PageFailure;
  /** The same for a panel whose fetch was cancelled before there was anything to show. */
  cancelled(): PageFailure;
  /** Why there is nothing newer, in words. */
  reasonOf(error: unknown): string;
  /** What of an answer is not shown as it came, in words. */
  repairText(repairs: Repairs): readonly string[];
  /** Tells the rows and tabs of a series how old it is, and what of its answer it does not show as it came. */
  noteRead(series: SeriesTarget, read: FetchState & { readonly repairs?: Repairs }): void;
  /** The same of a panel and its tabs. @param asOf - Of what is shown from now on; absent where that has not changed. */
  notePanelRead(place: PanelChartPlace, age: FetchState, asOf?: Instant): void;
  noteFailure(series: SeriesTarget, error: unknown): void;
}
