import { columnsOf } from "../data/longTable";
import { type PanelCodeSubject, type PanelNames } from "./codeRequest";
import { textLiteral } from "./literals";
import { type Pivot } from "./panelPivot";
import { longPandasTable, polarsTable } from "./pythonFileCode";
import { type PythonCode } from "./pythonCode";

/** Python that reads a panel's file, the dates a column, and pivots it: with pandas the dates are then the index. */
export function pythonPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): PythonCode {
  const { library, layout, pivot } = subject;
  const file = { ...subject, columns: columnsOf(layout) };
  const table = library === "pandas" ? longPandasTable(long, file) : polarsTable(long, file);
  const pivoted = library === "pandas" ? pandasPivot : polarsPivot;
  const side = pivot === undefined ? "" : `\n${wide} = ${long}${pivoted(pivot)}`;
  return { library, modules: [], definitions: "", table: table + side };
}

function pandasPivot({ kinds, column }: Pivot): string {
  const values = textLiteral("python", column.name);
  return `.pivot(index="Date", columns=${oneOrList(kinds)}, values=${values})`;
}

/** Its rows come as the first series has them. */
function polarsPivot({ kinds, column }: Pivot): string {
  const values = textLiteral("python", column.name);
  return `.pivot(on=${oneOrList(kinds)}, index="Date", values=${values}).sort("Date")`;
}

function oneOrList(names: readonly string[]): string {
  const literals = names.map((name) => textLiteral("python", name));
  const [only = "", ...others] = literals;
  return others.length === 0 ? only : `[${literals.join(", ")}]`;
}
