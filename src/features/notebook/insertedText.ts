import * as vscode from "vscode";
import { plainLabel } from "../../shared/plainText";
import { type Instant } from "../../shared/instant";
import { type Reference } from "../../shared/reference";
import { summaryText } from "../../editor/text/coverageLine";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { panelSummary } from "../../editor/text/panelSummary";
import { failureText } from "../../editor/report/failureText";
import { repairText, repairTextOfAll } from "../../editor/report/repairText";
import { asOfLabel } from "../../editor/text/seriesLabel";
import { type FetchedSubjects } from "./codeMaker";
import { type InsertSubject, type MadeCode } from "./insertSubject";
import { asOfText } from "../../editor/text/dateText";

/**
 * A common title for some series.
 *
 * @param name - The name of a single series; absent where its codes are enough.
 */
export function subjectsTitle(subjects: readonly InsertSubject[], name?: string): string {
  const [first, ...others] = subjects;
  if (first !== undefined && others.length === 0) return name ?? seriesTitle(first.target);
  const count = subjects.length;
  const panels = subjects.filter(({ target }) => target.reference.family === "panel").length;
  if (panels === 0) return vscode.l10n.t("{0} series", count);
  return panels === count
    ? vscode.l10n.t("{0} panels", count)
    : vscode.l10n.t("{0} series and panels", count);
}

/**
 * A common title that includes the kind and as-of that all share: `Inflation · Spain · FIT · latest`, `3 series · FIT ·
 * latest`.
 */
export function subjectsLabel(subjects: readonly InsertSubject[], name?: string): string {
  const vintages = new Set(subjects.map(({ target }) => vintageOf(target.reference)));
  const [vintage] = vintages;
  const title = subjectsTitle(subjects, name);
  return vintage === undefined || vintages.size > 1 ? title : `${title} · ${vintage}`;
}

function vintageOf(reference: Reference): string | undefined {
  if (reference.family === "forecast") return undefined;
  return `${reference.dataKind} · ${asOfLabel(reference.asOf)}`;
}

/** The display name of a notebook or script. */
export function targetName({ path }: vscode.Uri): string {
  return plainLabel(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * The message after inserting: for one series or panel its size, the as-of in its line and why it is not newer; for
 * several their number; and repairs of the answers. Asks for no answer.
 *
 * @param bound - The window's as-of, which forecasts ignore.
 */
export function insertedText(
  made: readonly MadeCode[],
  { fetched, panels }: FetchedSubjects,
  name?: string,
  bound?: Instant,
): string {
  const subjects = made.map(({ subject }) => subject);
  const title = plainLabel(subjectsTitle(subjects, name));
  const [only, ...others] = made;
  if (only === undefined || others.length > 0) {
    const variants = panels.flatMap(({ panel }) => panel.panel.variants);
    const all = [...fetched.map(({ series }) => series), ...variants];
    return insertedWith(title, repairTextOfAll(all));
  }
  const { reference } = only.line;
  const { series } = fetched.find(({ subject }) => subject === only.subject) ?? {};
  const { panel } = panels.find(({ subject }) => subject === only.subject) ?? {};
  const because = series?.staleBecause ?? panel?.panel.staleBecause;
  const facts = [
    ...(panel === undefined ? [] : [summaryText(panelSummary(panel.panel))]),
    ...(reference.family !== "forecast"
      ? [vscode.l10n.t("as of {0}", asOfText(reference.asOf))]
      : bound === undefined
        ? []
        : [vscode.l10n.t("latest, not as of {0}", asOfText(bound))]),
    ...(because === undefined
      ? []
      : [vscode.l10n.t("out of date ({0})", plainLabel(failureText(because)))]),
    ...(series === undefined ? [] : repairText(series.repairs)),
  ];
  return insertedWith(title, facts);
}

function insertedWith(title: string, facts: readonly string[]): string {
  return facts.length === 0
    ? vscode.l10n.t("Inserted {0}", title)
    : vscode.l10n.t("Inserted {0}, {1}", title, facts.join(" · "));
}
