import * as vscode from "vscode";
import { fileCode, requestCode, valuesCode } from "../../code/codePieces";
import { languages } from "../../code/languages";
import { sliceFrame } from "../../data/sliceFrame";
import { type ReferenceLine } from "../../shared/referenceLine";
import { samplePort } from "../connection/samplePort";
import { type SaveSubject } from "../documents/saveSubject";
import { type KeptFile } from "./dataFiles";
import { type DataFileFormat, dataFileFormat, dataFrameLibrary, mostRows } from "./insertSettings";
import { type FetchedSubject, type CodePlace, type MadeCode } from "./insertSubject";
import { newestRows } from "./newestRows";
import { NoCodeError } from "./unsayableWords";

/** A language that reads no Parquet without a package has CSV. */
export function fileFormatIn(
  language: CodePlace["language"],
  folder: CodePlace["folder"],
): DataFileFormat {
  const { file, readsParquet = false } = languages[language];
  return file !== undefined && !readsParquet ? "csv" : dataFileFormat(folder);
}

/** The code of one series. */
export type SeriesCode = Omit<MadeCode, "subject">;

/**
 * The code of a series as its place wants it.
 *
 * @param file - What code of a file reads.
 * @throws UnsayableError, {@link NoCodeError} for what no code can say.
 */
export function codeOf(
  fetched: FetchedSubject,
  place: CodePlace,
  file: KeptFile | undefined,
): SeriesCode {
  if (file !== undefined) return codeOfFile(fetched, place, file);
  return place.way === "request" ? codeOfRequest(fetched, place) : codeOfValues(fetched, place);
}

function codeOfFile({ series }: FetchedSubject, place: CodePlace, file: KeptFile): SeriesCode {
  const { language, folder } = place;
  const { relativePath, reference } = file;
  const { slice, frame } = series;
  const line = { ...lineOf(series), reference };
  const { columns } = sliceFrame(frame, slice);
  const format = fileFormatIn(language, folder);
  const library = dataFrameLibrary(folder);
  const piece = fileCode({ line, language, library, relativePath, format, columns });
  return { line, relativePath, ...piece };
}

function codeOfRequest({ series, baseUrl, asked }: FetchedSubject, place: CodePlace): SeriesCode {
  const { language, folder } = place;
  if (series.isSample && samplePort() === 0) {
    throw new NoCodeError(
      vscode.l10n.t(
        "a request to the sample service needs a fixed port (macroSignals.sample.port)",
      ),
    );
  }
  const line = lineOf(series);
  const library = dataFrameLibrary(folder);
  return { line, ...requestCode({ line, language, library, baseUrl, ...(asked && { asked }) }) };
}

/** A language without literals of tables has a table in Markdown. */
function codeOfValues({ series }: FetchedSubject, { language, folder }: CodePlace): SeriesCode {
  const { reference, service } = series;
  const { frame, slice } = newestRows(series.frame, series.slice, mostRows());
  const line = { reference, ...(slice === undefined ? {} : { slice }), service };
  const library = dataFrameLibrary(folder);
  const written = languages[language].values === undefined ? "markdown" : language;
  return { line, ...valuesCode({ line, language: written, library, frame }) };
}

function lineOf({ reference, slice, service }: SaveSubject): ReferenceLine {
  return { reference, ...(slice === undefined ? {} : { slice }), service };
}
