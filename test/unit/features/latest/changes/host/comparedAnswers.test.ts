import assert from "node:assert/strict";
import { AnswerArchive } from "../../../../../../src/store/answerArchive";
import {
  newerAnswers,
  olderTimes,
} from "../../../../../../src/features/latest/changes/host/comparedAnswers";
import { forecastsOf, node, summary } from "../../../../../support/forecastSummaries";
import { signalsOf } from "../../../../../support/latestColumns";
import { latestRecord } from "../../../../../support/latestRecords";
import { type TemporaryFolder, temporaryFolder } from "../../../../../support/temporaryFolder";

const [early, late, later] = [1_000, 2_000, 3_000];

describe("the archived answers of a pair", () => {
  let folder: TemporaryFolder;
  let archive: AnswerArchive;
  beforeEach(async () => {
    folder = temporaryFolder("compared-answers");
    archive = new AnswerArchive(folder.path);
    await archive.begin();
    await keepSignals(1, early);
    await keepForecasts(0.01, early);
  });
  afterEach(() => folder.remove());

  async function keepSignals(level: number, fetchedAtMs: number): Promise<void> {
    const items = signalsOf([latestRecord({ level })]);
    await archive.keep("signals", { items, fetchedAtMs, isComplete: true });
  }

  async function keepForecasts(total: number, fetchedAtMs: number): Promise<void> {
    const items = forecastsOf([summary({ latest: node("Forecast", total) })]);
    await archive.keep("forecasts", { items, fetchedAtMs, isComplete: true });
  }

  async function timesOf(sinceMs: number, toMs: number): Promise<readonly unknown[] | undefined> {
    const found = await newerAnswers(archive, { sinceMs, toMs });
    return found && [found.signals.fetchedAtMs, found.forecasts?.fetchedAtMs];
  }

  it("are those at the newer time, whatever follows", async () => {
    await keepSignals(2, late);
    await keepForecasts(0.02, late);
    await keepSignals(3, later);
    assert.deepEqual(await timesOf(early, late), [late, late]);
  });

  it("are newer ones when only one kind has changed", async () => {
    await keepForecasts(0.02, late);
    assert.deepEqual(await timesOf(early, late), [early, late]);
    await keepSignals(2, later);
    assert.deepEqual(await timesOf(late, later), [later, late]);
  });

  it("are none when nothing after the older time is archived", async () => {
    assert.equal(await timesOf(early, late), undefined);
  });

  it("may start at any answer but the newest of each kind, which one visit fetches at two times", async () => {
    assert.deepEqual(await olderTimes(archive, late), []);
    await keepSignals(2, late);
    await keepForecasts(0.02, late + 1);
    assert.deepEqual(await olderTimes(archive, late + 1), [early]);
    await keepForecasts(0.03, later);
    assert.deepEqual(await olderTimes(archive, later), [late + 1, early]);
    assert.deepEqual(await olderTimes(archive, late + 1), [early]);
  });
});
