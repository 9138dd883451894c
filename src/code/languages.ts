import { type CommentStyle } from "../shared/referenceLine";
import { type InsertWay, type Language } from "./language";
import { markdown } from "./markdown";
import { python } from "./python";
import { pythonRequestCode } from "./pythonRequest";
import { r } from "./r";
import { sql } from "./sql";

/** By the id that editors give them. */
const known = {
  python: { ...python, request: pythonRequestCode },
  r,
  sql,
  markdown,
} as const satisfies Readonly<Record<string, Language>>;

/** A language that code is inserted in. */
export type CodeLanguage = keyof typeof known;

/** What is to be written, and in which language. */
export type InLanguage<Subject> = Subject & { readonly language: CodeLanguage };

/** In the order in which they are tried where nothing names one. */
export const codeLanguages = Object.keys(known) as readonly CodeLanguage[];

export const languages: Readonly<Record<CodeLanguage, Language>> = known;

/** The language that a document's or cell's language id means; undefined for one that no code is written in. */
export function codeLanguageOf(languageId: string): CodeLanguage | undefined {
  return Object.hasOwn(known, languageId) ? (languageId as CodeLanguage) : undefined;
}

/** What can be inserted in a language, the usual way first. */
export function waysIn(language: CodeLanguage): readonly InsertWay[] {
  const ways = ["file", "request", "values"] as const;
  return ways.filter((way) => languages[language][way] !== undefined);
}

/** How a reference line begins and ends in a language. */
export function commentStyleOf(language: CodeLanguage): CommentStyle {
  return languages[language].comment;
}
