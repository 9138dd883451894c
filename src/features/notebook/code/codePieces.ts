import { formatReferenceLine } from "../../../shared/referenceLine";
import {
  type ClusterCodeSubject,
  type Code,
  type CodeSubject,
  type FileCodeSubject,
  type Language,
  type PanelCodeSubject,
  type PythonCode,
  type RequestCodeSubject,
  type ValuesCodeSubject,
  type VintagesCodeSubject,
} from "./language";
import { type InLanguage, languages } from "./languages";
import { pythonText } from "./python";
import { variableName } from "./variableName";

/** The code of one series or panel. */
export interface CodePiece {
  /** Including the reference line, which comes first; no trailing line break. */
  readonly text: string;
  /** The reference line. */
  readonly comment: string;
  /** The name of the table to display. */
  readonly name: string;
  /** For Python, its parts. */
  readonly python?: PythonCode;
}

/**
 * Code, after its reference line, that reads a file into a table whose dates are dates, numbers are doubles and texts
 * are texts.
 *
 * @throws RangeError for a language that cannot read such a file.
 */
export function fileCode(subject: InLanguage<CodeSubject & FileCodeSubject>): CodePiece {
  const write = writer(subject, "file");
  const name = variableName(subject.line.reference, subject.others);
  return codePiece(subject, name, write(name, subject));
}

/**
 * Code, after the panel's one reference line, that reads the file of a panel into a long table, and pivots one column
 * into a wide table, which is called `…_wide`.
 *
 * @throws RangeError for a language that cannot read such a file.
 */
export function panelFileCode(subject: InLanguage<CodeSubject & PanelCodeSubject>): CodePiece {
  const write = writer(subject, "panel");
  const long = variableName(subject.line.reference, subject.others);
  const wide = `${long}_wide`;
  const name = subject.pivot === undefined ? long : wide;
  return codePiece(subject, name, write({ long, wide }, subject));
}

/**
 * Code, after its reference line, that requests the series from the service when it runs. The key comes from the
 * environment and is never sent to a redirect; any failure raises an error with the status and the service's message.
 *
 * @throws UnsayableError for a reference that a single request cannot express; RangeError for a language without
 * requests.
 */
export function requestCode(subject: InLanguage<RequestCodeSubject>): CodePiece {
  const name = variableName(subject.line.reference, subject.others);
  return codePiece(subject, name, writer(subject, "request")(name, subject));
}

/**
 * Code, after the panel's one reference line, that requests its series on a cluster into one long table.
 *
 * @throws UnsayableError for a series that a request cannot express; RangeError for a language without clusters.
 */
export function clusterPanelCode(
  subject: InLanguage<CodeSubject & Omit<ClusterCodeSubject, "service">>,
): CodePiece {
  const { line, others } = subject;
  const name = variableName(line.reference, others);
  const own = { ...subject, service: line.service, slice: line.slice };
  return codePiece(subject, name, writer(subject, "cluster")(name, own));
}

/**
 * Code that reads a saved table of vintages into a table with this name. It has no reference line: a table has many
 * references.
 *
 * @throws RangeError for a language that cannot read such a file.
 */
export function vintagesCode(name: string, subject: InLanguage<VintagesCodeSubject>): string {
  const write = languages[subject.language].vintages;
  if (write === undefined) throw new RangeError(`${subject.language} reads no vintages`);
  const code = write(name, subject);
  return typeof code === "string" ? code : pythonText(code);
}

/**
 * Code that reads the file of a set of series into a long table with this name, and pivots one column into a wide table,
 * which is called `…_wide`. It has no reference line: a set has many references.
 *
 * @throws RangeError for a language that cannot read such a file.
 */
export function setFileCode(long: string, subject: InLanguage<PanelCodeSubject>): string {
  const code = writer(subject, "panel")({ long, wide: `${long}_wide` }, subject);
  return typeof code === "string" ? code : pythonText(code);
}

/**
 * All values of a frame as a table, after the reference line.
 *
 * @throws RangeError for a language without table literals.
 */
export function valuesCode(subject: InLanguage<ValuesCodeSubject>): CodePiece {
  const name = variableName(subject.line.reference, subject.others);
  return codePiece(subject, name, writer(subject, "values")(name, subject));
}

type Writer = "file" | "panel" | "request" | "cluster" | "values";

function writer<W extends Writer>(
  { language }: InLanguage<unknown>,
  kind: W,
): NonNullable<Language[W]> {
  const write = languages[language][kind];
  if (write === undefined) throw new RangeError(`${language} has no code of the kind ${kind}`);
  return write;
}

function codePiece(
  { line, language }: InLanguage<CodeSubject>,
  name: string,
  code: Code,
): CodePiece {
  const comment = formatReferenceLine(line, languages[language].comment);
  if (typeof code === "string") return { text: `${comment}\n${code}`, comment, name };
  return { text: `${comment}\n${pythonText(code)}`, comment, name, python: code };
}
