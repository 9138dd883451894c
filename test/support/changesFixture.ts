import { readFileSync } from "node:fs";
import { changedRecords } from "../../src/catalog/changedRecords";
import { type ChangeScore, changeScores, type SignalChanges } from "../../src/shared/changes";
import { type LatestSignal } from "../../src/shared/latestColumns";
import { finish } from "../../src/shared/finish";
import { signalsOf } from "./latestColumns";

/** The content of `changes.json`, written by `make.py` beside it. */
interface Row {
  readonly code: string;
  readonly country: string;
  readonly day: number;
  readonly pit: number;
  readonly level: number | null;
  readonly momentum: number | null;
  readonly aggregate: number | null;
}

export interface ExpectedMove {
  readonly row: string;
  readonly before: number;
  readonly now: number;
  readonly change: number;
  readonly mark: string;
}

interface Expected {
  readonly flips: readonly ExpectedMove[];
  readonly others: readonly ExpectedMove[];
  readonly productions: readonly {
    readonly code: string;
    readonly matched: number;
    readonly news: number;
    readonly revised: number;
    readonly size: number;
    readonly newestDay: number;
  }[];
  readonly split: readonly {
    readonly row: string;
    readonly news: number;
    readonly revision: number;
  }[];
}

interface Fixture {
  readonly older: readonly Row[];
  readonly newer: readonly Row[];
  readonly restated: readonly Row[];
  readonly expected: Readonly<Record<ChangeScore, Expected>>;
  readonly appeared: readonly string[];
  readonly vanished: readonly string[];
  readonly stale: readonly string[];
}

/** Two answers, and the changes between them as computed by pandas. */
export const changesFixture = JSON.parse(
  readFileSync("test/fixtures/changes/changes.json", "utf8"),
) as Fixture;

/** The changes that the product finds. */
export function changesOf({ older, newer, restated }: Fixture): SignalChanges {
  const changes = finish(
    changedRecords(
      { records: signalsOf(newer.map(recordOf)), fetchedAtMs: 2 },
      { records: signalsOf(older.map(recordOf)), fetchedAtMs: 1 },
      { signal: (code) => code, variant: ({ tags }) => Object.values(tags).join() },
    ),
  );
  const { changed, signals } = changes;
  for (const [entry, variant] of changed.variants.entries()) {
    const code = signals[changed.signals[entry] ?? -1]?.code;
    const row = restated.find((each) => each.code === code && each.country === variant);
    if (row === undefined) continue;
    for (const score of changeScores) changed.restated[score][entry] = row[score] ?? Number.NaN;
  }
  return changes;
}

function recordOf({ code, country, day, pit, level, momentum, aggregate }: Row): LatestSignal {
  const [one = 0, two = 0, three = 0] = [level, momentum, aggregate].map(
    (value) => value ?? Number.NaN,
  );
  return {
    ...{ code, version: 1, tags: { country_iso: country }, day, pointInTimeMs: pit },
    ...{ level: one, momentum: two, aggregate: three },
  };
}
