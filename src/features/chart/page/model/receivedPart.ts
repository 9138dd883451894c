import { type ChartPart, type SentPart } from "../../protocol";
import { receivedValues } from "../../model/roundedValues";

/** Converts a sent part to one that can be drawn: rounded values become doubles. */
export function receivedPart(part: SentPart): ChartPart {
  const { data } = part;
  if (data === null) return { ...part, data };
  const columns = data.columns.map((column) => ({
    ...column,
    values: receivedValues(column.values),
  }));
  return { ...part, data: { ...data, columns } };
}
