import * as vscode from "vscode";
import { type Day, isoOfDay } from "../../shared/day";
import { asOfParameter } from "../../shared/instant";
import { type WireFormat } from "../../shared/wireFormat";
import { type CertificateFacts } from "../../store/diagnosis/certificate";
import {
  type Finding,
  type SeriesFacts,
  type StepFacts,
  type StepName,
  type StepResult,
} from "../../store/diagnosis/findings";
import { codeSpan, codeSpans } from "../../store/diagnosis/markdown";

type Lines = readonly string[];

/** What a step found out, in Markdown; none when it did not come so far. */
export function factLines(finding: Finding): Lines {
  switch (finding.step) {
    case "name":
      return linesOf(finding.result, nameLines);
    case "connection":
      return linesOf(finding.result, connectionLines);
    case "proxy":
      return linesOf(finding.result, proxyLines);
    case "tls":
      return linesOf(finding.result, tlsLines);
    case "answer":
      return linesOf(finding.result, answerLines);
    case "key":
      return linesOf(finding.result, keyLines);
    case "listing":
      return linesOf(finding.result, listingLines);
    case "parquet":
    case "csv":
    case "json":
      return linesOf<WireFormat>(finding.result, seriesLines);
    case "asOf":
      return linesOf(finding.result, asOfLines);
    case "clock":
      return linesOf(finding.result, clockLines);
    case "requests":
      return linesOf(finding.result, requestLines);
  }
}

function linesOf<S extends StepName>(
  result: StepResult<S>,
  words: (facts: StepFacts[S], isWarning: boolean) => Lines,
): Lines {
  const { state } = result;
  return state === "passed" || state === "warning" ? words(result.facts, state === "warning") : [];
}

function nameLines({ host, addresses, isProxy }: StepFacts["name"]): Lines {
  const { t } = vscode.l10n;
  const [name, places] = [codeSpan(host), codeSpans(addresses)];
  return [
    isProxy ? t("The proxy {0} is at {1}.", name, places) : t("{0} is at {1}.", name, places),
  ];
}

function connectionLines({ address, port, isProxy, ms }: StepFacts["connection"]): Lines {
  const { t } = vscode.l10n;
  const place = codeSpan(address);
  return [
    isProxy
      ? t("Connected to the proxy at {0}, port {1}, within {2}.", place, port, duration(ms))
      : t("Connected to {0}, port {1}, within {2}.", place, port, duration(ms)),
  ];
}

function proxyLines({ proxyHost, source, hasCredentials, ms }: StepFacts["proxy"]): Lines {
  const { t } = vscode.l10n;
  const words = t("The proxy {0} opened a way within {1}.", codeSpan(proxyHost), duration(ms));
  return [`${words} ${proxyOriginWords(source, hasCredentials)}`];
}

/** Who names the proxy, and whether it is told who asks; never what it is told. */
export function proxyOriginWords(source: string, hasCredentials: boolean): string {
  const { t } = vscode.l10n;
  return hasCredentials
    ? t("It comes from {0}; user and password are set.", codeSpan(source))
    : t("It comes from {0}, without user and password.", codeSpan(source));
}

function tlsLines(
  { protocol, certificate, daysLeft, ms }: StepFacts["tls"],
  isWarning: boolean,
): Lines {
  const { t } = vscode.l10n;
  const words = t(
    "The certificate is accepted ({0}, within {1}); it is good for another {2} days.",
    codeSpan(protocol),
    duration(ms),
    daysLeft,
  );
  const remark = t("It ends soon: whoever runs the service has to renew it.");
  return [isWarning ? `${words} ${remark}` : words, ...certificateLines(certificate)];
}

/** Whose certificate it is, who vouches for it and how long it is good. */
export function certificateLines(certificate: CertificateFacts): Lines {
  const { t } = vscode.l10n;
  const { subject, issuer, fingerprint, validFromMs, validUntilMs } = certificate;
  return [
    `- ${t("Subject: {0}", codeSpan(subject))}`,
    `- ${t("Issuer: {0}", codeSpan(issuer))}`,
    `- ${t("Good from {0} until {1}", timeText(validFromMs), timeText(validUntilMs))}`,
    `- ${t("SHA-256 fingerprint: {0}", codeSpan(fingerprint))}`,
  ];
}

function answerLines({ ms }: StepFacts["answer"]): Lines {
  return [vscode.l10n.t("A request was answered within {0}.", duration(ms))];
}

function keyLines({ isAccepted }: StepFacts["key"]): Lines {
  const { t } = vscode.l10n;
  return [
    isAccepted
      ? t("The service accepted the API key.")
      : t(
          "The API key was not refused, but what was answered does not tell whether the service accepts it.",
        ),
  ];
}

function listingLines({ signals, unreadable, isComplete, ms }: StepFacts["listing"]): Lines {
  const { t } = vscode.l10n;
  const lines = [t("{0} signals within {1}.", signals, duration(ms))];
  if (unreadable > 0) lines.push(`- ${t("Entries that could not be read: {0}", unreadable)}`);
  if (!isComplete) lines.push(`- ${t("There are more pages that could not be followed.")}`);
  if (signals === 0) lines.push(`- ${t("The account may have no signals, or only forecasts.")}`);
  return lines;
}

function seriesLines(facts: SeriesFacts, isWarning: boolean): Lines {
  const { t } = vscode.l10n;
  const { request, rows, columns, firstDay, lastDay, bytes, ms } = facts;
  const span = firstDay === undefined || lastDay === undefined ? "" : daysText(firstDay, lastDay);
  const remark =
    rows === 0
      ? t("The series has no rows.")
      : t("Its days are others than in the format that was read before.");
  return [
    t("{0} rows{1}, {2} bytes, fetched and read within {3}.", rows, span, bytes, duration(ms)),
    ...(isWarning ? [`- ${remark}`] : []),
    `- ${t("Request: {0}", codeSpan(request))}`,
    `- ${t("Columns: {0}", codeSpans(columns))}`,
  ];
}

function daysText(firstDay: Day, lastDay: Day): string {
  return vscode.l10n.t(" from {0} to {1}", isoOfDay(firstDay), isoOfDay(lastDay));
}

function asOfLines({ asOf, lastDay, latestLastDay, isTold }: StepFacts["asOf"]): Lines {
  const { t } = vscode.l10n;
  const instant = asOfParameter(asOf);
  const latest = isoOfDay(latestLastDay);
  if (!isTold) {
    return [
      t(
        "The series ends on {0}, not after the as-of {1} UTC: from it nobody can tell whether the service honours an as-of.",
        latest,
        instant,
      ),
    ];
  }
  if (lastDay === undefined) {
    return [t("As of {0} UTC the service knows no rows, latest ends on {1}.", instant, latest)];
  }
  const end = isoOfDay(lastDay);
  return [
    t(
      "As of {0} UTC the series ends on {1}, latest on {2}: the as-of is honoured.",
      instant,
      end,
      latest,
    ),
  ];
}

function clockLines({ aheadMs }: StepFacts["clock"], isWarning: boolean): Lines {
  const { t } = vscode.l10n;
  if (aheadMs === 0) {
    return [t("The clocks of this computer and of the service agree as far as can be told.")];
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const words =
    aheadMs > 0
      ? t("This computer's clock is at least {0} s ahead of the service's.", seconds)
      : t("This computer's clock is at least {0} s behind the service's.", seconds);
  const advice = t(
    "Let this computer take its time from the network: with a wrong clock certificates fail and an as-of means another time.",
  );
  return isWarning ? [words, "", advice] : [words];
}

function requestLines({ sent, answered, failed, retried }: StepFacts["requests"]): Lines {
  const { t } = vscode.l10n;
  return [
    t("Since this window first used the connection as it is now:"),
    `- ${t("Sent: {0}", sent)}`,
    `- ${t("Answered in full with a status of 2xx, whatever the answer holds: {0}", answered)}`,
    `- ${t("Failed: {0}", failed)}`,
    `- ${t("Of the sent ones, sent again: {0}", retried)}`,
  ];
}

function duration(ms: number): string {
  return vscode.l10n.t("{0} ms", Math.round(ms));
}

/** The same text in every locale: it is sent to others. */
function timeText(ms: number): string {
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 16)}Z` : "–";
}
