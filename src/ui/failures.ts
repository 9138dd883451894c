import { type FailureAction, type PageFailure } from "../shared/pageProtocol";
import { t } from "./l10n";

/** A subject that could not be read. */
export interface FailedSubject {
  /** Identifies it while it is retried. */
  readonly id: string;
  /** Its title beside others. */
  readonly title: string;
  readonly identity: {
    /** Its title on its own; may be empty. */
    readonly title: string;
    /** `Acme · api.acme.com`, or only the name; may be empty. */
    readonly service: string;
  };
  readonly failure: PageFailure;
  /** Whether it is being retried. */
  readonly isLoading: boolean;
}

/** Subjects that failed for the same reason. */
export type Alike = readonly [FailedSubject, ...FailedSubject[]];

/** The labels of the buttons beside a failure. */
export const actionText: Readonly<Record<FailureAction, () => string>> = {
  retry: () => t("Retry"),
  setAsOf: () => t("Set As-Of…"),
  openCached: () => t("Open What Is Cached"),
  enterKey: () => t("Enter API Key"),
  diagnose: () => t("Diagnose"),
  showLog: () => t("Show Log"),
};
