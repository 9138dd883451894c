import { type ChartPart, type SentPart } from "../../../shared/chart/chartProtocol";
import { receivedValues } from "../../../shared/chart/roundedValues";

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
