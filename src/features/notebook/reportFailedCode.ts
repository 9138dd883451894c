import { type Reporter } from "../../editor/report/failureReporter";
import { subjectsTitle } from "./insertedText";
import { type FailedCode, type InsertSubject } from "./insertSubject";

/**
 * Reports all failures in one message, with the reason of the first.
 *
 * @param attemptOf - The message for a title: what could not be done.
 */
export async function reportFailedCode(
  { reporter }: { readonly reporter: Reporter },
  failed: readonly FailedCode[],
  attemptOf: (title: string) => string,
  retry?: () => Promise<void>,
): Promise<void> {
  const [first] = failed;
  if (first === undefined) return;
  const { connectionId } = first.subject.target;
  await reporter.report(first.error, {
    attempt: attemptOf(subjectsTitle(failed.map(({ subject }) => subject))),
    connectionId,
    ...(retry === undefined ? {} : { retry }),
  });
}

/** The same error for each of some series. */
export function asFailed(subjects: readonly InsertSubject[], error: unknown): FailedCode[] {
  return subjects.map((subject) => ({ subject, error }));
}
