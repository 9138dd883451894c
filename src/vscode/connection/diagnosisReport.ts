import * as vscode from "vscode";
import { type Finding, type StepName, stepNames } from "../../store/diagnosis/findings";
import { codeSpan } from "../../store/diagnosis/markdown";
import { failureOf, findingLines, outcomeWords, stepTitle } from "./diagnosisWords";

/** What a report says beside its findings: names and values that this computer and its settings give. */
export interface Circumstances {
  /** What the connection is called. */
  readonly name: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedMs: number;
  /** Whether the connection and its key are kept, or were only entered. */
  readonly isKept: boolean;
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
  circumstances: Circumstances,
  findings: readonly Finding[],
  isOver: boolean,
): string {
  const { t } = vscode.l10n;
  const { name, isKept } = circumstances;
  const first = findings.find(({ result }) => result.state === "failed");
  const verdict = first === undefined ? undefined : failureOf(first, isKept);
  const blocks = [
    `# ${t("Diagnosis of {0}", codeSpan(name, 100))}`,
    isOver ? resultWords(findings) : t("Step {0} of {1}…", findings.length + 1, stepNames.length),
    ...(verdict === undefined ? [] : [verdict.words, verdict.advice]),
    ...findings.flatMap((finding, index) => {
      const { result } = finding;
      if (result.state === "not-tried") return notTriedBlock(result.because, finding, findings);
      return sectionOf(finding, index, isKept, verdict?.advice);
    }),
    ...circumstanceBlocks(circumstances),
  ];
  return `${blocks.filter((block) => block !== undefined).join("\n\n")}\n`;
}

/** What is told already is not told again. */
function sectionOf(
  finding: Finding,
  index: number,
  isKept: boolean,
  toldAdvice: string | undefined,
): readonly string[] {
  const title = `## ${index + 1}. ${stepTitle(finding.step)}`;
  const outcome = outcomeWords(finding);
  const [first, ...rest] = findingLines(finding);
  const advice = failureOf(finding, isKept)?.advice;
  return [
    outcome === undefined ? title : `${title}: ${outcome}`,
    ...(first === undefined ? [] : [first]),
    ...(rest.length === 0 ? [] : [rest.join("\n").trim()]),
    ...(advice === undefined || advice === toldAdvice ? [] : [advice]),
  ];
}

/** One line, at the place of the first, for all that was not tried because of the same failure. */
function notTriedBlock(
  because: StepName,
  finding: Finding,
  findings: readonly Finding[],
): readonly string[] {
  const alike = findings.filter(
    ({ result }) => result.state === "not-tried" && result.because === because,
  );
  if (alike[0] !== finding) return [];
  const titles = alike.map(({ step }) => stepTitle(step)).join(", ");
  return [vscode.l10n.t("Not run, because {0} failed: {1}.", stepTitle(because), titles)];
}

function circumstanceBlocks({ startedMs, facts }: Circumstances): readonly string[] {
  const { t } = vscode.l10n;
  const time = `${new Date(startedMs).toISOString().slice(0, 19)}Z`;
  return [
    `## ${t("Versions and settings")}`,
    [
      `- ${t("Started: {0}", time)}`,
      ...facts.map(([fact, value]) => `- ${fact}: ${codeSpan(value)}`),
    ].join("\n"),
  ];
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
    ...(remarked === "" ? [] : [t("With a warning: {0}.", remarked)]),
    ...(isCancelled ? [t("Cancelled.")] : []),
  ];
  return parts.length === 0 ? t("All steps that were run passed.") : parts.join(" ");
}
