import { formatReferenceLine } from "../shared/referenceLine";
import { commentStyleOf } from "./codeLanguage";
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
export function panelFileCode(subject: PanelCodeSubject): string {
  const line = formatReferenceLine(subject.line, commentStyleOf(subject.language));
  const name = variableName(subject.line.reference);
  const names = { long: name, wide: `${name}_wide` };
  return `${line}\n${writers[subject.language](names, subject)}`;
}

const writers = { python: pythonPanelCode, r: rPanelCode, sql: sqlPanelCode } as const;
