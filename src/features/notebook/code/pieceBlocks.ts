import { type CodePiece } from "./codePieces";
import { type DataFrameLibrary, type PythonCode } from "./language";
import { pythonBody, pythonAssignment, pythonImports, pythonString } from "./python";

/** The form of several tables: each on its own, joined side by side, or in a dictionary by name. */
export type TablesForm = "each" | "joined" | "dictionary";

export interface BlocksLayout {
  readonly form: TablesForm;
  /** Whether blocks become cells, which display the value of their last line. */
  readonly isNotebook: boolean;
}

type PythonPiece = CodePiece & { readonly python: PythonCode };

/**
 * The texts to insert, one per cell or place. For Python in one place, imports and definitions appear once, and each
 * reference line is directly above the code of its series; in other languages each piece is one text.
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

/** Whether the names of several tables are distinct. */
export function haveOwnNames(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isPython(piece: CodePiece): piece is PythonPiece {
  return piece.python !== undefined;
}

/** Omits a function that is the same as the previous one. */
function textInOnePlace(pieces: readonly PythonPiece[]): string {
  const imports = new Set(pieces.flatMap(({ python }) => python.imports));
  let defined = "";
  const texts = pieces.map(({ comment, python }, index) => {
    const { definitions, table } = python;
    const isNew = definitions !== "" && definitions !== defined;
    if (isNew) defined = definitions;
    const body = pythonBody(isNew ? definitions : "", table);
    if (index > 0) return `${comment}\n${isNew ? body : body.trimStart()}`;
    return [comment, ...pythonImports(python.library, [...imports].toSorted()), body].join("\n");
  });
  return texts.join("\n\n");
}

/** Prefixes each column with its series. Days that a table lacks become missing values. */
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
