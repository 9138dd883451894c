import * as vscode from "vscode";
import {
  type AsOfGrid,
  asOfsOfGrid,
  type GridStep,
  maxVintageRequests,
} from "../../../shared/asOfGrid";
import { isoOfDay } from "../../../shared/day";
import { dayOfInstant, endOfDay, type Instant, msOfInstant } from "../../../shared/instant";
import { monthsBefore } from "../../../shared/months";
import { maxSpreadsheetRows } from "../../../shared/pastedTable";
import { formatCount } from "../../../shared/series/numberText";
import { type AsOfProblem, typedAsOf } from "../../../shared/typedAsOf";
import { typedVintages } from "../../../shared/vintages";
import { type FileFormat, fileFormats } from "../../../shared/wireFormat";
import { type AsOfGate } from "../../../store/asOfGate";
import { sizeText } from "../../../connect/sizeText";
import { formatChoice } from "../../../editor/files/saveQuestions";
import { askText, type Judgement } from "../../../editor/prompt/askText";
import { type Choice, pickOne } from "../../../editor/prompt/pickOne";
import { askThen, type Pressed, type PromptAnswer } from "../../../editor/prompt/promptAnswer";
import { asOfText } from "../../../editor/text/dateText";
import { asOfProblemText } from "../../chart/host/addVintages";

/** The size of what is saved as of each instant. */
interface VintageSize {
  readonly series: number;
  /** An estimate for each of them. */
  readonly rows: number;
}

/** The subject of the questions about vintages that are saved. */
export interface SavedVintagesQuestion extends VintageSize {
  readonly title: string;
  /** No as-of is later. */
  readonly last: Instant;
  /** The as-ofs of the productions that are known, ascending. */
  readonly productions: readonly Instant[];
  readonly gate: AsOfGate;
}

/** The as-ofs of vintages, ascending, and how they are written. */
export interface VintageShape {
  readonly asOfs: readonly Instant[];
  /** Whether there is one file for each as-of, in a folder. */
  readonly isPartitioned: boolean;
  readonly format: FileFormat;
  /** An estimate. */
  readonly sizeBytes: number;
}

/** How as-ofs are chosen. */
type Choosing = GridStep | "productions" | "list";

/** Asks for the as-ofs, the layout and the format; undefined when the person leaves. */
export async function askVintageShape(
  question: SavedVintagesQuestion,
): Promise<VintageShape | undefined> {
  const answer = await askThen(
    () => askChoosing(question),
    // The productions are not asked for, so Back leads to the choice.
    (choosing) =>
      choosing === "productions"
        ? askForm(question, question.productions)
        : askThen(
            () => (choosing === "list" ? askList(question) : askRange(question, choosing)),
            (asOfs) => askForm(question, asOfs),
          ),
  );
  return answer.kind === "given" ? answer.value : undefined;
}

function askChoosing(question: SavedVintagesQuestion): Promise<PromptAnswer<Choosing> | Pressed> {
  const { t } = vscode.l10n;
  const { title, productions } = question;
  const rows: Choice<Choosing>[] = [
    { value: "month", label: t("Month Ends") },
    { value: "quarter", label: t("Quarter Ends") },
    { value: "year", label: t("Year Ends") },
    { value: "week", label: t("Week Ends") },
  ];
  if (productions.length > 0 && judged(question, productions).ok) {
    const [label, description] = [t("Archived Productions"), formatCount(productions.length)];
    rows.push({ value: "productions", label, description });
  }
  rows.push({ value: "list", label: t("Enter As-Ofs…") });
  return pickOne<Choosing>({ title, placeholder: t("Choose the as-ofs"), rows });
}

/** Five years, up to the last as-of. */
function askRange(
  question: SavedVintagesQuestion,
  every: GridStep,
): Promise<PromptAnswer<readonly Instant[]>> {
  const { t } = vscode.l10n;
  const { title, last, gate } = question;
  const to = dayOfInstant(last);
  const example = `${isoOfDay(monthsBefore(to, 60))}..${isoOfDay(to)}`;
  const judge = (text: string): Judgement<readonly Instant[]> => {
    const ends = text.split("..");
    // A day may end after the last as-of, which bounds the grid.
    const [from, until] = ends.map((end) => typedAsOf(end, msOfInstant(endOfDay(to))));
    if (from === undefined || until === undefined || ends.length > 2) {
      return { ok: false, problem: t("Enter two days separated by two dots: {0}", example) };
    }
    for (const [at, end] of [from, until].entries()) {
      const problem = end.ok ? undefined : problemOf(ends[at] ?? "", end.problem, gate);
      if (problem !== undefined) return { ok: false, problem };
    }
    const [first, second] = [from, until].map((end) =>
      end.ok && end.asOf !== "latest" ? dayOfInstant(end.asOf) : to,
    );
    const grid: AsOfGrid = { every, from: first ?? to, to: second ?? to };
    return judged(question, asOfsOfGrid(grid, { last }));
  };
  return askText({
    title,
    prompt: t("First and last day, separated by two dots"),
    placeholder: example,
    text: example,
    hasBack: true,
    judge,
    work: (asOfs) => Promise.resolve(asOfs),
  });
}

function problemOf(text: string, problem: AsOfProblem, gate: AsOfGate): string {
  return asOfProblemText({ ok: false, text: text.trim(), problem }, maxVintageRequests, gate);
}

function askList(question: SavedVintagesQuestion): Promise<PromptAnswer<readonly Instant[]>> {
  const { t } = vscode.l10n;
  const { title, last, gate } = question;
  const judge = (text: string): Judgement<readonly Instant[]> => {
    const typed = typedVintages(text, last, maxVintageRequests);
    return typed.ok
      ? judged(question, asOfsOfGrid(typed.asOfs, { last }))
      : { ok: false, problem: asOfProblemText(typed, maxVintageRequests, gate) };
  };
  return askText({
    title,
    prompt: t("As-ofs separated by commas; a day means its end in UTC"),
    placeholder: "2024-06-28, eoq, -3m, -1y",
    hasBack: true,
    judge,
    work: (asOfs) => Promise.resolve(asOfs),
  });
}

/** Whether so many vintages can be saved, and what they take. */
function judged(
  question: SavedVintagesQuestion,
  asOfs: readonly Instant[],
): Judgement<readonly Instant[]> {
  const { t } = vscode.l10n;
  const [first] = asOfs;
  const last = asOfs.at(-1);
  if (first === undefined || last === undefined) {
    return { ok: false, problem: t("There is no as-of in this range.") };
  }
  const requests = asOfs.length * question.series;
  if (requests > maxVintageRequests) {
    const most = formatCount(Math.floor(maxVintageRequests / question.series));
    return {
      ok: false,
      problem: t(
        "Choose at most {1} as-ofs for {0} series, which is {2} requests.",
        formatCount(question.series),
        most,
        formatCount(maxVintageRequests),
      ),
    };
  }
  const note = t(
    "As-ofs: {0}, from {1} to {2}. Requests: up to {3}; about {4} as Parquet.",
    formatCount(asOfs.length),
    asOfText(first),
    asOfText(last),
    formatCount(requests),
    sizeText(sizeOf(question, asOfs.length, "parquet")),
  );
  return { ok: true, value: asOfs, note };
}

/** Asks for the layout and the format. */
function askForm(
  question: SavedVintagesQuestion,
  asOfs: readonly Instant[],
): Promise<PromptAnswer<VintageShape> | Pressed> {
  const { t } = vscode.l10n;
  const { title } = question;
  return askThen(
    () =>
      pickOne<boolean>({
        title,
        placeholder: t("Choose the layout"),
        rows: [
          {
            value: false,
            label: t("One Long Table"),
            detail: t("The column as_of holds the as-of of each row"),
          },
          {
            value: true,
            label: t("One File per As-Of"),
            detail: t("In folders as_of=…, which DuckDB, Spark, Dask and polars read as one table"),
          },
        ],
        hasBack: true,
      }),
    (isPartitioned) => askFormat(question, asOfs, isPartitioned),
  );
}

async function askFormat(
  question: SavedVintagesQuestion,
  asOfs: readonly Instant[],
  isPartitioned: boolean,
): Promise<PromptAnswer<VintageShape> | Pressed> {
  const { t } = vscode.l10n;
  const rows = vintageFormats(question, asOfs.length, isPartitioned);
  const active = rows.find(({ value }) => value === "parquet");
  const answer = await pickOne<FileFormat>({
    ...{ title: question.title, placeholder: t("Choose the file format"), rows, hasBack: true },
    ...(active && { active }),
  });
  if (answer.kind !== "given") return answer;
  const sizeBytes = sizeOf(question, asOfs.length, answer.value);
  return { kind: "given", value: { asOfs, isPartitioned, format: answer.value, sizeBytes } };
}

/**
 * The rows of the formats with their size. No spreadsheet reads a folder as one table, and the programs that do would
 * read the apostrophes of a CSV for spreadsheets.
 */
export function vintageFormats(
  size: VintageSize,
  asOfs: number,
  isPartitioned: boolean,
): readonly Choice<FileFormat>[] {
  const { t } = vscode.l10n;
  const formats = fileFormats.filter((each) => !isPartitioned || each !== "spreadsheet.csv");
  return formats.reverse().map((format) => {
    const row = formatChoice(format);
    const description = t("about {0}", sizeText(sizeOf(size, asOfs, format)));
    const isTooLong = size.series * asOfs * size.rows >= maxSpreadsheetRows;
    if (row.detail === undefined || !isTooLong) return { ...row, description };
    const tooLong = t("Probably more rows than a spreadsheet can hold.");
    return { ...row, description, detail: `${tooLong} ${row.detail}` };
  });
}

/** Bytes of a row with three scores, measured on tables of the sample service. */
const rowBytes = { parquet: 25, csv: 90, "spreadsheet.csv": 90, json: 140 } as const;

function sizeOf({ series, rows }: VintageSize, asOfs: number, format: FileFormat): number {
  return series * asOfs * rows * rowBytes[format];
}
