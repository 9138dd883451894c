import { type CodePiece, codePiece } from "./codePiece";
import { type FileCodeSubject } from "./codeRequest";
import { pythonFileCode } from "./pythonFileCode";
import { rFileCode } from "./rFileCode";
import { sqlFileCode } from "./sqlFileCode";
import { variableName } from "./variableName";

/**
 * Code that reads a file into a table whose dates are dates, numbers doubles and texts texts, below its reference line.
 *
 * @throws RangeError for Parquet in R, which base R does not read.
 */
export function fileCode(subject: FileCodeSubject): CodePiece {
  const { line, language } = subject;
  const name = variableName(line.reference);
  return codePiece(line, language, name, writers[language](name, subject));
}

const writers = { python: pythonFileCode, r: rFileCode, sql: sqlFileCode } as const;
