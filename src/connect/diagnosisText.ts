import * as vscode from "vscode";
import { ServiceError } from "../service/errors";
import { HandshakeError } from "../store/diagnosis/certificate";
import { type Finding, type NotNeeded, type StepName } from "../store/diagnosis/findings";
import { codeSpan } from "../store/diagnosis/markdown";
import { failureText } from "../editor/report/failureText";
import { adviceFor } from "./diagnosisAdvice";
import { certificateLines, factLines } from "./diagnosisFactText";

/** The title of a step. */
export function stepTitle(step: StepName): string {
  const { t } = vscode.l10n;
  switch (step) {
    case "name":
      return t("Name (DNS)");
    case "connection":
      return t("Connection (TCP)");
    case "proxy":
      return t("Proxy");
    case "tls":
      return t("TLS");
    case "answer":
      return t("First response");
    case "key":
      return t("Authentication");
    case "listing":
      return t("Listing");
    case "parquet":
      return t("Series as Parquet");
    case "csv":
      return t("Series as CSV");
    case "json":
      return t("Series as JSON");
    case "asOf":
      return t("As-of");
    case "clock":
      return t("Clock");
    case "requests":
      return t("Requests");
  }
}

/**
 * What a step found, in Markdown: one sentence, then paragraphs and list items. Text written by others is put in code
 * spans.
 */
export function findingLines(finding: Finding): readonly string[] {
  const { result } = finding;
  switch (result.state) {
    case "passed":
    case "warning":
      return factLines(finding);
    case "failed":
      return failureLines(result.error);
    case "not-needed":
      return [notNeededText(result.why)];
    case "not-tried":
      return [vscode.l10n.t("Not run, because {0} failed.", stepTitle(result.because))];
    case "cancelled":
      return [vscode.l10n.t("Cancelled.")];
  }
}

/** What helps, in Markdown; undefined when the step has not failed, or there is nothing to add. */
export function adviceOf({ step, result }: Finding, isKept: boolean): string | undefined {
  return result.state === "failed" ? adviceFor(step, result.error, isKept) : undefined;
}

function failureLines(error: unknown): readonly string[] {
  const { t } = vscode.l10n;
  const lines = [codeSpan(failureText(error))];
  if (error instanceof ServiceError) {
    lines.push(`- ${t("Request: {0}", codeSpan(error.request))}`);
    lines.push(`- ${t("Times sent: {0}", error.attempts)}`);
  }
  if (error instanceof HandshakeError) {
    if (error.code !== undefined) lines.push(`- ${t("Code: {0}", codeSpan(error.code))}`);
    if (error.certificate !== undefined) lines.push(...certificateLines(error.certificate));
  }
  return lines;
}

function notNeededText(why: NotNeeded): string {
  const { t } = vscode.l10n;
  switch (why) {
    case "address":
      return t("The base URL has an IP address, not a name.");
    case "proxy-address":
      return t("The proxy setting has an IP address, not a name.");
    case "no-proxy":
      return t("No proxy is used for this service.");
    case "no-tls":
      return t("The service is on this computer and uses plain HTTP.");
    case "not-sent":
      return t("Nothing was sent.");
    case "nothing-listed":
      return t("The service lists no signal whose series can be requested.");
    case "no-date":
      return t("The service does not send its time.");
  }
}
