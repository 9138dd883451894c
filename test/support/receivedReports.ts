import { type ChartData, type ReportedPart, type ToChart } from "../../src/features/chart/protocol";
import { receivedData } from "../../src/features/chart/page/model/receivedParts";

/** A part of a message, with its data as a page has them. */
export type ReceivedReport = Omit<ReportedPart, "data"> & {
  readonly data: ChartData | "unchanged" | null;
};

/** The parts of a `show` or `part` message; none of any other. */
export function reportsIn(message: ToChart): readonly ReceivedReport[] {
  if (message.type === "show") return message.parts.map(receivedReport);
  return message.type === "part" ? [receivedReport(message.part)] : [];
}

function receivedReport({ data, ...part }: ReportedPart): ReceivedReport {
  const isData = data !== null && data !== "unchanged";
  return { ...part, data: isData ? receivedData(data) : data };
}
