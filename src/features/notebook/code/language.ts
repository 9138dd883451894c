import { type Frame } from "../../../data/frame";
import { type LongLayout, type LongColumn } from "../../../data/table/long";
import { type Instant } from "../../../shared/instant";
import { type Reference, type SignalRef } from "../../../shared/reference";
import { type CommentStyle, type ReferenceLine } from "../../../shared/referenceLine";
import { type Slice } from "../../../shared/slice";
import { type WireFormat } from "../../../shared/wireFormat";
import { type StringSyntax } from "./literals";
import { type Pivot } from "./panelPivot";

/** The source of inserted code's values: a file beside it, a live request, or literals in the code. */
export type InsertWay = "file" | "request" | "values";

/** The library of a Python table. */
export type DataFrameLibrary = "pandas" | "polars";

/** The input of all kinds of code. */
export interface CodeSubject {
  /** The first line of the code, as a comment; for a signal, its as-of is an instant. */
  readonly line: ReferenceLine;
  readonly library: DataFrameLibrary;
  /** The references of its document; their tables need different names. */
  readonly others?: readonly Reference[] | undefined;
}

/** The kind of document that contains the code; it determines how the code finds that document's folder. */
export type CodeHolder = "script" | "notebook" | "prose";

/** A path in code. */
export interface PathInCode {
  /** The default is a script. */
  readonly holder?: CodeHolder;
  /** Relative to the folder of the notebook or script, with `/` as separator. */
  readonly relativePath: string;
}

/** Code that reads a file. */
interface ReadingCodeSubject extends PathInCode {
  readonly library: DataFrameLibrary;
  readonly format: WireFormat;
  /** Whether the file has days that a 64-bit count of nanoseconds since 1970 cannot represent. */
  readonly hasFarDays?: boolean;
}

/** Code that reads the file of a series. */
export interface FileCodeSubject extends ReadingCodeSubject {
  /** The file's columns except the date, in order. */
  readonly columns: readonly LongColumn[];
}

/** Code that reads the file of several series, such as a panel's, in the long layout. */
export interface PanelCodeSubject extends ReadingCodeSubject {
  readonly layout: LongLayout;
  /** Absent if there is nothing to pivot. */
  readonly pivot?: Pivot;
}

/** The names of a panel's tables. */
export interface PanelNames {
  readonly long: string;
  readonly wide: string;
}

/** Code that requests the series from the service, with the key from the environment. */
export interface RequestCodeSubject extends CodeSubject {
  /** The service's address; for sample data, whose line has no address, its fixed port. */
  readonly baseUrl: string;
  /** The reference in the service's spelling, if its Unicode form differs from the line's. */
  readonly asked?: Reference;
}

/** Code that reads a saved table of vintages: one file, or a folder with files for each as-of. */
export interface VintagesCodeSubject extends PathInCode {
  readonly library: DataFrameLibrary;
  readonly format: WireFormat;
  /** Whether the path is that of a folder. */
  readonly isPartitioned: boolean;
  /** The columns that tell the series apart; read as texts. */
  readonly series: readonly string[];
  /** Names of the columns of numbers. */
  readonly scores: readonly string[];
}

/** A library that requests many series on many machines. */
export type ClusterLibrary = "dask" | "spark";

/** Code that requests the series of a signal, or their vintages, on a cluster; the key is in its workers' environment. */
export interface ClusterCodeSubject {
  readonly cluster: ClusterLibrary;
  readonly service: string;
  readonly baseUrl: string;
  /** In the service's spelling; all of one signal and kind. Their as-of is that of all requests, unless there are several. */
  readonly variants: readonly SignalRef[];
  /** For vintages, which each variant is requested as of. */
  readonly asOfs?: readonly Instant[];
  /** With one coordinate for each tag kind, in the order of the variants' tags. */
  readonly layout: LongLayout;
  readonly slice?: Slice | undefined;
}

/** Code that contains its values. */
export interface ValuesCodeSubject extends CodeSubject {
  /** All rows are written. */
  readonly frame: Frame;
}

/** Python that makes a table, in parts, so that several pieces in one place can share them. */
export interface PythonCode {
  readonly library: DataFrameLibrary;
  /** Imports in addition to the library. */
  readonly imports: readonly string[];
  /** Classes and functions; may be empty. */
  readonly definitions: string;
  /** The assignment of the table. */
  readonly table: string;
}

/** The code after a reference line. */
export type Code = string | PythonCode;

/** A language for inserted code: what it can express, and how its inserted code is parsed. */
export interface Language {
  /** For people. */
  readonly name: string;
  /** How it delimits a reference line. */
  readonly comment: CommentStyle;
  /** How it writes string literals; absent for prose. */
  readonly strings?: StringSyntax;
  /** A text as a literal on one line, in the quotes that the language prefers; absent for prose. */
  readonly textLiteral?: (text: string) => string;
  /** The literal with which code reads a file. */
  readonly pathLiteral?: (relativePath: string) => string;
  /** The path that such a literal denotes, if it differs from its text. */
  readonly pathOfText?: (text: string) => string;
  /** Whether it reads Parquet without a package that many users lack. */
  readonly readsParquet?: boolean;
  /** Whether it reads JSON without such a package. */
  readonly readsJson?: boolean;
  /** Code that reads the file of a series into a table called `name`. */
  readonly file?: (name: string, subject: FileCodeSubject) => Code;
  /** Code that reads the file of a panel into a long table and pivots one column into a wide one. */
  readonly panel?: (names: PanelNames, subject: PanelCodeSubject) => Code;
  /** Code that requests a series from the service when it runs. */
  readonly request?: (name: string, subject: RequestCodeSubject) => Code;
  /** Code that reads vintages, and makes of them what was known at any time. */
  readonly vintages?: (name: string, subject: VintagesCodeSubject) => Code;
  /** Code that requests many series on a cluster. */
  readonly cluster?: (name: string, subject: ClusterCodeSubject) => Code;
  /** All values of a frame as a table. */
  readonly values?: (name: string, subject: ValuesCodeSubject) => Code;
}
