import * as vscode from "vscode";
import { type Finding, stepNames } from "../../store/diagnosis/findings";
import { codeSpan } from "../../store/diagnosis/markdown";
import { findingLines, outcomeWords, stepTitle } from "./diagnosisWords";

/** What a report says beside its findings: names and values that this computer and its settings give. */
export interface Circumstances {
  /** What the connection is called. */
  readonly name: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedMs: number;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/**
 * The report as far as it has come, in Markdown: made to be read while it grows and to be sent to a support desk
 * afterwards. It holds neither the key nor a password of a proxy, and whatever others wrote stands in code spans
 * (SEC-13).
 *
 * @param isOver - Whether nothing more will come.
 */
export function diagnosisReport(
  { name, startedMs, facts }: Circumstances,
  findings: readonly Finding[],
  isOver: boolean,
): string {
  const { t } = vscode.l10n;
  const time = `${new Date(startedMs).toISOString().slice(0, 19)}Z`;
  const lines = [
    `# ${t("Diagnosis of {0}", codeSpan(name, 100))}`,
    "",
    isOver ? resultWords(findings) : t("Step {0} of {1}…", findings.length + 1, stepNames.length),
    "",
    `- ${t("Begun: {0}", time)}`,
    ...facts.map(([fact, value]) => `- ${fact}: ${codeSpan(value)}`),
    ...findings.flatMap(sectionOf),
  ];
  return `${lines.join("\n")}\n`;
}

function sectionOf(finding: Finding, index: number): readonly string[] {
  const heading = `## ${index + 1}. ${stepTitle(finding.step)}: ${outcomeWords(finding)}`;
  const [first, ...rest] = findingLines(finding);
  if (first === undefined) return ["", heading];
  return ["", heading, "", first, ...(rest.length === 0 ? [] : ["", ...rest])];
}

function resultWords(findings: readonly Finding[]): string {
  const { t } = vscode.l10n;
  const titlesIn = (state: string): string =>
    findings
      .filter(({ result }) => result.state === state)
      .map(({ step }) => stepTitle(step))
      .join(", ");
  const [failed, remarked] = [titlesIn("failed"), titlesIn("warning")];
  const isCancelled = findings.some(({ result }) => result.state === "cancelled");
  const parts = [
    ...(failed === "" ? [] : [t("Failed: {0}.", failed)]),
    ...(remarked === "" ? [] : [t("With a remark: {0}.", remarked)]),
    ...(isCancelled ? [t("Cancelled before the end.")] : []),
  ];
  return parts.length === 0 ? t("Everything that was tried passed.") : parts.join(" ");
}
