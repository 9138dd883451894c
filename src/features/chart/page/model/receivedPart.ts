import { type ChartPart, type SentPart } from "../../protocol";
import { receivedValues } from "../../model/roundedValues";

/** A part as the page draws it. */
export function receivedPart(part: SentPart): ChartPart {
  const { data } = part;
  if (data === null) return { ...part, data };
  const columns = data.columns.map((column) => ({
    ...column,
    values: receivedValues(column.values),
  }));
  return { ...part, data: { ...data, columns } };
}
