import { type ListedSignal } from "../service/parseSignals";

/** The signal of the highest version of each code. */
export function highestVersions(
  signals: readonly ListedSignal[],
): ReadonlyMap<string, ListedSignal> {
  const highest = new Map<string, ListedSignal>();
  for (const each of signals) {
    const known = highest.get(each.code);
    if (known === undefined || each.version > known.version) highest.set(each.code, each);
  }
  return highest;
}

/** The version of a record's signal: 0 stands for itself if the code has that version, else for the highest. */
export function recordVersions(
  signals: readonly ListedSignal[],
): (code: string, version: number) => number {
  const highest = highestVersions(signals);
  const ofZero = new Set(signals.flatMap(({ code, version }) => (version === 0 ? code : [])));
  return (code, version) =>
    version === 0 && !ofZero.has(code) ? (highest.get(code)?.version ?? 0) : version;
}
