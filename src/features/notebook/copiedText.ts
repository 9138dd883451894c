import * as vscode from "vscode";
import { type CodePiece } from "./code/codePieces";
import { type InsertWay } from "./code/language";
import { pieceBlocks } from "./code/pieceBlocks";
import { seriesTsv } from "../../data/table/longText";
import { instantOfMs } from "../../shared/instant";
import { sampleConnection } from "../../shared/place";
import { maxSpreadsheetRows } from "../../shared/pastedTable";
import { commentStyles, formatReferenceLine } from "../../shared/referenceLine";
import { freshInstant, isLatest, type LatestItem } from "../../store/latest";
import { withResolvedAsOf } from "../../store/seriesBatch";
import { latestOfPanels } from "../../store/tables";
import { serviceNameOf } from "../../connect/connection";
import { tableSources } from "../../connect/tableSources";
import { type CodeMaker } from "./codeMaker";
import { type InsertChoice } from "./insertChoice";
import { type InsertDependencies } from "./insertParts";
import { maxEmbeddedRows } from "./insertSettings";
import {
  type FetchedSubject,
  type CodePlace,
  type FailedCode,
  type InsertSubject,
} from "./insertSubject";
import { newestRows } from "./newestRows";
import { panelTargetOf } from "../../editor/tabs/target";

/** The form of copied data; a link needs no data. */
export type DataForm = "python" | "tsv" | "markdown";

/** What goes to the clipboard. */
export interface CopiedText {
  readonly text: string;
  /** The subjects that it contains. */
  readonly copied: readonly FetchedSubject[];
  readonly failed: readonly FailedCode[];
}

export interface CodeFacts {
  /** The most recent choice of how to insert code. */
  readonly last: InsertChoice | undefined;
  /** 0 when the sample service uses a new port at each start. */
  readonly samplePort: number;
}

/** A table has more rows than a spreadsheet can hold. */
class TooManyRowsError extends Error {
  override readonly name = "TooManyRowsError";

  constructor(rows: number) {
    const { language } = vscode.env;
    const [many, max] = [rows, maxSpreadsheetRows].map((count) => count.toLocaleString(language));
    super(
      vscode.l10n.t(
        "{0} rows exceed the limit of {1} for a spreadsheet; save them instead",
        many ?? "",
        max ?? "",
      ),
    );
  }
}

/**
 * A link for each series: the reference line of a script. It names the service and not a connection of this computer,
 * so anyone with the same service can paste it into a notebook or a script and open the chart or the data from there.
 *
 * @throws UnknownConnectionError
 */
export async function linksText(
  subjects: readonly InsertSubject[],
  services: InsertDependencies["services"],
): Promise<string> {
  const links: string[] = [];
  for (const { target, slice } of subjects) {
    const { connection } = await services.get(target.connectionId);
    const service = serviceNameOf(connection);
    const part = slice === undefined ? {} : { slice };
    const line = { reference: target.reference, ...part, service };
    links.push(formatReferenceLine(line, commentStyles.hash));
  }
  return links.join("\n");
}

/**
 * The same series with latest as of one instant: that of what is shown now, else the newest that their services can
 * answer.
 *
 * @throws UnknownConnectionError
 */
export async function datedSubjects(
  subjects: readonly InsertSubject[],
  services: InsertDependencies["services"],
): Promise<readonly InsertSubject[]> {
  const latest = subjects
    .map(({ target }) => target)
    .filter(({ reference }) => isLatest(reference));
  const sources = await Promise.all(latest.map(({ connectionId }) => services.get(connectionId)));
  const items = latest.flatMap(({ reference }, at): LatestItem[] => {
    const source = sources[at];
    return source === undefined || reference.family === "panel" ? [] : [{ source, reference }];
  });
  const panels = await latestOfPanels(
    tableSources(services),
    latest.flatMap((each) => panelTargetOf(each) ?? []),
  );
  const latestMs = Math.min(...sources.map(({ client }) => client.latestAsOfMs));
  const latestSecondMs = Math.floor(latestMs / 1000) * 1000;
  const newest = (await freshInstant(items)) ?? panels ?? instantOfMs(latestSecondMs);
  const asOf = services.gate.instant ?? newest;
  return subjects.map((subject) => {
    const { target } = subject;
    return {
      ...subject,
      target: { ...target, reference: withResolvedAsOf(target.reference, asOf) },
    };
  });
}

/** @throws {@link TooManyRowsError} */
export async function dataText(
  form: DataForm,
  fetched: readonly FetchedSubject[],
  maker: CodeMaker,
  facts: CodeFacts,
): Promise<CopiedText> {
  if (form === "tsv") return { text: tableText(fetched), copied: fetched, failed: [] };
  const copied: FetchedSubject[] = [];
  const failed: FailedCode[] = [];
  const pieces: CodePiece[] = [];
  const others = fetched.map(({ series }) => series.reference);
  for (const each of fetched) {
    const place = {
      ...(form === "python" ? pythonPlace(each, facts) : markdown),
      folder: undefined,
      others,
    };
    const batch = await maker.write({ fetched: [each], panels: [], failed: [] }, place);
    pieces.push(...batch.made);
    failed.push(...batch.failed);
    if (batch.made.length > 0) copied.push(each);
  }
  const texts = pieceBlocks(pieces, { form: "each", isNotebook: false });
  return { text: texts.join("\n\n"), copied, failed };
}

/** How many rows of a series a copy contains, and how many there are. */
export function copiedRows(
  form: DataForm,
  { subject: { slice }, series: { frame } }: FetchedSubject,
): { readonly copied: number; readonly total: number } {
  const total = newestRows(frame, slice, Number.POSITIVE_INFINITY).frame.days.length;
  return { copied: form === "tsv" ? total : Math.min(total, maxEmbeddedRows()), total };
}

type Place = Omit<CodePlace, "folder">;

const markdown: Place = { language: "markdown", way: "values" };

/** Code on the clipboard has no folder for files. */
function pythonPlace({ subject }: FetchedSubject, { last, samplePort }: CodeFacts): Place {
  const isSample = subject.target.connectionId === sampleConnection;
  const wantsValues = last === "values" || last === "table";
  const way: InsertWay = wantsValues || (isSample && samplePort === 0) ? "values" : "request";
  return { language: "python", way };
}

function tableText(fetched: readonly FetchedSubject[]): string {
  const tables = fetched.map(({ subject: { slice }, series: { reference, service, frame } }) => {
    const rows = newestRows(frame, slice, Number.POSITIVE_INFINITY);
    return { reference, service, frame: rows.frame };
  });
  const rows = tables.reduce((sum, { frame }) => sum + frame.days.length, 0);
  if (rows >= maxSpreadsheetRows) throw new TooManyRowsError(rows);
  return seriesTsv(tables);
}
