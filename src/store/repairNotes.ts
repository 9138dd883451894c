import { type Repairs } from "../data/normalizeFrame";

/** What was changed in a body so that it became a frame, a line each for the log. */
export function repairNotes(repairs: Repairs): string[] {
  const { duplicateDays, infinities, droppedCounters, isReordered } = repairs;
  const { undatedRows, leftOutColumns } = repairs;
  return [
    ...(isReordered ? ["rows were sorted by day"] : []),
    ...(duplicateDays > 0 ? [`${duplicateDays} rows replaced by later rows of the same day`] : []),
    ...(infinities > 0 ? [`${infinities} infinite values read as no value`] : []),
    ...(droppedCounters > 0 ? [`${droppedCounters} unnamed counter columns left out`] : []),
    ...(undatedRows > 0 ? [`${undatedRows} rows without a day left out`] : []),
    ...(leftOutColumns.length > 0 ? [`columns left out: ${leftOutColumns.join(", ")}`] : []),
  ];
}
