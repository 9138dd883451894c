import { columnsOf } from "../data/longTable";
import { type PanelCodeSubject, type PanelNames } from "./codeRequest";
import { textLiteral } from "./literals";
import { type Pivot } from "./panelPivot";
import { rFileCode } from "./rFileCode";

/** R that reads a panel's file of CSV and puts a column side by side, without any package. */
export function rPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): string {
  const { layout, pivot } = subject;
  const read = rFileCode(long, { ...subject, columns: columnsOf(layout) });
  return [read, ...(pivot === undefined ? [] : [wideTable(long, wide, pivot)])].join("\n");
}

/** What `reshape` makes has the name of the values before each variant, and its rows as the first series has them. */
function wideTable(long: string, wide: string, { kinds, column, separator }: Pivot): string {
  const of = (name: string): string => `${long}[[${textLiteral("r", name)}]]`;
  const [only = "", ...others] = kinds.map(of);
  const between = separator === " " ? "" : `, sep = ${textLiteral("r", separator)}`;
  return [
    `${wide} <- reshape(`,
    "  data.frame(",
    `    Date = ${of("Date")},`,
    `    variant = ${others.length === 0 ? only : `paste(${[only, ...others].join(", ")}${between})`},`,
    `    value = ${of(column.name)}`,
    "  ),",
    `  idvar = "Date",`,
    `  timevar = "variant",`,
    `  direction = "wide"`,
    ")",
    `names(${wide}) <- sub("value.", "", names(${wide}), fixed = TRUE)`,
    `${wide} <- ${wide}[order(${wide}[["Date"]]), ]`,
  ].join("\n");
}
