import * as vscode from "vscode";
import { MissingKeyError } from "../../service/errors";
import { type ConnectedService } from "../connection/connectedServices";
import { type FailureReporter } from "../report/failureReporter";

/**
 * Tells of what failed while the catalog was read. Both views say the same, so that one trouble is told once. That there is
 * no key yet, or no longer, is told by the rows alone, which offer to enter one.
 */
export async function reportCatalogFailure(
  reporter: Pick<FailureReporter, "report">,
  service: ConnectedService | undefined,
  error: unknown,
  retry?: () => unknown,
): Promise<void> {
  if (error instanceof MissingKeyError) return;
  const attempt =
    service === undefined
      ? vscode.l10n.t("Could not read the catalog")
      : vscode.l10n.t("Could not read the catalog of {0}", service.connection.name);
  await reporter.report(error, {
    attempt,
    ...(service === undefined ? {} : { connectionId: service.connection.id }),
    ...(retry === undefined ? {} : { retry }),
  });
}
