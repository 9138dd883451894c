import { isSpeltAlike } from "../../catalog/listedSpelling";
import { type LatestSignals } from "../../service/latestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { Slices } from "../../service/slices";
import { type LatestSignal } from "../../shared/latest/latestColumns";
import { type SeriesTarget, targetPath } from "../../shared/place";
import { type AsOf } from "../../shared/instant";
import { type DataKind, signalRef } from "../../shared/reference";
import { type CatalogStore } from "../../store/catalogStore";
import { RecordVariants } from "./latestTargets";
import { recordVersions } from "./listedSignals";

/** A value of a tag kind, such as Spain. */
interface ProfileSubject {
  readonly connectionId: string;
  readonly tagKind: string;
  readonly value: string;
}

interface ProfileParts {
  readonly catalog: Pick<CatalogStore, "definition">;
  readonly listed: readonly ListedSignal[];
  /** Of the references. */
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
  readonly signal: AbortSignal;
}

/** A series of a profile, and the day of its newest record. */
export interface ProfileMember {
  readonly target: SeriesTarget;
  readonly record: LatestSignal;
}

/**
 * The series of all signals that have a tag value, by their newest records: those with no other tag first, then the most
 * recent. A record whose definition does not have the variant is left out.
 *
 * @throws as fetching a definition does, and the signal's reason when it aborts.
 */
export async function profileSeries(
  { connectionId, tagKind, value }: ProfileSubject,
  records: LatestSignals,
  { catalog, listed, dataKind, asOf, signal }: ProfileParts,
): Promise<readonly ProfileMember[]> {
  const slices = new Slices(signal);
  const found = await slices.run(recordsWith(records, value));
  // Of two records for one variant the later production counts.
  const recent = found.sort((one, other) => {
    const days = other.day - one.day;
    return days === 0 ? (other.pointInTimeMs ?? 0) - (one.pointInTimeMs ?? 0) : days;
  });
  const versionOf = recordVersions(listed);
  const variants = new RecordVariants((each) => catalog.definition(each));
  const members = new Map<string, ProfileMember>();
  for (const record of recent) {
    if (slices.isOver) await slices.next();
    const version = versionOf(record.code ?? "", record.version);
    const variant = await variants.of({ record, version });
    if (typeof variant === "string") continue;
    const own = Object.entries(variant.tags);
    // A region may have the same name as the country.
    if (!own.some(([kind, each]) => isSpeltAlike(kind, tagKind) && isSpeltAlike(each, value)))
      continue;
    const target = { connectionId, reference: signalRef({ ...variant, dataKind, asOf }) };
    const path = targetPath(target);
    if (!members.has(path)) members.set(path, { target, record });
  }
  const tagCount = ({ target: { reference } }: ProfileMember): number =>
    reference.family === "signal" ? Object.keys(reference.tags).length : 0;
  return [...members.values()].sort((one, other) => tagCount(one) - tagCount(other));
}

function* recordsWith(records: LatestSignals, value: string): Generator<void, LatestSignal[]> {
  const found: LatestSignal[] = [];
  for (let index = 0; index < records.length; index++) {
    yield;
    const record = records.at(index);
    if (record === undefined) continue;
    if (Object.values(record.tags).some((each) => isSpeltAlike(each, value))) found.push(record);
  }
  return found;
}
