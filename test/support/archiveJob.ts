/** The answers that one program archives. */
export interface ArchiveJob {
  readonly folder: string;
  /** The level of its first answer. */
  readonly from: number;
  /** The number of its answers. */
  readonly count: number;
}

/** When the service gives the answer with a level, milliseconds since 1970-01-01 UTC: three answers a day. */
export function jobTimeMs(level: number): number {
  return Date.UTC(2026, 0, 1, 1) + level * 8 * 3_600_000;
}
