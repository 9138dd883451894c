import * as vscode from "vscode";
import { ReadableNames } from "../../../catalog/readableNames";
import { coverageOf, coverageSummary } from "../../../data/coverage";
import {
  type CoverageLabels,
  toCoverageCsv,
  toCoverageMarkdown,
} from "../../../data/coverageTable";
import { toMarkdownCell } from "../../../data/markdownTable";
import { type Panel } from "../../../store/panel";
import { type TagValues } from "../../../shared/reference";
import { coverageLine, noDataText } from "../../../editor/text/coverageLine";
import { documentLink } from "../../../editor/virtualDocuments";
import { failureText } from "../../../editor/report/failureText";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { type PanelTarget } from "../../../shared/place";

/** The format of a coverage report. */
export type CoverageForm = "md" | "csv";

export function coverageCsv(panel: Panel): string {
  return toCoverageCsv(coverageOf(panel));
}

/**
 * The coverage as a readable report, sorted by name like the panel's chart.
 *
 * @param csvName - Name of the linked document with {@link coverageCsv}.
 */
export function coverageText(target: PanelTarget, panel: Panel, csvName: string): string {
  const names = new ReadableNames(vscode.env.language);
  const nameOf = (tags: TagValues): string => names.variant(panel.reference, tags);
  const coverage = coverageOf(panel);
  const variants = names.sorted(coverage.variants, ({ tags }) => nameOf(tags));
  const summary = coverageSummary(coverage);
  const { asOf } = panel.reference;
  const isEmpty = summary.ok + summary.failed === 0;
  return [
    `# ${vscode.l10n.t("Coverage of {0}", toMarkdownCell(seriesTitle(target)))}\n`,
    `${coverageLine(summary, asOf)}\n`,
    `${documentLink(vscode.l10n.t("Open as CSV"), csvName)}\n`,
    // Each line would say the same.
    isEmpty
      ? `${noDataText(asOf)}.\n`
      : toCoverageMarkdown({ ...coverage, variants }, summaryText(names)),
    ...failureSection(names.sorted(panel.failed, ({ reference }) => nameOf(reference.tags))),
  ].join("\n");
}

/** The reasons of failures, each once. */
function failureSection(failed: Panel["failed"]): string[] {
  const byReason = new Map<string, string[]>();
  for (const { reference, error } of failed) {
    const reason = failureText(error);
    const names = byReason.get(reason) ?? [];
    byReason.set(reason, [...names, Object.values(reference.tags).join(" ")]);
  }
  if (byReason.size === 0) return [];
  const lines = [...byReason].map(
    ([reason, names]) => `- ${names.map(toMarkdownCell).join(", ")}: ${toMarkdownCell(reason)}\n`,
  );
  return [`## ${vscode.l10n.t("Failed")}\n`, lines.join("")];
}

function summaryText(names: ReadableNames): CoverageLabels {
  const { t } = vscode.l10n;
  return {
    firstDay: t("First day"),
    lastDay: t("Last day"),
    rows: t("Rows"),
    gaps: t("Gaps"),
    lagBusinessDays: t("Lag"),
    status: t("Status"),
    statuses: {
      ok: t("ok"),
      uneven: t("ends earlier"),
      "no data": t("no data"),
      failed: t("failed"),
    },
    tagValue: (kind, value) => {
      const name = names.tagValue(kind, value);
      return name === value ? value : `${name} (${value})`;
    },
  };
}
