import { columnsOf } from "../data/longTable";
import { type PanelCodeSubject, type PanelNames } from "./codeRequest";
import { textLiteral } from "./literals";
import { type Pivot, variantSeparator } from "./panelPivot";
import { rFileCode } from "./rFileCode";

/** R that reads a panel's file of CSV and puts a column side by side, without any package. */
export function rPanelCode({ long, wide }: PanelNames, subject: PanelCodeSubject): string {
  const { layout, pivot } = subject;
  const read = rFileCode(long, { ...subject, columns: columnsOf(layout) });
  return [read, ...(pivot === undefined ? [] : [wideTable(long, wide, pivot)])].join("\n");
}

/** What `reshape` makes has the name of the values before each variant, and its rows as the first series has them. */
function wideTable(long: string, wide: string, { kinds, column }: Pivot): string {
  const of = (name: string): string => `${long}[[${textLiteral("r", name)}]]`;
  return [
    `${wide} <- reshape(`,
    "  data.frame(",
    `    Date = ${of("Date")},`,
    `    variant = ${variantName(kinds.map(of))},`,
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

function variantName(kinds: readonly string[]): string {
  const [only = "", ...others] = kinds;
  if (others.length === 0) return only;
  const parts = kinds.map((each) => `gsub("|", "||", ${each}, fixed = TRUE)`);
  const items = [...parts, `sep = ${textLiteral("r", variantSeparator)}`];
  return ["paste(", items.map((item) => `      ${item}`).join(",\n"), "    )"].join("\n");
}
