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
  /** A message that gives the reason why there is nothing newer; null unless the values are stale. */
  readonly staleBecause: string | null;
  readonly names: ReadableNames;
  readonly signal: AbortSignal;
}

/** The answer for the page, and the records that it is about. */
interface TakenRecords {
  readonly answer: SentAnswer;
  readonly records: LatestSignals;
}

/**
 * Converts the records of an answer to columns, without blocking the editor.
 *
 * @throws the signal's reason when it aborts.
 */
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

/** Accepts all versions of a code: a record of version 0 may belong to any of them. */
function isOf(subject: LatestSubject | undefined, { code }: ListedSignal): boolean {
  return subject === undefined || code.normalize("NFC") === subject.code;
}
