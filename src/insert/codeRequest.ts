import { type Column, type Frame } from "../data/frame";
import { type LongLayout } from "../data/longTable";
import { type Reference } from "../shared/reference";
import { type ReferenceLine } from "../shared/referenceLine";
import { type Pivot } from "./panelPivot";

/** A language that code is inserted in. Markdown holds values as a table. */
export type CodeLanguage = "python" | "r" | "sql" | "markdown";

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
  readonly language: Exclude<CodeLanguage, "markdown">;
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
  readonly language: "python" | "r";
  /** Where the service answers; of sample data, whose line names no address, its fixed port. */
  readonly baseUrl: string;
  /** The line's reference as its service spells it, where that differs in its Unicode form. */
  readonly asked?: Reference;
}

/** Code that holds its values. */
export interface ValuesCodeSubject extends CodeSubject {
  readonly language: "python" | "markdown";
  /** All rows are written. */
  readonly frame: Frame;
}
