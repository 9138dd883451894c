/**
 * How often a property is tried: 50 times unless `FC_RUNS` is set (100,000 by hand before a release). Each run has
 * a seed of its own, so what a run misses another one finds.
 */
export function runs(fallback = 50): number {
  const wanted = Number(process.env["FC_RUNS"] ?? "");
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : fallback;
}
