import { type Instant } from "../../shared/instant";
import { type PanelRef, type SeriesRef, type SignalRef } from "../../shared/reference";
import { type Slice } from "../../shared/slice";
import { type Target } from "../../shared/place";

/**
 * What a table consists of: one series or several, a panel, or several joined panels. `S` and `P` are what is known
 * about a series and a panel: what was requested, what arrived, or where it comes from.
 */
export type TableOf<S, P> =
  | { readonly kind: "series"; readonly member: S }
  /** May span connections and as-ofs. */
  | { readonly kind: "set"; readonly members: readonly S[] }
  | { readonly kind: "panel"; readonly member: P }
  /** One long table, keyed by date and tag kinds. */
  | { readonly kind: "join"; readonly members: readonly P[] };
/** A table as requested. */
export type TableContent = TableOf<Target<SeriesRef>, Target<PanelRef>>;

/** How a table is written; never part of what is fetched. */
export interface TableView {
  /** The part of each series that is written; a set or a join is always written in full. */
  readonly slice?: Slice | undefined;
  /** The column of a wide layout; absent for the long layout. */
  readonly column?: string | undefined;
}

/** The source of the values. */
interface Origin {
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

/** A series, and when it was retrieved. */
export interface RetrievedSeries {
  /** For a signal, with the as-of that was sent, so that requesting it again returns the same values. */
  readonly reference: SeriesRef;
  readonly retrievedAt: Instant;
}

/** A series of a table. */
export interface HeldSeries extends Origin, RetrievedSeries {
  /** Why the values are older than they should be: the service could not be reached. */
  readonly staleBecause?: Error | undefined;
}

/** A panel at a fixed as-of, which can be requested again. */
export type DatedPanelRef = PanelRef & { readonly asOf: Instant };

/** A panel of a table. */
export interface HeldPanel extends Origin {
  readonly panel: {
    /** The sets as requested, with the as-of that was sent. */
    readonly reference: DatedPanelRef;
    /** The variants that it expanded to, in the table's order. */
    readonly variants: readonly { readonly reference: SignalRef }[];
    readonly retrievedAt: Instant;
    readonly staleBecause?: Error | undefined;
  };
}

/** Signals as of several instants, in one long table or a folder with one file for each as-of. */
export interface HeldVintages extends Origin {
  readonly kind: "vintages";
  /** Their own as-of is ignored. */
  readonly members: readonly SignalRef[];
  /** Ascending. */
  readonly asOfs: readonly Instant[];
}

/** A table with what its name and metadata contain. */
export type HeldTable = TableOf<HeldSeries, HeldPanel>;
