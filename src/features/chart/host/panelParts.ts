import { type PageFailure } from "../../../shared/pageProtocol";
import { type Frame } from "../../../data/frame";
import { partOf } from "../../../data/sliceFrame";
import { type ChartPart, type PartRole, type SentPart } from "../protocol";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { msOfInstant } from "../../../shared/instant";
import { type SignalRef } from "../../../shared/reference";
import { type Panel } from "../../../store/panel";
import { type Connection } from "../../../connect/connection";
import { type ViewState } from "../model/viewState";
import { chartDataOf } from "./chartData";
import { chartExcerptOf } from "./chartExcerpt";
import { chartSliceOf } from "./chartSlice";
import { roundedExcerpt } from "./roundedExcerpt";
import { type ChartNames, seriesIdentity } from "./seriesIdentity";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/** What the parts of a panel's chart are made for. */
export interface PanelSubject {
  readonly place: PanelChartPlace;
  readonly connection: Connection;
  readonly names: ChartNames;
  /** Kind for a panel that another one is compared with. */
  readonly role: Exclude<PartRole, "vintage">;
  /** The view that the page opens with, for which excerpts may be enough; absent where they have to be whole. */
  readonly openingState?: ViewState | undefined;
}

/** A variant of a panel as it was asked for: its own chart, the same whatever latest was when the panel was fetched. */
export function ownChartOf(
  { connectionId, reference: panel }: PanelChartPlace,
  variant: SignalRef,
): SeriesTarget {
  return { connectionId, reference: { ...variant, asOf: panel.asOf } };
}

/** A variant that has data; of a slice with those of its columns that it has. */
export function variantPart(
  subject: PanelSubject,
  variant: SignalRef,
  whole: Frame,
  { retrievedAt }: Pick<Panel, "retrievedAt">,
): SentPart {
  const { slice } = subject.place;
  const frame = partOf(whole, slice);
  const part = slice === undefined ? null : chartSliceOf(slice, frame, whole);
  const fetchedAtMs = msOfInstant(retrievedAt);
  // All of them have the as-of that the panel tells.
  const age = { latestAsOf: null, fetchedAtMs, staleBecause: null };
  // The coverage line tells those of the whole panel.
  const fetched = { reference: variant, frame, ...age, repairs: [], slice: part };
  const { openingState } = subject;
  const excerpt = openingState && chartExcerptOf(fetched, openingState, true);
  const data = excerpt === undefined ? chartDataOf(fetched) : roundedExcerpt(excerpt);
  return { ...outlineOf(subject, variant), data, failure: null };
}

/** A variant that could not be fetched. */
export function failedPart(
  subject: PanelSubject,
  variant: SignalRef,
  failure: PageFailure,
): ChartPart {
  return { ...outlineOf(subject, variant), data: null, failure };
}

function outlineOf(
  { place, connection, names, role }: PanelSubject,
  variant: SignalRef,
): Omit<ChartPart, "data" | "failure"> {
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
