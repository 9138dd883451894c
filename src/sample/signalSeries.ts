import { type Frame } from "../data/frame";
import { type DataKind, type TagValues } from "../shared/reference";
import { type Day } from "../shared/day";
import {
  dayOfBusinessDay,
  firstShown,
  lastBusinessDayOfWeek,
  lastDayOfMonth,
} from "./businessDays";
import { rawSignalOf } from "./rawSignal";
import { type ScoreValues, Scores } from "./scores";
import { type SampleSignal } from "./signals";
import { elementAt } from "./elementAt";
import { type World } from "./world";

/**
 * The series of one variant as a production published it, from 1990 to the production's own day: a row per business
 * day, or one per period released by then. Empty for a production before 1990-01-01.
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
  const releaseDays = releaseDaysOf(world, signal, tags, production);
  const frame = emptyScoreFrame(releaseDays.length);
  if (releaseDays.length === 0) return frame.toFrame();
  const scores = new Scores(rawSignalOf(world, signal, tags), world.releasesOf(signal, tags));
  if (dataKind === "SNAP") scores.advanceTo(production);
  for (const [row, businessDay] of releaseDays.entries()) {
    if (dataKind === "FIT") scores.advanceTo(businessDay);
    frame.setRow(row, rowDay(world, signal, tags, businessDay), scores.scoreOf(businessDay));
  }
  return frame.toFrame();
}

/** The newest score of one variant and its day. */
export interface LatestScore extends ScoreValues {
  readonly day: Day;
}

/** By world and variant. They are requested repeatedly, and computing one takes a whole history. */
const latestScores = new WeakMap<World, Map<string, LatestScore | undefined>>();

/** The last row of a variant's series; undefined for an empty series. */
export function latestScore(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
): LatestScore | undefined {
  const known = latestScores.get(world) ?? new Map<string, LatestScore | undefined>();
  latestScores.set(world, known);
  const variant = JSON.stringify([signal.code, signal.version, tags]);
  if (!known.has(variant)) known.set(variant, computeLatestScore(world, signal, tags));
  return known.get(variant);
}

function computeLatestScore(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
): LatestScore | undefined {
  if (world.last < firstShown) return undefined;
  const day = rowDay(world, signal, tags, world.last);
  if (day < dayOfBusinessDay(firstShown)) return undefined;
  const scores = new Scores(rawSignalOf(world, signal, tags), world.releasesOf(signal, tags));
  scores.advanceTo(world.last);
  return { day, ...scores.scoreOf(world.last) };
}

/** The signal's newest production by a business day; if rows are periods, the newest that released something. */
export function signalProduction(world: World, signal: SampleSignal, businessDay: number): number {
  if (signal.rows === undefined || businessDay < 0) return businessDay;
  const { newest } = world.releasesOf(signal);
  return newest.indexOf(elementAt(newest, businessDay));
}

/** The business days on which the rows of a series were first published, in row order. */
function releaseDaysOf(
  world: World,
  signal: SampleSignal,
  tags: TagValues,
  production: number,
): number[] {
  const count = Math.max(0, production - firstShown + 1);
  const businessDays = Array.from({ length: count }, (_, index) => firstShown + index);
  if (signal.rows === undefined) return businessDays;
  const { newest } = world.releasesOf(signal, tags);
  return businessDays.filter(
    (day) =>
      newest[day] !== newest[day - 1] &&
      rowDay(world, signal, tags, day) >= dayOfBusinessDay(firstShown),
  );
}

/** The day of the newest row on a business day. */
function rowDay(world: World, signal: SampleSignal, tags: TagValues, businessDay: number): Day {
  if (signal.rows === undefined) return dayOfBusinessDay(businessDay);
  const period = elementAt(world.releasesOf(signal, tags).newest, businessDay);
  return signal.frequency.kind === "weekly"
    ? dayOfBusinessDay(lastBusinessDayOfWeek(period))
    : lastDayOfMonth(period);
}

interface ScoreFrame {
  setRow(row: number, day: Day, score: ScoreValues): void;
  toFrame(): Frame;
}

function emptyScoreFrame(count: number): ScoreFrame {
  const days = new Int32Array(count);
  const levels = new Float64Array(count);
  const momenta = new Float64Array(count);
  const aggregates = new Float64Array(count);
  return {
    setRow(row, day, { level, momentum, aggregate }) {
      days[row] = day;
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
