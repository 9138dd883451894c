import { type PageFailure } from "../../../shared/pageProtocol";
import { type Frame } from "../../../data/frame";
import { partOf } from "../../../data/sliceFrame";
import { type PartRole, type SentPart } from "../protocol";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { msOfInstant } from "../../../shared/instant";
import { type SignalRef } from "../../../shared/reference";
import { type Panel } from "../../../store/panel";
import { type Connection } from "../../../connect/connection";
import { type ViewState } from "../model/viewState";
import { chartDataOf, sentDataOf } from "./chartData";
import { chartSliceOf } from "./chartSlice";
import { type ChartNames, seriesIdentity } from "./seriesIdentity";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/** The parameters that all parts of a panel's chart share. */
export interface ChartedPanel {
  readonly place: PanelChartPlace;
  readonly connection: Connection;
  readonly names: ChartNames;
  /** `kind` for the other kind of a compared panel. */
  readonly role: Exclude<PartRole, "vintage">;
  /** The view; the columns that it shows are sent. */
  readonly state: ViewState;
}

/**
 * The place of a variant's own chart: with the as-of as requested, so that it is the same whatever `latest` resolved
 * to.
 */
export function ownChartOf(
  { connectionId, reference: panel }: PanelChartPlace,
  variant: SignalRef,
): SeriesTarget {
  return { connectionId, reference: { ...variant, asOf: panel.asOf } };
}

/** The part of a variant that has data; for a slice, with those of its columns that the variant has. */
export function variantPart(
  subject: ChartedPanel,
  variant: SignalRef,
  whole: Frame,
  { retrievedAt }: Panel,
): SentPart {
  const { slice } = subject.place;
  const frame = partOf(whole, slice);
  const part = slice === undefined ? null : chartSliceOf(slice, frame, whole);
  const fetchedAtMs = msOfInstant(retrievedAt);
  // The panel's outline has the as-of that all variants share.
  const age = { latestAsOf: null, fetchedAtMs, staleBecause: null };
  // The coverage line has the repairs of the whole panel.
  const fetched = { reference: variant, frame, ...age, repairs: [], slice: part };
  const data = sentDataOf(chartDataOf(fetched, subject.state));
  return { ...outlineOf(subject, variant), data, failure: null };
}

/** The part of a variant that could not be fetched. */
export function failedPart(
  subject: ChartedPanel,
  variant: SignalRef,
  failure: PageFailure,
): SentPart {
  return { ...outlineOf(subject, variant), data: null, failure };
}

function outlineOf(
  { place, connection, names, role }: ChartedPanel,
  variant: SignalRef,
): Omit<SentPart, "data" | "failure"> {
  const title = names.readable.variant(place.reference, variant.tags);
  return {
    id: targetPath(ownChartOf(place, variant)),
    role,
    family: "signal",
    title,
    fullTitle: title,
    shortTitle: names.readable.variant(place.reference, variant.tags, "short"),
    identity: seriesIdentity(
      { connectionId: place.connectionId, reference: variant },
      connection,
      names,
    ),
    isLoading: false,
  };
}
