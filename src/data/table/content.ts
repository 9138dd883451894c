import { type Instant } from "../../shared/instant";
import { type PanelRef, type SeriesRef, type SignalRef } from "../../shared/reference";
import { type Slice } from "../../shared/slice";
import { type Target } from "../../shared/place";

/**
 * What a table is made of: one series or several, a panel, or several panels joined. `S` and `P` say what is known of a series
 * and of a panel: what was asked for, what came, or where it comes from.
 */
export type TableOf<S, P> =
  | { readonly kind: "series"; readonly member: S }
  /** May span connections and as-ofs. */
  | { readonly kind: "set"; readonly members: readonly S[] }
  | { readonly kind: "panel"; readonly member: P }
  /** One long table, by the date and the tag kinds. */
  | { readonly kind: "join"; readonly members: readonly P[] };
/** A table as it is asked for. */
export type TableContent = TableOf<Target<SeriesRef>, Target<PanelRef>>;

/** How a table is written; never part of what is fetched. */
export interface TableView {
  /** The part of each series that is written; of a set or a join always all. */
  readonly slice?: Slice | undefined;
  /** The column whose values stand side by side; absent where the series stand one below the other. */
  readonly column?: string | undefined;
}

/** Who gives the values. */
interface Origin {
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

/** A series that a table holds. */
export interface HeldSeries extends Origin {
  /** Of a signal with the as-of that was sent: asked for again, it gives the same values. */
  readonly reference: SeriesRef;
  /** When the service gave it. */
  readonly retrievedAt: Instant;
  /** Why the values are older than they should be: the service could not be asked anew. */
  readonly staleBecause?: Error | undefined;
}

/** A panel that can be asked for again. */
export type DatedPanelRef = PanelRef & { readonly asOf: Instant };

/** A panel that a table holds. */
export interface HeldPanel extends Origin {
  readonly panel: {
    /** The sets as they were asked for, with the as-of that was sent. */
    readonly reference: DatedPanelRef;
    /** What it expanded to, in the table's order. */
    readonly variants: readonly { readonly reference: SignalRef }[];
    readonly retrievedAt: Instant;
    readonly staleBecause?: Error | undefined;
  };
}

/** A table as its name and its metadata tell of it. */
export type HeldTable = TableOf<HeldSeries, HeldPanel>;
