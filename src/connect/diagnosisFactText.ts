import * as vscode from "vscode";
import { type Day } from "../shared/day";
import { formatCount } from "../shared/series/numberText";
import { type CertificateFacts } from "../store/diagnosis/certificate";
import { type SeriesFacts, type StepFacts } from "../store/diagnosis/findings";
import { codeSpan, codeSpans } from "../store/diagnosis/markdown";
import { rowsText, signalsText } from "../editor/text/countedText";
import { asOfText, dateText, momentText } from "../editor/text/dateText";

type Lines = readonly string[];

// Each function describes in Markdown what a step found: one sentence, then paragraphs and list items.

export function nameLines({ host, addresses, isProxy }: StepFacts["name"]): Lines {
  const { t } = vscode.l10n;
  const [name, places] = [codeSpan(host), codeSpans(addresses)];
  return [
    isProxy
      ? t("The proxy {0} resolves to {1}.", name, places)
      : t("{0} resolves to {1}.", name, places),
  ];
}

export function connectionLines({ address, port, isProxy }: StepFacts["connection"]): Lines {
  const { t } = vscode.l10n;
  const place = codeSpan(address);
  return [
    isProxy
      ? t("Connected to the proxy at {0}, port {1}.", place, port)
      : t("Connected to {0}, port {1}.", place, port),
  ];
}

export function proxyLines({ proxyHost, source, hasCredentials }: StepFacts["proxy"]): Lines {
  const { t } = vscode.l10n;
  const words = t("The proxy {0} opened a tunnel.", codeSpan(proxyHost));
  return [`${words} ${proxyOriginText(source, hasCredentials)}`];
}

/** Where the proxy setting comes from, and whether it contains credentials; never the credentials themselves. */
export function proxyOriginText(source: string, hasCredentials: boolean): string {
  const { t } = vscode.l10n;
  return hasCredentials
    ? t("It is set in {0}, with user and password.", codeSpan(source))
    : t("It is set in {0}, without user and password.", codeSpan(source));
}

export function tlsLines(
  { protocol, certificate, daysLeft }: StepFacts["tls"],
  isWarning: boolean,
): Lines {
  const { t } = vscode.l10n;
  const words =
    daysLeft === 1
      ? t("The certificate is accepted ({0}) and valid for another day.", codeSpan(protocol))
      : t(
          "The certificate is accepted ({0}) and valid for another {1} days.",
          codeSpan(protocol),
          daysLeft,
        );
  const remark = t("It expires soon: the service must renew it.");
  return [isWarning ? `${words} ${remark}` : words, ...certificateLines(certificate)];
}

/** The subject of a certificate, its issuer and its validity. */
export function certificateLines(certificate: CertificateFacts): Lines {
  const { t } = vscode.l10n;
  const { subject, issuer, fingerprint, validFromMs, validUntilMs } = certificate;
  return [
    `- ${t("Subject: {0}", codeSpan(subject))}`,
    `- ${t("Issuer: {0}", codeSpan(issuer))}`,
    `- ${t("Valid from {0} to {1}", momentText(validFromMs), momentText(validUntilMs))}`,
    `- ${t("SHA-256 fingerprint: {0}", codeSpan(fingerprint))}`,
  ];
}

export function answerLines(): Lines {
  return [vscode.l10n.t("The service responds.")];
}

export function keyLines({ isAccepted }: StepFacts["key"]): Lines {
  const { t } = vscode.l10n;
  return [
    isAccepted
      ? t("The service accepted the API key.")
      : t(
          "The API key was not refused, but the response does not show whether the service accepts it.",
        ),
  ];
}

export function listingLines({ signals, unreadable, isComplete }: StepFacts["listing"]): Lines {
  const { t } = vscode.l10n;
  const lines = [`${signalsText(signals)}.`];
  if (unreadable > 0) lines.push(`- ${t("Entries that could not be read: {0}", unreadable)}`);
  if (!isComplete) lines.push(`- ${t("There are more pages that could not be followed.")}`);
  if (signals === 0) lines.push(`- ${t("The account may have no signals, or only forecasts.")}`);
  return lines;
}

export function seriesLines(facts: SeriesFacts, isWarning: boolean): Lines {
  const { t } = vscode.l10n;
  const { request, rows, columns, firstDay, lastDay, bytes } = facts;
  const span = firstDay === undefined || lastDay === undefined ? "" : daysText(firstDay, lastDay);
  const remark =
    rows === 0
      ? t("The series has no rows.")
      : t("Its days differ from those in the other formats.");
  return [
    t("{0}{1}, {2} bytes.", rowsText(rows), span, formatCount(bytes)),
    ...(isWarning ? [`- ${remark}`] : []),
    `- ${t("Request: {0}", codeSpan(request))}`,
    `- ${t("Columns: {0}", codeSpans(columns))}`,
  ];
}

function daysText(firstDay: Day, lastDay: Day): string {
  return vscode.l10n.t(" from {0} to {1}", dateText(firstDay), dateText(lastDay));
}

export function asOfLines({ asOf, lastDay, latestLastDay, isTold }: StepFacts["asOf"]): Lines {
  const { t } = vscode.l10n;
  const instant = asOfText(asOf);
  const latest = dateText(latestLastDay);
  if (!isTold) {
    return [
      t(
        "The series ends on {0}, before the as-of {1}, so it does not show whether the service honors an as-of.",
        latest,
        instant,
      ),
    ];
  }
  if (lastDay === undefined) {
    return [t("As of {0}, the series has no rows; as of latest, it ends on {1}.", instant, latest)];
  }
  return [
    t("The as-of is honored: the series ends on {0}, not on {1}.", dateText(lastDay), latest),
    `- ${t("As-of: {0}", instant)}`,
  ];
}

export function clockLines({ aheadMs }: StepFacts["clock"], isWarning: boolean): Lines {
  const { t } = vscode.l10n;
  if (aheadMs === 0) {
    return [t("The clocks of this computer and the service agree.")];
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const words =
    aheadMs > 0
      ? t("This computer's clock is at least {0} s ahead of the service's.", seconds)
      : t("This computer's clock is at least {0} s behind the service's.", seconds);
  const advice = t(
    "Set this computer's clock from the network: with a wrong clock, certificates can fail and as-ofs refer to a different time.",
  );
  return isWarning ? [words, "", advice] : [words];
}

export function requestLines({ sent, answered, failed, retried }: StepFacts["requests"]): Lines {
  const { t } = vscode.l10n;
  return [
    t("Since this window first used the connection in its current form:"),
    `- ${t("Sent: {0}", sent)}`,
    `- ${t("Successful responses (2xx): {0}", answered)}`,
    `- ${t("Failed: {0}", failed)}`,
    `- ${t("Retried: {0}", retried)}`,
  ];
}
