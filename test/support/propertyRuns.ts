/** How often a property is tried: 500 times unless `FC_RUNS` says otherwise (100,000 by hand before a release). */
export function runs(fallback = 500): number {
  const wanted = Number(process.env["FC_RUNS"] ?? "");
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : fallback;
}
