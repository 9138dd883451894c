import { type LatestSignals, LatestSignalsBuilder } from "../../service/latestSignals";
import { textAt } from "../../shared/columns";

/**
 * The records of a code, whatever its Unicode form, and of some versions of it; without a code, all. May pause after each
 * record.
 */
export function* recordsOf(
  records: LatestSignals,
  code: string | undefined,
  versions?: readonly number[],
): Generator<void, LatestSignals> {
  if (code === undefined) return records;
  const { columns } = records;
  const known = new Map<number, boolean>();
  const isOf = (text: number): boolean => {
    const isCode = known.get(text) ?? textAt(columns, text)?.normalize("NFC") === code;
    known.set(text, isCode);
    return isCode;
  };
  const own = new LatestSignalsBuilder();
  for (const [index, text] of columns.codes.entries()) {
    yield;
    const isShown = versions?.includes(columns.versions[index] ?? 0) ?? true;
    const record = isShown && isOf(text) ? records.at(index) : undefined;
    if (record !== undefined) own.add(record);
  }
  return own.build();
}
