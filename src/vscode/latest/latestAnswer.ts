import { type ReadableNames } from "../../catalog/readableNames";
import { type LatestSignal } from "../../service/parseLatestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { LatestColumnsBuilder } from "../../shared/latest/latestColumns";
import { type LatestSubject } from "../../shared/latest/latestPlace";
import { type LatestAnswer } from "../../shared/latest/latestProtocol";
import { plainLine } from "../../shared/plainText";
import { type CachedListing } from "../../store/listingFiles";
import { Slices } from "../../store/slices";
import { failureText } from "../report/failureText";

export interface AnswerRequest {
  readonly generation: number;
  /** Of all records unless given. */
  readonly subject: LatestSubject | undefined;
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly signal: AbortSignal;
}

/** What the service told, and which of its records the page gets. */
export interface TakenRecords {
  readonly answer: LatestAnswer;
  /** In the order of the columns. */
  readonly records: readonly LatestSignal[];
}

/** The records of an answer as columns, without holding up the editor. @throws the signal's reason when it aborts. */
export async function takeRecords(
  { items, unreadable, notice, fetchedAtMs, staleBecause }: CachedListing<LatestSignal>,
  { generation, subject, listed, names, signal }: AnswerRequest,
): Promise<TakenRecords> {
  const records = items.filter((record) => isOf(subject, record));
  const readable = (field: string, value: string): string =>
    plainLine(names.tagValue(field, value));
  const builder = new LatestColumnsBuilder(records.length, readable);
  const slices = new Slices(signal);
  for (const record of records) {
    builder.add(record);
    if (slices.isOver) await slices.next();
  }
  const signals = listed
    .filter((each) => isOf(subject, each))
    .map(({ code, version, name }) => ({ code, version, name: plainLine(name) }));
  const answer: LatestAnswer = {
    generation,
    columns: builder.build(),
    signals,
    fetchedAtMs,
    staleBecause: staleBecause === undefined ? null : failureText(staleBecause),
    unreadable: unreadable.length,
    notice: notice === undefined ? null : plainLine(notice),
  };
  return { answer, records };
}

/** All versions of a code: a record of version 0 may belong to any of them. */
function isOf(subject: LatestSubject | undefined, { code }: { readonly code?: string }): boolean {
  return subject === undefined || code?.normalize("NFC") === subject.code;
}
