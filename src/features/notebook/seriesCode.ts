import * as vscode from "vscode";
import {
  clusterPanelCode,
  fileCode,
  panelFileCode,
  requestCode,
  valuesCode,
} from "./code/codePieces";
import { type ClusterLibrary } from "./code/language";
import { languages } from "./code/languages";
import { panelPivot } from "./code/panelPivot";
import { areFarDays } from "./code/python";
import { sliceFrame } from "../../data/sliceFrame";
import { panelLayout } from "../../data/table/long";
import { type ReferenceLine } from "../../shared/referenceLine";
import { samplePort } from "../../connect/samplePort";
import {
  type DataFileFormat,
  dataFileFormat,
  dataFrameLibrary,
  maxEmbeddedRows,
} from "./insertSettings";
import {
  type CodePlace,
  type FetchedPanelSubject,
  type FetchedSubject,
  type MadeCode,
  type PanelRequests,
} from "./insertSubject";
import { newestRows } from "./newestRows";
import { type Slice } from "../../shared/slice";
import { type WireFormat, wireFormats } from "../../shared/wireFormat";
import { type FetchedPanel } from "../../store/tables";
import { NoCodeError } from "./unwritableText";

/** CSV for a language that needs a package to read Parquet. */
export function fileFormatIn(
  language: CodePlace["language"],
  folder: CodePlace["folder"],
): DataFileFormat {
  const { file, readsParquet = false } = languages[language];
  return file !== undefined && !readsParquet ? "csv" : dataFileFormat(folder);
}

/** A file that code reads. */
interface FileOfCode {
  readonly relativePath: string;
  /** The file of the dataset that it belongs to. */
  readonly dataset?: string;
}

/** The format that a path's extension denotes, also one that no file of a line has. */
export function wireFormatOf(path: string): WireFormat | undefined {
  return wireFormats.find((each) => path.endsWith(`.${each}`));
}

/** The code of one series or panel. */
export type SeriesCode = Omit<MadeCode, "subject">;

/**
 * The code of a series for its place.
 *
 * @param file - The file that the code reads.
 * @throws UnsayableError, {@link NoCodeError} for what code cannot express.
 */
export function codeOfSubject(
  fetched: FetchedSubject,
  place: CodePlace,
  file: FileOfCode | undefined,
): SeriesCode {
  if (file !== undefined) return codeOfFile(fetched, place, file);
  return place.way === "request" ? codeOfRequest(fetched, place) : codeOfValues(fetched, place);
}

function codeOfFile(fetched: FetchedSubject, place: CodePlace, file: FileOfCode): SeriesCode {
  const { language, holder = "script", folder, others } = place;
  const { relativePath } = file;
  const { series, subject } = fetched;
  const line = lineFrom(lineOf(fetched), file);
  const { days, columns } = sliceFrame(series.frame, subject.slice);
  const format = wireFormatOf(relativePath) ?? fileFormatIn(language, folder);
  const library = dataFrameLibrary(folder);
  const piece = fileCode({
    ...{ line, language, library, holder, relativePath, format, columns, others },
    hasFarDays: areFarDays(days),
  });
  return { line, relativePath, ...piece };
}

function codeOfRequest(fetched: FetchedSubject, place: CodePlace): SeriesCode {
  const { language, folder, others } = place;
  const { series, baseUrl, asked } = fetched;
  refuseFreePort(series);
  const line = lineOf(fetched);
  const library = dataFrameLibrary(folder);
  return {
    line,
    ...requestCode({ line, language, library, baseUrl, others, ...(asked && { asked }) }),
  };
}

/** @throws {@link NoCodeError} for the sample service, if it has another port at each start. */
function refuseFreePort({ isSample }: { readonly isSample: boolean }): void {
  if (!isSample || samplePort() !== 0) return;
  throw new NoCodeError(
    vscode.l10n.t("a request to the sample service needs a fixed port (macroSignals.sample.port)"),
  );
}

/** A language without table literals gets a Markdown table. */
function codeOfValues(
  { series, subject }: FetchedSubject,
  { language, folder, others }: CodePlace,
): SeriesCode {
  const { reference, service } = series;
  const { frame, slice } = newestRows(series.frame, subject.slice, maxEmbeddedRows());
  const line = { reference, ...(slice === undefined ? {} : { slice }), service };
  const library = dataFrameLibrary(folder);
  const written = languages[language].values === undefined ? "markdown" : language;
  return { line, ...valuesCode({ line, language: written, library, frame, others }) };
}

/** Names the dataset of a file that is of one. */
function lineFrom(line: ReferenceLine, { dataset }: FileOfCode): ReferenceLine {
  return dataset === undefined ? line : { ...line, dataset };
}

function lineOf({ subject: { slice }, series }: FetchedSubject): ReferenceLine {
  const { reference, service } = series;
  return { reference, ...(slice === undefined ? {} : { slice }), service };
}

/** The code of a panel that is requested on a cluster. @throws UnsayableError, {@link NoCodeError} */
export function codeOfPanelRequests(
  { subject: { slice }, panel }: FetchedPanelSubject,
  { language, others }: CodePlace,
  requests: PanelRequests,
  cluster: ClusterLibrary,
): SeriesCode {
  refuseFreePort(panel);
  const line = panelLine(panel, slice);
  const layout = panelLayout(panel.panel, slice);
  const subject = { line, language, library: "pandas", others, layout, cluster } as const;
  return { line, ...clusterPanelCode({ ...subject, ...requests }) };
}

function panelLine({ panel, service }: FetchedPanel, slice: Slice | undefined): ReferenceLine {
  const { reference } = panel;
  return { reference, ...(slice === undefined ? {} : { slice }), service };
}

/** The code of a panel: reads one file and pivots it. */
export function codeOfPanel(
  { subject: { slice }, panel: fetched }: FetchedPanelSubject,
  { language, holder = "script", folder, others }: CodePlace,
  file: FileOfCode,
): SeriesCode {
  const { panel } = fetched;
  const { reference } = panel;
  const layout = panelLayout(panel, slice);
  const rows = panel.variants.reduce((sum, variant) => sum + variant.rows, 0);
  const pivot = rows === 0 ? undefined : panelPivot(reference, layout, slice);
  const line = lineFrom(panelLine(fetched, slice), file);
  const { relativePath } = file;
  const piece = panelFileCode({
    language,
    line,
    library: dataFrameLibrary(folder),
    holder,
    hasFarDays: panel.variants.some(({ observed }) => areFarDays(observed)),
    relativePath,
    format: wireFormatOf(relativePath) ?? fileFormatIn(language, folder),
    layout,
    others,
    ...(pivot === undefined ? {} : { pivot }),
  });
  return { line, relativePath, ...piece };
}
