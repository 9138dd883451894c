import * as vscode from "vscode";
import { alignedTable } from "../data/alignedTable";
import { formatCount } from "../shared/series/numberText";
import { type Finding, type StepName, stepNames } from "../store/diagnosis/findings";
import { codeSpan } from "../store/diagnosis/markdown";
import { adviceOf, durationMs, findingLines, stepTitle } from "./diagnosisText";
import { momentText } from "../editor/text/dateText";

/** The facts in a report beside its findings: about this computer and its settings. */
export interface Circumstances {
  /** The connection's name. */
  readonly name: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly startedMs: number;
  /** Whether the connection and its key are saved, or were only entered. */
  readonly isKept: boolean;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** The steps that can fail; the last one only counts requests. */
const checkedSteps = stepNames.filter((step) => step !== "requests");

/**
 * The report so far, in Markdown: readable while it grows, and ready to send to a support desk. All steps are listed
 * from the start, and details are appended below, so nothing moves. It contains neither the key nor a proxy's password,
 * and text written by others is put in code spans (SEC-13).
 *
 * @param isOver - Whether the report is complete.
 */
export function diagnosisReport(
  circumstances: Circumstances,
  findings: readonly Finding[],
  isOver: boolean,
): string {
  const { t } = vscode.l10n;
  const { name, isKept } = circumstances;
  const step = Math.min(findings.length + 1, checkedSteps.length);
  const blocks = [
    `# ${t("Diagnosis of {0}", codeSpan(name, 100))}`,
    isOver ? resultText(findings) : t("Step {0} of {1}…", step, checkedSteps.length),
    checklist(findings, isOver),
    ...adviceBlocks(findings, isKept),
    ...circumstanceBlocks(circumstances),
    ...findings.flatMap(detailBlocks),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** One line per step, reached or not; the columns of names and times have fixed widths. */
function checklist(findings: readonly Finding[], isOver: boolean): string {
  const { t } = vscode.l10n;
  const found = new Map(findings.map((finding) => [finding.step, finding]));
  const rows = checkedSteps.map((step, index) => {
    const finding = found.get(step);
    const isUnderWay = !isOver && index === findings.length;
    return [
      finding === undefined ? "" : markOf(finding),
      unbroken(stepTitle(step)),
      finding === undefined ? "" : durationText(durationMs(finding)),
      finding === undefined ? (isUnderWay ? "…" : "") : (findingLines(finding)[0] ?? ""),
    ].map(inCell);
  });
  const head = ["✓", t("Step"), unbroken(t("Time (ms)")), t("Result")];
  return alignedTable([head, ...rows], "llrl").join("\n");
}

function markOf({ result }: Finding): string {
  switch (result.state) {
    case "passed":
      return "✓";
    case "warning":
      return "!";
    case "failed":
      return "✗";
    case "not-needed":
    case "not-tried":
    case "cancelled":
      return "–";
  }
}

/** What helps: each piece of advice once, at the first step that has it. */
function adviceBlocks(findings: readonly Finding[], isKept: boolean): readonly string[] {
  const advices = new Map<string, StepName>();
  for (const finding of findings) {
    const advice = adviceOf(finding, isKept);
    if (advice !== undefined && !advices.has(advice)) advices.set(advice, finding.step);
  }
  if (advices.size === 0) return [];
  const blocks = [...advices].map(([advice, step]) => `**${stepTitle(step)}:** ${advice}`);
  return [`## ${vscode.l10n.t("What to do")}`, ...blocks];
}

function circumstanceBlocks({ startedMs, facts }: Circumstances): readonly string[] {
  const { t } = vscode.l10n;
  return [
    `## ${t("Versions and settings")}`,
    [
      `- ${t("Started: {0}", momentText(startedMs))}`,
      ...facts.map(([fact, value]) => `- ${fact}: ${codeSpan(value)}`),
    ].join("\n"),
  ];
}

/** The details of a step, beyond its line in the checklist. */
function detailBlocks(finding: Finding): readonly string[] {
  const lines = findingLines(finding);
  const rest = finding.step === "requests" ? lines : lines.slice(1);
  return rest.length === 0 ? [] : [`## ${stepTitle(finding.step)}`, rest.join("\n").trim()];
}

function resultText(findings: readonly Finding[]): string {
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

function durationText(ms: number | undefined): string {
  return ms === undefined ? "" : formatCount(Math.round(ms));
}

/** A table splits its lines at bars before it reads code spans. Source: GFM 0.29 §4.10. */
function inCell(markdown: string): string {
  return markdown.replaceAll("|", "\\|");
}

function unbroken(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}
