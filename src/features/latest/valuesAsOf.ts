import { LatestSignalsBuilder, type LatestSignals } from "../../service/latestSignals";
import { type ListedSignal } from "../../service/parseSignals";
import { Slices } from "../../service/slices";
import { type Day } from "../../shared/day";
import { type OlderValues, valueSources } from "./heatmap/protocol";
import { endOfDayMs } from "./model/since";
import { type Dated, type AnswerPair } from "./changes/host/comparedAnswers";
import { highestVersions, recordVersions } from "../../catalog/recordVersions";
import { OlderSignals, type OlderSignalsOptions, type OlderRun } from "./olderSignals";

export interface AsOfParts {
  readonly service: OlderSignalsOptions["service"];
  readonly listed: readonly ListedSignal[];
  /** The UTC day at whose end the values were known. */
  readonly day: Day;
}

/** The older values of an answer as known at the end of a day, for the newest version of each signal. */
export class ValuesAsOf {
  private readonly older: OlderSignals;

  constructor(
    private readonly newer: Dated<LatestSignals>,
    private readonly parts: AsOfParts,
  ) {
    const { service, day } = parts;
    const { records } = newer;
    this.older = new OlderSignals({ generation: 0, records, since: day, day, service });
  }

  /**
   * Finds the values. Sends requests if few are needed or `mayRequest` allows any number.
   *
   * @throws the signal's reason when it aborts; fetched values remain.
   */
  async find(mayRequest: boolean, run: OlderRun): Promise<OlderValues> {
    const { listed } = this.parts;
    const versionOf = recordVersions(listed);
    const highest = highestVersions(listed);
    const records: number[] = [];
    const versions: number[] = [];
    const slices = new Slices(run.signal);
    const { records: all } = this.newer;
    for (let at = 0; at < all.length; at++) {
      if (slices.isOver) await slices.next();
      const record = all.at(at);
      if (record?.code === undefined) continue;
      const version = versionOf(record.code, record.version);
      if (version !== (highest.get(record.code)?.version ?? version)) continue;
      records.push(at);
      versions.push(version);
    }
    const wanted = { records: Int32Array.from(records), versions: Float64Array.from(versions) };
    await this.older.find({ ...wanted, mayRequest }, run);
    return this.older.values;
  }

  /** Both answers, limited to the variants that have an older value; undefined if none has one. */
  async pair(signal: AbortSignal): Promise<AnswerPair<LatestSignals> | undefined> {
    const { sources, days, level, momentum, aggregate } = this.older.values;
    const [older, newer] = [new LatestSignalsBuilder(), new LatestSignalsBuilder()];
    const slices = new Slices(signal);
    for (const [at, source] of sources.entries()) {
      if (slices.isOver) await slices.next();
      const record = source === valueSources.none ? undefined : this.newer.records.at(at);
      if (record === undefined) continue;
      const { pointInTimeMs: _, ...known } = record;
      newer.add(record);
      older.add({
        ...known,
        day: days[at] ?? 0,
        level: level[at] ?? Number.NaN,
        momentum: momentum[at] ?? Number.NaN,
        aggregate: aggregate[at] ?? Number.NaN,
      });
    }
    if (newer.length === 0) return undefined;
    const { fetchedAtMs } = this.newer;
    return {
      older: { records: older.build(), fetchedAtMs: endOfDayMs(this.parts.day) },
      newer: { records: newer.build(), fetchedAtMs },
    };
  }
}
