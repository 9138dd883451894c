import { toMarkdownTable } from "../../../data/markdownTable";
import { commentStyles } from "../../../shared/referenceLine";
import { type InsertWay, type Language } from "./language";
import { clusterCode } from "./clusterCode";
import { python } from "./python";
import { pythonVintagesCode } from "./pythonVintages";
import { pythonRequestCode } from "./pythonRequest";
import { r } from "./r";
import { rVintagesCode } from "./rVintages";
import { sql } from "./sql";
import { sqlVintagesCode } from "./sqlVintages";

/** Prose, in which values are a table. */
const markdown = {
  name: "Markdown",
  comment: commentStyles.markup,
  values: (_, { frame }) => `\n${toMarkdownTable(frame).trimEnd()}`,
} as const satisfies Language;

/** By the editors' language ids. */
const known = {
  python: {
    ...python,
    request: pythonRequestCode,
    cluster: clusterCode,
    vintages: pythonVintagesCode,
  },
  r: { ...r, vintages: rVintagesCode },
  sql: { ...sql, vintages: sqlVintagesCode },
  markdown,
} as const satisfies Readonly<Record<string, Language>>;

/** A language for inserted code. */
export type CodeLanguage = keyof typeof known;

/** The input of code, and its language. */
export type InLanguage<Subject> = Subject & { readonly language: CodeLanguage };

/** In order of preference if nothing else determines the language. */
export const codeLanguages = Object.keys(known) as readonly CodeLanguage[];

export const languages: Readonly<Record<CodeLanguage, Language>> = known;

/** The language of a document's or cell's language id; undefined if code cannot be inserted in it. */
export function codeLanguageOf(languageId: string): CodeLanguage | undefined {
  return Object.hasOwn(known, languageId) ? (languageId as CodeLanguage) : undefined;
}

/** The ways in which code can be inserted in a language, the usual one first. */
export function waysIn(language: CodeLanguage): readonly InsertWay[] {
  const ways = ["file", "request", "values"] as const;
  return ways.filter((way) => languages[language][way] !== undefined);
}
