/** Messages and elements that all pages share with the editor. */

/** The element whose text is JSON: texts of the editor's language by the English ones, or an empty object. */
export const textsElementId = "texts";

/** One action that may help, performed by the editor. */
export type FailureAction =
  | "retry"
  | "openCached"
  | "enterKey"
  | "diagnose"
  | "showLog"
  | "setAsOf";

/** Why something could not be read, as far as that decides what follows. */
export type FailureCause =
  /** There is no way to the service. */
  | "unreachable"
  /** It is there but overloaded, away behind its own gateway, or too slow. */
  | "unavailable"
  | "key"
  | "subscription"
  | "other";

export interface PageFailure {
  readonly cause: FailureCause;
  /** In the service's own words where it has any. */
  readonly message: string;
  /** The cached vintage, `as of 2024-06-28, fetched 2026-11-19 18:03 UTC`; null if nothing is cached. */
  readonly cached: string | null;
  /** When it failed, milliseconds since 1970-01-01 UTC. */
  readonly atMs: number;
  readonly actions: readonly FailureAction[];
}

/** Forms in which a page saves what it shows. */
export const exportForms = ["csv", "tsv", "md", "json"] as const;
export type ExportForm = (typeof exportForms)[number];
