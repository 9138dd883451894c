import { type Lines } from "./subject";

/** Lines that wander, the same at each call, on consecutive days from 1970-01-01. */
export function walk(points: number, lines: number): Lines {
  let state = 1;
  const uniform = (): number => {
    // Numerical Recipes (1992), §7.1.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const values = Array.from({ length: lines }, () => {
    let height = 0;
    return Float64Array.from({ length: points }, () => (height += (uniform() - 0.5) / 16));
  });
  return { days: Int32Array.from({ length: points }, (_, day) => day), values };
}
