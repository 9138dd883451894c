import { type LatestSignals, LatestSignalsBuilder } from "../../src/service/latestSignals";
import { type LatestColumns, type LatestSignal, tagLabels } from "../../src/shared/latestColumns";
import { finish } from "../../src/shared/finish";

export function signalsOf(records: Iterable<LatestSignal>): LatestSignals {
  const builder = new LatestSignalsBuilder();
  for (const record of records) builder.add(record);
  return builder.build();
}

/** Records as the page of latest signals gets them. */
export function latestColumnsOf(
  records: Iterable<LatestSignal>,
  readable: (field: string, value: string) => string = (_field, value) => value,
): LatestColumns {
  const { columns } = signalsOf(records);
  return { ...columns, labels: finish(tagLabels(columns, readable)) };
}
