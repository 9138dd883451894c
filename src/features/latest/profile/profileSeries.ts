import { type ProfileSubject } from "../../chart/host/chartServices";
import { hasTag, isSpeltAlike } from "../../../catalog/listedSpelling";
import { type LatestSignals } from "../../../service/latestSignals";
import { type SignalDefinition } from "../../../service/parseDefinition";
import { type ListedSignal } from "../../../service/parseSignals";
import { Slices } from "../../../service/slices";
import { type LatestSignal } from "../../../shared/latestColumns";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { signalRef } from "../../../shared/reference";
import { tagStem } from "../../../shared/tagKind";
import { definitionKey } from "../../../store/definitionJournal";
import { RecordVariants, type VersionedRecord } from "../latestTargets";
import { recordVersions } from "../../../catalog/recordVersions";

/** A series of a profile and its newest record. */
export interface ProfileMember {
  readonly target: SeriesTarget;
  readonly record: LatestSignal;
}

/** A record of a profile and the version of its signal. */
export interface ProfileRecord extends VersionedRecord {
  readonly record: LatestSignal;
}

/**
 * The records of a tag value, the most recent first: for each code, only those of the newest version that has the value.
 *
 * @throws the signal's reason when it aborts.
 */
export async function profileRecords(
  { tagKind, value }: ProfileSubject,
  records: LatestSignals,
  listed: readonly ListedSignal[],
  signal: AbortSignal,
): Promise<readonly ProfileRecord[]> {
  const slices = new Slices(signal);
  const found = await slices.run(recordsWith(records, tagKind, value));
  const versionOf = recordVersions(listed);
  const versioned = found.map((record) => ({
    record,
    version: versionOf(record.code ?? "", record.version),
  }));
  const newest = new Map<string | undefined, number>();
  for (const { record, version } of versioned) {
    newest.set(record.code, Math.max(version, newest.get(record.code) ?? 0));
  }
  // The later of two records for one variant comes first, because only the first is used.
  return versioned
    .filter(({ record, version }) => newest.get(record.code) === version)
    .sort(({ record: one }, { record: other }) => {
      const days = other.day - one.day;
      return days === 0 ? (other.pointInTimeMs ?? 0) - (one.pointInTimeMs ?? 0) : days;
    });
}

/** The signals of the records, as they are listed, by their {@link definitionKey}. */
export function signalsOf(
  records: readonly ProfileRecord[],
  listed: readonly ListedSignal[],
): ReadonlyMap<string, ListedSignal> {
  const known = new Map(listed.map((signal) => [definitionKey(signal), signal]));
  const signals = new Map<string, ListedSignal>();
  for (const { record, version } of records) {
    if (record.code === undefined) continue;
    const signal = { code: record.code, version, name: record.code };
    const key = definitionKey(signal);
    signals.set(key, known.get(key) ?? signal);
  }
  return signals;
}

/**
 * The series of the records. A record whose definition is absent or does not have the variant is left out.
 *
 * @param definitions - By their {@link definitionKey}.
 * @throws the signal's reason when it aborts.
 */
export async function profileMembers(
  { connectionId, tagKind, value, dataKind, asOf }: ProfileSubject,
  records: readonly ProfileRecord[],
  definitions: ReadonlyMap<string, SignalDefinition>,
  signal: AbortSignal,
): Promise<readonly ProfileMember[]> {
  const slices = new Slices(signal);
  const variants = new RecordVariants((each) =>
    Promise.resolve(definitions.get(definitionKey(each))),
  );
  const members = new Map<string, ProfileMember>();
  for (const each of records) {
    if (slices.isOver) await slices.next();
    const variant = await variants.of(each);
    if (typeof variant === "string") continue;
    // A region may have the same name as the country.
    if (!hasTag(variant.tags, tagKind, value)) continue;
    const target = { connectionId, reference: signalRef({ ...variant, dataKind, asOf }) };
    const path = targetPath(target);
    if (!members.has(path)) members.set(path, { target, record: each.record });
  }
  return [...members.values()];
}

function* recordsWith(
  records: LatestSignals,
  tagKind: string,
  value: string,
): Generator<void, LatestSignal[]> {
  const stem = tagStem(tagKind);
  const found: LatestSignal[] = [];
  for (let index = 0; index < records.length; index++) {
    yield;
    const record = records.at(index);
    const tags = Object.entries(record?.tags ?? {});
    const isOwn = tags.some(
      ([field, text]) => isSpeltAlike(tagStem(field), stem) && isSpeltAlike(text, value),
    );
    if (record !== undefined && isOwn) found.push(record);
  }
  return found;
}
