import { type Frame } from "../../../data/frame";
import { NotFoundError } from "../../../service/errors";
import { orderedNames } from "../../chart/model/columnNames";
import { type Instant } from "../../../shared/instant";
import { newestDistance } from "../../../shared/series/normalise";
import { compareValues } from "../../../shared/series/observations";
import { type BatchOptions, takenBatch } from "../../../store/seriesBatch";
import { type ProfileMember } from "./profileSeries";
import { type LatestSource } from "../../../store/latest";

/** The series of a profile in the order in which a chart shows them. */
export interface Ranking {
  readonly members: readonly ProfileMember[];
  /** The distance of the newest value from the mean, or the absolute value of the newest score in the records. */
  readonly order: "distance" | "newest";
  /** How many series could not be fetched; they come last. */
  readonly failed: number;
  /** The instant that `latest` resolved to; absent if nothing was fetched as of latest. */
  readonly asOf?: Instant;
}

/** Ranks the largest newest scores first, by the records alone. Those without a score come last. */
export function byNewestScore(members: readonly ProfileMember[]): Ranking {
  const sizeOf = ({ record }: ProfileMember): number => Math.abs(record.aggregate);
  const ranked = members.toSorted((one, other) => compareValues(sizeOf(one), sizeOf(other), false));
  return { members: ranked, order: "newest", failed: 0 };
}

/**
 * Ranks the series whose newest value is furthest from its mean first, and fetches all series for that. Those that do not
 * vary come next, then those that could not be fetched; ties stay in order. A series that the service does not have
 * is left out. If nothing can be fetched, ranks as {@link byNewestScore}.
 *
 * @throws the signal's reason when it aborts.
 */
export async function byDistance(
  members: readonly ProfileMember[],
  source: LatestSource,
  options: BatchOptions,
): Promise<Ranking> {
  const items = members.map((member) => ({ source, reference: member.target.reference, member }));
  const batch = await takenBatch(items, ({ frame }) => distanceOf(frame), options);
  const failed = batch.failed.filter(({ error }) => !(error instanceof NotFoundError));
  if (batch.fetched.length === 0) return byNewestScore(failed.map(({ item }) => item.member));
  const ranked = batch.fetched.toSorted((one, other) =>
    compareValues(one.series, other.series, false),
  );
  return {
    members: [...ranked, ...failed].map(({ item }) => item.member),
    order: "distance",
    failed: failed.length,
    ...(batch.asOf === undefined ? {} : { asOf: batch.asOf }),
  };
}

/** The distance in the column that a chart shows first. */
function distanceOf({ days, columns }: Frame): number {
  const numbers = columns.flatMap((column) => (column.type === "number" ? [column] : []));
  const [name] = orderedNames(numbers.map((column) => column.name));
  const shown = numbers.find((column) => column.name === name);
  return shown === undefined ? Number.NaN : newestDistance({ days, values: shown.values });
}
