import { type Frame } from "../../src/data/frame";

/** Those of 0000-01-01 to 9999-12-31; no series has more. */
const maxDays = 3_652_425;

/**
 * A walk in full doubles, the worst case for text: level, its damped changes, and both together. The same at each call.
 * Of more rows than there are days, equal rows stand in pairs, one pair for each day.
 */
export function randomWalk(rows: number): Frame {
  const rowsPerDay = rows > maxDays ? 2 : 1;
  const normal = normalNumbers(1);
  const days = new Int32Array(rows);
  const level = new Float64Array(rows);
  const momentum = new Float64Array(rows);
  const aggregate = new Float64Array(rows);
  let height = 100;
  let drift = 0;
  for (let row = 0; row < rows; row++) {
    if (row % rowsPerDay === 0) {
      const step = normal() * 0.01;
      height *= 1 + step * 0.3;
      drift = 0.95 * drift + step;
    }
    days[row] = Math.floor(row / rowsPerDay) - 730;
    level[row] = height;
    momentum[row] = drift;
    aggregate[row] = height * (1 + drift);
  }
  return {
    days,
    columns: [
      { name: "Level", type: "number", values: level },
      { name: "Momentum", type: "number", values: momentum },
      { name: "Aggregate", type: "number", values: aggregate },
    ],
  };
}

/** Box and Muller (1958) over the linear congruential generator of Numerical Recipes (1992), §7.1. */
function normalNumbers(seed: number): () => number {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
