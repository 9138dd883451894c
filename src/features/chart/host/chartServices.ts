import { type PageFailure } from "../../../shared/pageProtocol";
import { type Repairs } from "../../../data/normalizeFrame";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { type AsOf, type Instant } from "../../../shared/instant";
import { type DataKind } from "../../../shared/reference";
import { type FetchState } from "../../../store/fetchState";
import { type CachedVintage } from "../../../store/seriesStore";
import { type SeriesTarget } from "../../../shared/place";

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
