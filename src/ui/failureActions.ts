import { type FailureAction } from "../shared/pageProtocol";
import { t } from "./l10n";

/** The labels of the buttons beside a failure. */
export const actionText: Readonly<Record<FailureAction, () => string>> = {
  retry: () => t("Retry"),
  setAsOf: () => t("Set As-Of…"),
  openCached: () => t("Open What Is Cached"),
  enterKey: () => t("Enter API Key"),
  diagnose: () => t("Diagnose"),
  showLog: () => t("Show Log"),
};
