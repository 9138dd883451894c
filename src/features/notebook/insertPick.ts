import * as vscode from "vscode";
import { type ClusterLibrary } from "./code/language";
import { languages } from "./code/languages";
import { environmentKeyVariable } from "../../shared/environmentKeyVariable";
import { plainLabel } from "../../shared/plainText";
import { samplePort } from "../../connect/samplePort";
import { rowsText, variantsText } from "../../editor/text/countedText";
import { type Choice, type Separator, pickOne, separator } from "../../editor/prompt/pickOne";
import { type FetchedSubjects } from "./codeMaker";
import {
  type InsertChoice,
  type Obstacle,
  insertChoices,
  isCluster,
  obstacleTo,
} from "./insertChoice";
import { dataFolderPath, maxEmbeddedRows } from "./insertSettings";
import { folderOfTarget, type ChoiceTarget } from "./insertTarget";
import { rowsToInsert } from "./newestRows";
import { fileFormatIn } from "./seriesCode";

/** Where series are to be inserted, and what they are. */
export interface Insertion {
  readonly target: ChoiceTarget;
  readonly hasSample: boolean;
  readonly hasPanel?: boolean;
  /** The number of series to insert. */
  readonly count: number;
}

export interface InsertQuestion extends Insertion {
  readonly title: string;
  /** Active at first, if it is available. */
  readonly last: InsertChoice | undefined;
  /** Resolves when the rows to insert are known. */
  readonly fetched: Promise<FetchedSubjects>;
}

/** A choice, and why it is not available. */
export interface InsertAnswer {
  readonly choice: InsertChoice;
  readonly obstacle: Obstacle | undefined;
}

/**
 * Asks how to insert series. Unavailable choices come last, with the reason, which is also shown when one is chosen.
 * Undefined when the person leaves.
 */
export async function askInsertChoice(question: InsertQuestion): Promise<InsertAnswer | undefined> {
  for (;;) {
    const rows = choiceRows(question);
    const active = rows.find(
      (row) => "value" in row && row.value.choice === question.last && isOffered(row.value),
    );
    const answer = await pickOne({
      title: question.title,
      placeholder: vscode.l10n.t("How should the code get its data?"),
      rows,
      later: question.fetched.then((fetched) => choiceRows(question, fetched)),
      ...(active === undefined || !("value" in active) ? {} : { active }),
    });
    if (answer.kind !== "given") return undefined;
    const { obstacle } = answer.value;
    if (isOffered(answer.value) || obstacle?.kind === "port") return answer.value;
    reportObstacle(answer.value, question);
  }
}

/** An unsaved document can still get a file, by being saved first. */
export function isOffered({ obstacle }: InsertAnswer): boolean {
  return obstacle === undefined || obstacle.kind === "unsaved";
}

/** The list reopens meanwhile. */
function reportObstacle({ choice, obstacle }: InsertAnswer, question: Insertion): void {
  if (obstacle === undefined) return;
  const { label } = labelOf(choice, question, obstacle);
  const words = vscode.l10n.t("{0} is not available here: {1}.", label, reasonOf(obstacle));
  void vscode.window.showInformationMessage(words);
}

type Row = Choice<InsertAnswer> | Separator;

function answersFor({ target, hasSample, hasPanel = false }: Insertion): readonly InsertAnswer[] {
  const facts = { hasSample, hasPanel, samplePort: samplePort() };
  return insertChoices
    .filter((choice) => hasPanel || !isCluster(choice))
    .map((choice) => ({ choice, obstacle: obstacleTo(choice, target, facts) }));
}

/** @param fetched - The fetched rows, once they are known. */
export function choiceRows(question: Insertion, fetched?: FetchedSubjects): readonly Row[] {
  const answers = answersFor(question);
  const row = (value: InsertAnswer): Choice<InsertAnswer> => rowOf(value, question, fetched);
  const offered = answers.filter(isOffered).map(row);
  const others = answers.filter((answer) => !isOffered(answer)).map(row);
  return others.length === 0
    ? offered
    : [...offered, separator(vscode.l10n.t("not available here")), ...others];
}

function rowOf(
  value: InsertAnswer,
  question: Insertion,
  fetched: FetchedSubjects | undefined,
): Choice<InsertAnswer> {
  const { choice, obstacle } = value;
  const { label, icon, detail } = labelOf(choice, question, obstacle);
  const rows = fetched && rowText(choice, fetched);
  const facts = obstacle === undefined || isOffered(value) ? rows : reasonOf(obstacle);
  return {
    value,
    label,
    iconPath: new vscode.ThemeIcon(isOffered(value) ? icon : "circle-slash"),
    ...(facts === undefined ? {} : { description: plainLabel(facts) }),
    detail,
  };
}

interface Words {
  readonly label: string;
  readonly icon: string;
  readonly detail: string;
}

function labelOf(choice: InsertChoice, question: Insertion, obstacle: Obstacle | undefined): Words {
  const { t } = vscode.l10n;
  switch (choice) {
    case "file":
      return {
        label: obstacle?.kind === "unsaved" ? t("Save First…") : t("Data File and Code"),
        icon: obstacle?.kind === "unsaved" ? "save" : "file",
        detail: fileDetail(question, obstacle),
      };
    case "request":
      return {
        label: t("Live Request"),
        icon: "cloud-download",
        detail: question.hasSample
          ? t("Code that requests the sample service, with the key sample")
          : t(
              "Code that requests the service, with the key in the variable {0}",
              environmentKeyVariable,
            ),
      };
    case "dask":
      return { label: "Dask", icon: "server-process", detail: clusterDetail(choice) };
    case "spark":
      return { label: "Spark", icon: "server-process", detail: clusterDetail(choice) };
    case "values":
      return {
        label: t("Values"),
        icon: "symbol-array",
        detail: t("Code that contains the values; needs no file and no service"),
      };
    case "table":
      return {
        label: t("Markdown Table"),
        icon: "markdown",
        detail: t("The values as text"),
      };
  }
}

/** Explains code for a cluster. */
export function clusterDetail(cluster: ClusterLibrary): string {
  const { t } = vscode.l10n;
  return cluster === "dask"
    ? t("Code that requests each series on a worker of a cluster, which has the key")
    : t("Code that requests the series in tasks of a cluster, which has the key");
}

function fileDetail({ target, count }: Insertion, obstacle: Obstacle | undefined): string {
  const { t } = vscode.l10n;
  const folder = folderOfTarget(target);
  const format = fileFormatIn(target.language ?? "python", folder);
  const name = { csv: "CSV", parquet: "Parquet" }[format];
  const place = placeOfFiles(folder);
  const isUnsaved = obstacle?.kind === "unsaved";
  if (count > 1) {
    return isUnsaved
      ? t("Asks where to save it, then writes {0} {1} files to {2}", count, name, place)
      : t("{0} {1} files in {2}, read by relative path", count, name, place);
  }
  return isUnsaved
    ? t("Asks where to save it, then writes a {0} file to {1}", name, place)
    : t("A {0} file in {1}, read by relative path", name, place);
}

/** The folder as configured, where the setting leads outside: choosing it reports why. */
function placeOfFiles(folder: vscode.Uri | undefined): string {
  try {
    return plainLabel(["", ...dataFolderPath(folder)].join("/").slice(1).concat("/"));
  } catch {
    return "?";
  }
}

function rowText(choice: InsertChoice, { fetched, panels }: FetchedSubjects): string | undefined {
  const { t } = vscode.l10n;
  if (panels.length > 0) return panelText(panels);
  const isCut = choice === "values" || choice === "table";
  const { inserted, total } = rowsToInsert(
    fetched,
    isCut ? maxEmbeddedRows() : Number.POSITIVE_INFINITY,
  );
  if (fetched.length === 0) return undefined;
  if (total === 0) return t("no data");
  const local = (count: number): string => count.toLocaleString(vscode.env.language);
  if (inserted < total) return t("newest {0} of {1} rows", local(inserted), local(total));
  return rowsText(total, local);
}

/** For one panel, its variants say more than its rows. */
function panelText(panels: FetchedSubjects["panels"]): string | undefined {
  const [only, ...others] = panels;
  if (only === undefined || others.length > 0) return undefined;
  return variantsText(only.panel.panel.variants.length);
}

/** Why a choice is not available, and what would change that. */
function reasonOf(obstacle: Obstacle): string {
  const { t } = vscode.l10n;
  switch (obstacle.kind) {
    case "language":
      return obstacle.language === undefined
        ? t("not in this language")
        : t("not in {0}", languages[obstacle.language].name);
    case "unsaved":
      return t("the document has not been saved");
    case "folder":
      return t("its folder is not on this computer");
    case "panel":
      return t("a panel needs a file or a cluster");
    case "series":
      return t("only for panels");
    case "port":
      return t("needs a fixed port for the sample service; opens the setting");
  }
}
