import { type LatestSignals } from "../../service/latestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { Slices } from "../../service/slices";
import { type ChangedRecords, changeScores } from "../../shared/changes";
import { type LatestSignal } from "../../shared/latestColumns";
import { type Frame } from "../../data/frame";
import { signalRef } from "../../shared/reference";
import { areEqualValues } from "../../shared/series/equalValues";
import { RecordVariants } from "./latestTargets";
import { recordVersions } from "../../catalog/recordVersions";
import { type ConnectedService } from "../../connect/connectedServices";

export interface RestatedParts {
  readonly listed: readonly ListedSignal[];
  readonly service: ConnectedService;
  readonly signal: AbortSignal;
}

const columnNames = { aggregate: "Aggregate", level: "Level", momentum: "Momentum" } as const;

/**
 * Fills in the restated scores: the older day's scores in the newer data, for variants with a newer day whose series is in
 * memory and ends like the newer record. Makes no requests and reads no files.
 *
 * @throws the signal's reason when it aborts.
 */
export async function fillRestated(
  changed: ChangedRecords,
  newer: LatestSignals,
  { listed, service, signal }: RestatedParts,
): Promise<void> {
  // Excludes most records, because few series are in memory.
  const codes = new Set(
    service.series
      .allCachedSeries()
      .flatMap(({ reference }) => (reference.family === "signal" ? [reference.code] : [])),
  );
  if (codes.size === 0) return;
  const versionOf = recordVersions(listed);
  const variants = new RecordVariants((each) => service.catalog.storedDefinition(each));
  const slices = new Slices(signal);
  for (const [entry, at] of changed.records.entries()) {
    if (slices.isOver) await slices.next();
    const day = changed.olderDays[entry] ?? 0;
    const record = newer.at(at);
    if (record?.code === undefined || record.day <= day || !codes.has(record.code)) continue;
    const version = versionOf(record.code, record.version);
    const variant = await variants.of({ record, version });
    if (typeof variant === "string") continue;
    const reference = signalRef({ ...variant, dataKind: "SNAP", asOf: "latest" });
    const frame = service.series.cachedSeries(reference)?.frame;
    const row = frame === undefined ? -1 : rowOfDay(frame, day, record);
    if (frame === undefined || row < 0) continue;
    for (const score of changeScores) {
      changed.restated[score][entry] = valueAt(frame, columnNames[score], row);
    }
  }
}

/** The row of a day in a series; -1 if there is none, or if the series does not end like the record. */
function rowOfDay(frame: Frame, day: number, record: LatestSignal): number {
  const last = frame.days.length - 1;
  const endsAlike =
    frame.days[last] === record.day &&
    changeScores.every((score) =>
      areEqualValues(valueAt(frame, columnNames[score], last), record[score]),
    );
  return endsAlike ? frame.days.lastIndexOf(day) : -1;
}

function valueAt({ columns }: Frame, name: string, row: number): number {
  const column = columns.find((each) => each.name === name);
  return column?.type === "number" ? (column.values[row] ?? Number.NaN) : Number.NaN;
}
