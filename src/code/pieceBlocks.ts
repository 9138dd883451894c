import { type CodePiece } from "./codePieces";
import { type DataFrameLibrary, type PythonCode } from "./language";
import { pythonBody, pythonAssignment, pythonImports, pythonString } from "./python";

/** How several tables stand: each on its own, side by side in one, or in a dictionary by their names. */
export type TablesForm = "each" | "joined" | "dictionary";

export interface BlocksLayout {
  readonly form: TablesForm;
  /** Whether blocks become cells, which show what their last line says. */
  readonly isNotebook: boolean;
}

type PythonPiece = CodePiece & { readonly python: PythonCode };

/**
 * The texts to insert, one for each cell or place. Python in one place has its imports and definitions once, each reference
 * line right above the code of its series; in another language each piece is a text.
 */
export function pieceBlocks(
  pieces: readonly CodePiece[],
  { form, isNotebook }: BlocksLayout,
): readonly string[] {
  const python = pieces.filter(isPython);
  const [first] = python;
  if (first === undefined || python.length < pieces.length) return pieces.map(({ text }) => text);
  const shown = ({ name }: CodePiece): string => (isNotebook ? `\n${name}.tail()` : "");
  const isOne = python.length === 1;
  if (isNotebook && (form === "each" || isOne))
    return python.map((each) => each.text + shown(each));
  const text = textInOnePlace(python);
  if (form === "each" || isOne) return [text];
  const names = python.map(({ name }) => name);
  const { library } = first.python;
  const name = form === "joined" ? "joined" : `tables[${pythonString(first.name)}]`;
  const all = form === "joined" ? joinedTables(names, library) : dictionaryOf(names);
  return [`${text}\n\n${all}${shown({ ...first, name })}`];
}

/** Whether what several tables are called tells them apart. */
export function haveOwnNames(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isPython(piece: CodePiece): piece is PythonPiece {
  return piece.python !== undefined;
}

/** A function that is the one above it need not be said again. */
function textInOnePlace(pieces: readonly PythonPiece[]): string {
  const modules = new Set(pieces.flatMap(({ python }) => python.modules));
  let defined = "";
  const texts = pieces.map(({ comment, python }, index) => {
    const { definitions, table } = python;
    const isNew = definitions !== "" && definitions !== defined;
    if (isNew) defined = definitions;
    const body = pythonBody(isNew ? definitions : "", table);
    if (index > 0) return `${comment}\n${isNew ? body : body.trimStart()}`;
    return [comment, ...pythonImports(python.library, [...modules].toSorted()), body].join("\n");
  });
  return texts.join("\n\n");
}

/** Its columns say first which series they are of. A day that one of them lacks is one without values. */
function joinedTables(names: readonly string[], library: DataFrameLibrary): string {
  if (library === "pandas") {
    return pythonAssignment("joined", "pd.concat", [
      entriesOf(names, "    "),
      "axis=1",
      "sort=True",
    ]);
  }
  const columns = `pl.exclude("Date").name.prefix`;
  const tables = names.map(
    (name) => `        ${name}.select("Date", ${columns}(${pythonString(`${name}_`)})),`,
  );
  return ["joined = pl.concat(", "    [", ...tables, "    ],", `    how="align",`, ")"].join("\n");
}

function dictionaryOf(names: readonly string[]): string {
  return `tables = ${entriesOf(names, "")}`;
}

function entriesOf(names: readonly string[], indent: string): string {
  const rows = names.map((name) => `${indent}    ${pythonString(name)}: ${name},`);
  return ["{", ...rows, `${indent}}`].join("\n");
}
