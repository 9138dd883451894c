import { type DataFrameLibrary } from "./codeRequest";
import { pythonImports } from "./pythonTable";

/** Python that makes a table, in the parts of which several pieces in one place need only one. */
export interface PythonCode {
  readonly library: DataFrameLibrary;
  /** Python's own, besides the library. */
  readonly modules: readonly string[];
  /** Classes and functions; empty without any. */
  readonly definitions: string;
  /** The assignment of the table. */
  readonly table: string;
}

/** The lines of a piece that stands alone. */
export function pythonText({ library, modules, definitions, table }: PythonCode): string {
  return `${pythonImports(library, modules).join("\n")}\n${pythonBody(definitions, table)}`;
}

/** What comes below the imports or the reference line, with the blank lines that formatters put around definitions. */
export function pythonBody(definitions: string, table: string): string {
  return definitions === "" ? `\n${table}` : `\n\n${definitions}\n\n\n${table}`;
}
