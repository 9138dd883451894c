import * as vscode from "vscode";
import { plainLabel, plainLine } from "../../shared/plainText";
import { separator, pickOne } from "../prompt/pickOne";
import { type FailureContext, type Reporter } from "./failureReporter";
import { failureText } from "./failureText";
import { waitingRetry } from "./waitingRetry";
import { seriesTitle } from "../tabs/documentTitle";
import { openSeries } from "../tabs/openSeries";
import { type PanelRef } from "../../shared/reference";
import {
  type FetchOptions,
  type FetchedPanel,
  type TableSources,
  failedOf,
  fetchPanel,
  panelCountOf,
} from "../../store/tables";
import { type Target } from "../../shared/place";

/** A target that failed, and why. */
export interface FailedTarget {
  readonly target: Target;
  readonly error: unknown;
}

/** No variant of a panel has data. */
export class EmptyPanelError extends Error {
  override readonly name = "EmptyPanelError";

  constructor() {
    super(vscode.l10n.t("the service has none of the variants"));
  }
}

/** Some of several series failed. */
export class SomeFailedError extends Error {
  override readonly name = "SomeFailedError";

  constructor(failed: readonly FailedTarget[], of: number) {
    const { t } = vscode.l10n;
    const named = failed.slice(0, maxNamed).map(({ target, error }) => {
      return `${seriesTitle(target)}: ${failureText(error)}`;
    });
    const others = failed.length - named.length;
    const list = [...named, ...(others > 0 ? [t("and {0} more", others)] : [])].join("; ");
    super(t("{0} of {1} failed: {2}", failed.length, of, list));
  }
}

/** Maximum in a message; the details list all. */
const maxNamed = 3;

/**
 * A panel without any failure, for results that others build on.
 *
 * @throws {@link SomeFailedError}, {@link EmptyPanelError} where the service has no data of it, and as `Panels.panel`
 * does.
 */
export async function wholePanel(
  sources: TableSources,
  target: Target<PanelRef>,
  options: FetchOptions = {},
): Promise<FetchedPanel> {
  const fetched = await fetchPanel(sources, target, options);
  const failed = failedOf(fetched);
  if (failed.length > 0) throw new SomeFailedError(failed, panelCountOf(fetched.panel));
  if (fetched.panel.variants.length === 0) throw new EmptyPanelError();
  return fetched;
}

export interface ReportedFailures {
  readonly failed: readonly FailedTarget[];
  /** How many were requested. */
  readonly of: number;
  /** The action, when some of it succeeded: `Saving INFL all`. */
  readonly title: string;
  /** What could not be done. */
  readonly attempt: string;
  /** Saves the failed ones. */
  readonly retry: () => unknown;
}

/** Reports all failures in one message; a single failure without others is reported like any failure. */
export async function reportFailures(
  reporter: Reporter,
  { failed, of, title, attempt, retry }: ReportedFailures,
): Promise<void> {
  const [first] = failed;
  if (first === undefined) return;
  const { connectionId } = first.target;
  const words = new Set(failed.map(({ error }) => failureText(error)));
  if (failed.length === of && words.size === 1) {
    await reporter.report(first.error, { attempt, connectionId, retry });
    return;
  }
  const again = waitingRetry(
    failed.map(({ error }) => error),
    retry,
  );
  const offers: FailureContext["offers"] = [
    { title: vscode.l10n.t("Retry"), run: again },
    { title: vscode.l10n.t("Show Details"), run: () => showDetails(failed, of, again) },
  ];
  await reporter.report(new SomeFailedError(failed, of), { attempt: title, offers });
}

/**
 * Lists all failures with their reasons. Choosing one opens the series, which shows more of its failure; or all are
 * retried.
 *
 * @param of - How many were requested.
 */
async function showDetails(
  failed: readonly FailedTarget[],
  of: number,
  retry: () => unknown,
): Promise<void> {
  const { t } = vscode.l10n;
  const answer = await pickOne<Target | "retry">({
    title: t("{0} of {1} Series Failed", failed.length, of),
    placeholder: t("Choose a series to open it"),
    rows: [
      { value: "retry", label: t("Retry"), iconPath: new vscode.ThemeIcon("refresh") },
      separator(),
      ...failed.map(({ target, error }) => ({
        value: target,
        label: plainLabel(seriesTitle(target)),
        detail: plainLine(failureText(error)),
      })),
    ],
  });
  if (answer.kind !== "given") return;
  if (answer.value === "retry") await retry();
  else await openSeries(answer.value, "csv");
}
