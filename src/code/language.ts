import { type Column, type Frame } from "../data/frame";
import { type LongLayout } from "../data/table/long";
import { type Reference } from "../shared/reference";
import { type CommentStyle, type ReferenceLine } from "../shared/referenceLine";
import { type StringSyntax } from "./literals";
import { type Pivot } from "./panelPivot";

/** Where inserted code has its values from: a file beside it, a request that it makes itself, or its own text. */
export type InsertWay = "file" | "request" | "values";

/** What a Python table is made with. */
export type DataFrameLibrary = "pandas" | "polars";

/** What every piece of code says of its series. */
export interface CodeSubject {
  /** Stands first in the code, as a comment; of a signal with an instant as its as-of. */
  readonly line: ReferenceLine;
  readonly library: DataFrameLibrary;
}

/** Code that reads a file. */
interface ReadingCodeSubject extends CodeSubject {
  /** From the folder of the notebook or script, with `/` between its parts. */
  readonly relativePath: string;
  readonly format: "parquet" | "csv";
}

/** Code that reads the file of a series. */
export interface FileCodeSubject extends ReadingCodeSubject {
  /** The file's columns besides the date, in their order. */
  readonly columns: readonly Pick<Column, "name" | "type">[];
}

/** Code that reads the file of a panel, one series below the other. */
export interface PanelCodeSubject extends ReadingCodeSubject {
  readonly layout: LongLayout;
  /** Absent where nothing can be put side by side. */
  readonly pivot?: Pivot;
}

/** What the tables of a panel are called. */
export interface PanelNames {
  readonly long: string;
  readonly wide: string;
}

/** Code that asks the service itself, with the key from the environment. */
export interface RequestCodeSubject extends CodeSubject {
  /** Where the service answers; of sample data, whose line names no address, its fixed port. */
  readonly baseUrl: string;
  /** The line's reference as its service spells it, where that differs in its Unicode form. */
  readonly asked?: Reference;
}

/** Code that holds its values. */
export interface ValuesCodeSubject extends CodeSubject {
  /** All rows are written. */
  readonly frame: Frame;
}

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

/** What a language writes below a reference line. */
export type Code = string | PythonCode;

/** A language that code is inserted in: what it can write and how inserted code of it is read again. */
export interface Language {
  /** For people. */
  readonly name: string;
  /** How a reference line begins and ends. */
  readonly comment: CommentStyle;
  /** How it writes texts; absent for prose. */
  readonly strings?: StringSyntax;
  /** The path of a file as the literal that code reads it by. */
  readonly pathLiteral?: (relativePath: string) => string;
  /** The path in the text of such a literal, where that is not the path itself. */
  readonly pathOfText?: (text: string) => string;
  /** Whether it reads Parquet without a package that not everybody has. */
  readonly readsParquet?: boolean;
  /** Code that reads the file of a series into a table called `name`. */
  readonly file?: (name: string, subject: FileCodeSubject) => Code;
  /** Code that reads the file of a panel into a long table and puts one column side by side in a wide one. */
  readonly panel?: (names: PanelNames, subject: PanelCodeSubject) => Code;
  /** Code that asks the service for a series when it runs. */
  readonly request?: (name: string, subject: RequestCodeSubject) => Code;
  /** All values of a frame as a table. */
  readonly values?: (name: string, subject: ValuesCodeSubject) => Code;
}
