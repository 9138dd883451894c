import { type CommentStyle, commentStyles } from "../shared/referenceLine";
import { type CodeLanguage, type InsertWay } from "./codeRequest";

const languages: ReadonlyMap<string, CodeLanguage> = new Map([
  ["python", "python"],
  ["r", "r"],
  ["sql", "sql"],
  ["markdown", "markdown"],
]);

const ways: Readonly<Record<CodeLanguage, readonly InsertWay[]>> = {
  python: ["file", "request", "values"],
  r: ["file", "request"],
  sql: ["file"],
  markdown: ["values"],
};

const styles: Readonly<Record<CodeLanguage, CommentStyle>> = {
  python: commentStyles.hash,
  r: commentStyles.hash,
  sql: commentStyles.dashes,
  markdown: commentStyles.markup,
};

/** The language that a document's or cell's language id means; undefined for one that no code is written in. */
export function codeLanguageOf(languageId: string): CodeLanguage | undefined {
  return languages.get(languageId);
}

/** What can be inserted in a language, the usual way first. */
export function waysIn(language: CodeLanguage): readonly InsertWay[] {
  return ways[language];
}

/** How a reference line begins and ends in a language. */
export function commentStyleOf(language: CodeLanguage): CommentStyle {
  return styles[language];
}
