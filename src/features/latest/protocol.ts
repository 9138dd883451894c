import { type PageFailure } from "../../shared/pageProtocol";
import { type LatestSubject } from "./model/latestPlace";

/** The messages that every page of newest data receives. Texts are plain and on one line. */

/** The subject of a page, sent before any answer. */
export interface PageIdentity {
  /** `Acme · api.acme.com`, or `Sample data`. */
  readonly service: string;
  /** Sample data are synthetic, and marked as such everywhere. */
  readonly isSample: boolean;
  /** The only signal of a heat map; null for all. */
  readonly signal: LatestSubject | null;
  /** The window's as-of, as text, which the service's newest data ignore; null for latest. */
  readonly otherAsOf: string | null;
  /** The newest archived answer that is not later; null if there is none. */
  readonly archived: ArchivedAnswer | null;
  /** When the archive begins, if it begins later than the window's as-of; milliseconds since 1970-01-01 UTC. */
  readonly archiveBeginsMs: number | null;
}

export interface ArchivedAnswer {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly atMs: number;
  /** Whether the page shows it in place of the newest answer. */
  readonly isShown: boolean;
}

/** The part of an answer that every page has. */
export interface PageAnswer {
  /** A message that gives the reason why there is nothing newer; null unless the answer is stale. */
  readonly staleBecause: string | null;
}

export type CommonToPage<Answer extends PageAnswer> =
  | { readonly type: "wait"; readonly identity: PageIdentity }
  | { readonly type: "show"; readonly identity: PageIdentity; readonly answer: Answer }
  | { readonly type: "fail"; readonly identity: PageIdentity; readonly failure: PageFailure }
  /** The result of a user's action. */
  | { readonly type: "told"; readonly words: string };
