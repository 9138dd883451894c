import * as vscode from "vscode";
import { ServiceError } from "../service/errors";
import { HandshakeError } from "../store/diagnosis/certificate";
import {
  type Finding,
  type NotNeeded,
  type StepFacts,
  type StepName,
} from "../store/diagnosis/findings";
import { codeSpan } from "../store/diagnosis/markdown";
import { failureText } from "../editor/report/failureText";
import { ProxyUnreachableError } from "../store/diagnosis/tunnelProxy";
import * as Advice from "./diagnosisAdvice";
import * as Facts from "./diagnosisFactText";

/** The texts of a step in a report. */
interface StepText<S extends StepName> {
  readonly title: () => string;
  readonly lines: (facts: StepFacts[S], isWarning: boolean) => readonly string[];
  readonly advice?: (error: unknown, isKept: boolean) => string | undefined;
}

const { t } = vscode.l10n;

const texts: { readonly [S in StepName]: StepText<S> } = {
  name: { title: () => t("Name (DNS)"), lines: Facts.nameLines, advice: Advice.nameAdvice },
  connection: {
    title: () => t("Connection (TCP)"),
    lines: Facts.connectionLines,
    advice: Advice.connectionAdvice,
  },
  proxy: { title: () => t("Proxy"), lines: Facts.proxyLines, advice: Advice.proxyAdvice },
  tls: { title: () => t("TLS"), lines: Facts.tlsLines, advice: Advice.tlsAdvice },
  answer: {
    title: () => t("First response"),
    lines: Facts.answerLines,
    advice: Advice.answerAdvice,
  },
  key: { title: () => t("Authentication"), lines: Facts.keyLines, advice: Advice.keyAdvice },
  listing: { title: () => t("Listing"), lines: Facts.listingLines, advice: Advice.listingAdvice },
  parquet: {
    title: () => t("Series as Parquet"),
    lines: Facts.seriesLines,
    advice: Advice.formatAdvice,
  },
  csv: {
    title: () => t("Series as CSV"),
    lines: Facts.seriesLines,
    advice: Advice.otherFormatAdvice,
  },
  json: {
    title: () => t("Series as JSON"),
    lines: Facts.seriesLines,
    advice: Advice.otherFormatAdvice,
  },
  asOf: { title: () => t("As-of"), lines: Facts.asOfLines, advice: Advice.asOfAdvice },
  clock: { title: () => t("Clock"), lines: Facts.clockLines },
  requests: { title: () => t("Requests"), lines: Facts.requestLines },
};

export function stepTitle(step: StepName): string {
  return texts[step].title();
}

/** How long a step took; undefined when it was not measured. */
export function durationMs({ result }: Finding): number | undefined {
  const { state } = result;
  if (state !== "passed" && state !== "warning") return undefined;
  return "ms" in result.facts ? result.facts.ms : undefined;
}

/**
 * Describes in Markdown what a step found: one sentence, then paragraphs and list items. Text written by others is put in code
 * spans.
 */
export function findingLines<S extends StepName>({ step, result }: Finding<S>): readonly string[] {
  switch (result.state) {
    case "passed":
    case "warning":
      return texts[step].lines(result.facts, result.state === "warning");
    case "failed":
      return failureLines(result.error);
    case "not-needed":
      return [notNeededText(result.why)];
    case "not-tried":
      return [t("Not run, because {0} failed.", stepTitle(result.because))];
    case "cancelled":
      return [t("Cancelled.")];
  }
}

/** What helps, in Markdown; undefined when the step has not failed, or there is nothing to add. */
export function adviceOf({ step, result }: Finding, isKept: boolean): string | undefined {
  if (result.state !== "failed") return undefined;
  const { error } = result;
  if (error instanceof ProxyUnreachableError) return Advice.unreachableProxyAdvice(error);
  return texts[step].advice?.(error, isKept);
}

function failureLines(error: unknown): readonly string[] {
  const lines = [codeSpan(failureText(error))];
  if (error instanceof ServiceError) {
    lines.push(`- ${t("Request: {0}", codeSpan(error.request))}`);
    lines.push(`- ${t("Times sent: {0}", error.attempts)}`);
  }
  if (error instanceof HandshakeError) {
    if (error.code !== undefined) lines.push(`- ${t("Code: {0}", codeSpan(error.code))}`);
    if (error.certificate !== undefined) lines.push(...Facts.certificateLines(error.certificate));
  }
  return lines;
}

function notNeededText(why: NotNeeded): string {
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
