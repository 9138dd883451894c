/** What a program archives. */
export interface ArchiveJob {
  readonly folder: string;
  /** The level of its first answer. */
  readonly from: number;
  /** The number of its answers. */
  readonly count: number;
}

/** When the service gives the answer of a level: three times a day. */
export function jobTimeMs(level: number): number {
  return Date.UTC(2026, 0, 1, 1) + level * 8 * 3_600_000;
}
