import { type Frame } from "../data/frame";
import { type DataKind, type TagValues } from "../shared/reference";
import { dayOfBusinessDay, firstShown } from "./businessDays";
import { rawSignalOf } from "./rawSignal";
import { type Score, Scores } from "./scores";
import { type SampleSignal } from "./signals";
import { type World } from "./world";

/**
 * The series of one variant as a production published it: one row per business day from 1990-01-01 to the production's
 * own, none for a production before.
 *
 * @param production - At most the world's last.
 */
export function signalSeries(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
  dataKind: DataKind,
  production: number,
): Frame {
  const frame = emptyScoreFrame(Math.max(0, production - firstShown + 1));
  if (production < firstShown) return frame.toFrame();
  const scores = new Scores(rawSignalOf(world, signal, tags), world.releasesOf(signal));
  if (dataKind === "SNAP") scores.advanceTo(production);
  for (let businessDay = firstShown; businessDay <= production; businessDay++) {
    if (dataKind === "FIT") scores.advanceTo(businessDay);
    frame.setRow(businessDay - firstShown, businessDay, scores.scoreOf(businessDay));
  }
  return frame.toFrame();
}

/** The newest score of one variant: the last row of its series. */
export function latestScore(world: World, signal: SampleSignal, tags: TagValues): Score {
  const scores = new Scores(rawSignalOf(world, signal, tags), world.releasesOf(signal));
  scores.advanceTo(world.last);
  return scores.scoreOf(world.last);
}

interface ScoreFrame {
  setRow(row: number, businessDay: number, score: Score): void;
  toFrame(): Frame;
}

function emptyScoreFrame(count: number): ScoreFrame {
  const days = new Int32Array(count);
  const levels = new Float64Array(count);
  const momenta = new Float64Array(count);
  const aggregates = new Float64Array(count);
  return {
    setRow(row, businessDay, { level, momentum, aggregate }) {
      days[row] = dayOfBusinessDay(businessDay);
      levels[row] = level;
      momenta[row] = momentum;
      aggregates[row] = aggregate;
    },
    toFrame: () => ({
      days,
      columns: [
        { name: "Level", type: "number", values: levels },
        { name: "Momentum", type: "number", values: momenta },
        { name: "Aggregate", type: "number", values: aggregates },
      ],
    }),
  };
}
