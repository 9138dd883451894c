import { type Repairs } from "../data/normalizeFrame";

/** What was changed in a body so that it became a frame, a line each for the log. */
export function repairNotes(repairs: Repairs): string[] {
  const { duplicateRows, infinities, droppedCounters, isReordered } = repairs;
  const { undatedRows, leftOutColumns, cameAs } = repairs;
  return [
    ...(cameAs === undefined ? [] : [`the service sent ${cameAs} instead of the requested format`]),
    ...(isReordered ? ["rows were sorted by day"] : []),
    ...(duplicateRows > 0 ? [`duplicate rows counted once: ${duplicateRows}`] : []),
    ...(undatedRows > 0 ? [`rows without a day left out: ${undatedRows}`] : []),
    ...(infinities > 0 ? [`infinite values read as no value: ${infinities}`] : []),
    ...(droppedCounters > 0 ? [`unnamed counter columns left out: ${droppedCounters}`] : []),
    ...(leftOutColumns.length > 0 ? [`columns left out: ${leftOutColumns.join(", ")}`] : []),
  ];
}
