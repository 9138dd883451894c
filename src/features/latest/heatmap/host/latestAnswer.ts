import { type ReadableNames } from "../../../../catalog/readableNames";
import { type LatestSignals } from "../../../../service/latestSignals";
import { unreadableCount } from "../../../../service/listing";
import { type ListedSignal } from "../../../../service/parseSignals";
import { tagLabels } from "../../../../shared/latestColumns";
import { type LatestSubject } from "../../model/latestPlace";
import { type SentAnswer } from "../protocol";
import { plainLine } from "../../../../shared/plainText";
import { type CachedSignals } from "../../../../store/listingFiles";
import { Slices } from "../../../../service/slices";
import { recordsOf } from "../../recordsOf";

export interface AnswerRequest {
  readonly generation: number;
  /** All records if undefined. */
  readonly subject: LatestSubject | undefined;
  readonly listed: readonly ListedSignal[];
  /** Why the service could not be asked for newer values, in words; null when it need not be. */
  readonly staleBecause: string | null;
  readonly names: ReadableNames;
  readonly signal: AbortSignal;
}

/** What the service told, and which of its records the page gets. */
interface TakenRecords {
  readonly answer: SentAnswer;
  readonly records: LatestSignals;
}

/** The records of an answer as columns, without holding up the editor. @throws the signal's reason when it aborts. */
export async function takeRecords(
  listing: CachedSignals,
  { generation, subject, listed, staleBecause, names, signal }: AnswerRequest,
): Promise<TakenRecords> {
  const { items, notice, fetchedAtMs } = listing;
  const slices = new Slices(signal);
  const records = await slices.run(recordsOf(items, subject?.code));
  const labels = await slices.run(
    tagLabels(records.columns, (field, value) => plainLine(names.tagValue(field, value))),
  );
  const signals = listed
    .filter((each) => isOf(subject, each))
    .map(({ code, version, name }) => ({ code, version, name: plainLine(name) }));
  const answer: SentAnswer = {
    generation,
    columns: records.packed,
    labels,
    signals,
    fetchedAtMs,
    staleBecause,
    unreadable: unreadableCount(listing),
    notice: notice === undefined ? null : plainLine(notice),
  };
  return { answer, records };
}

/** All versions of a code: a record of version 0 may belong to any of them. */
function isOf(subject: LatestSubject | undefined, { code }: ListedSignal): boolean {
  return subject === undefined || code.normalize("NFC") === subject.code;
}
