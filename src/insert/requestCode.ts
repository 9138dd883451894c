import { type CodePiece, codePiece } from "./codePiece";
import { type RequestCodeSubject } from "./codeRequest";
import { pythonRequestCode } from "./pythonRequestCode";
import { rRequestCode } from "./rRequestCode";
import { variableName } from "./variableName";

/**
 * Code that asks the service for the series when it runs, below its reference line. The key comes from the environment, and
 * no redirect gets it; whatever is not a success is an error with the status and what the service said.
 *
 * @throws UnsayableError for a reference that no single request can ask for.
 */
export function requestCode(subject: RequestCodeSubject): CodePiece {
  const { line, language } = subject;
  const name = variableName(line.reference);
  return codePiece(line, language, name, writers[language](name, subject));
}

const writers = { python: pythonRequestCode, r: rRequestCode } as const;
