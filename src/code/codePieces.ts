import { formatReferenceLine } from "../shared/referenceLine";
import {
  type Code,
  type CodeSubject,
  type FileCodeSubject,
  type Language,
  type PanelCodeSubject,
  type PythonCode,
  type RequestCodeSubject,
  type ValuesCodeSubject,
} from "./language";
import { type InLanguage, languages } from "./languages";
import { pythonText } from "./python";
import { variableName } from "./variableName";

/** The code of one series or panel. */
export interface CodePiece {
  /** All of it, the reference line first; no line break at the end. */
  readonly text: string;
  /** The reference line. */
  readonly comment: string;
  /** What the table is called that is to be looked at. */
  readonly name: string;
  /** Of Python its parts. */
  readonly python?: PythonCode;
}

/**
 * Code that reads a file into a table whose dates are dates, numbers doubles and texts texts, below its reference line.
 *
 * @throws RangeError for a language that reads no such file.
 */
export function fileCode(subject: InLanguage<FileCodeSubject>): CodePiece {
  const write = writer(subject, "file");
  const name = variableName(subject.line.reference);
  return codePiece(subject, name, write(name, subject));
}

/**
 * Code that reads the file of a panel into a table with one series below the other, and puts one of its columns side by side
 * in another, which is called `…_wide`; below the panel's one reference line.
 *
 * @throws RangeError for a language that reads no such file.
 */
export function panelFileCode(subject: InLanguage<PanelCodeSubject>): CodePiece {
  const write = writer(subject, "panel");
  const long = variableName(subject.line.reference);
  const wide = `${long}_wide`;
  const name = subject.pivot === undefined ? long : wide;
  return codePiece(subject, name, write({ long, wide }, subject));
}

/**
 * Code that asks the service for the series when it runs, below its reference line. The key comes from the environment, and
 * no redirect gets it; whatever is not a success is an error with the status and what the service said.
 *
 * @throws UnsayableError for a reference that no single request can ask for; RangeError for a language that makes no request.
 */
export function requestCode(subject: InLanguage<RequestCodeSubject>): CodePiece {
  const name = variableName(subject.line.reference);
  return codePiece(subject, name, writer(subject, "request")(name, subject));
}

/**
 * All values of a frame as a table, below the reference line.
 *
 * @throws RangeError for a language without literals of tables.
 */
export function valuesCode(subject: InLanguage<ValuesCodeSubject>): CodePiece {
  const name = variableName(subject.line.reference);
  return codePiece(subject, name, writer(subject, "values")(name, subject));
}

type Writer = "file" | "panel" | "request" | "values";

function writer<W extends Writer>(
  { language }: InLanguage<CodeSubject>,
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
