import { type CodeLanguage } from "./codeRequest";
import { commentStyleOf } from "./codeLanguage";
import { type PythonCode, pythonText } from "./pythonCode";
import { type ReferenceLine, formatReferenceLine } from "../shared/referenceLine";

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

/** Code below its reference line. */
export function codePiece(
  line: ReferenceLine,
  language: CodeLanguage,
  name: string,
  code: string | PythonCode,
): CodePiece {
  const comment = formatReferenceLine(line, commentStyleOf(language));
  if (typeof code === "string") return { text: `${comment}\n${code}`, comment, name };
  return { text: `${comment}\n${pythonText(code)}`, comment, name, python: code };
}
