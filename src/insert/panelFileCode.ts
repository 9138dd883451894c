import { type CodePiece, codePiece } from "./codePiece";
import { type PanelCodeSubject } from "./codeRequest";
import { pythonPanelCode } from "./pythonPanelCode";
import { rPanelCode } from "./rPanelCode";
import { sqlPanelCode } from "./sqlPanelCode";
import { variableName } from "./variableName";

/**
 * Code that reads the file of a panel into a table with one series below the other, and puts one of its columns side by side
 * in another, which is called `…_wide`; below the panel's one reference line.
 *
 * @throws RangeError for Parquet in R, which base R does not read.
 */
export function panelFileCode(subject: PanelCodeSubject): CodePiece {
  const { line, language, pivot } = subject;
  const long = variableName(line.reference);
  const wide = `${long}_wide`;
  const name = pivot === undefined ? long : wide;
  return codePiece(line, language, name, writers[language]({ long, wide }, subject));
}

const writers = { python: pythonPanelCode, r: rPanelCode, sql: sqlPanelCode } as const;
