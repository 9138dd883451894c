import { type CodeLanguage } from "./codeRequest";
import { type LiteralLanguage, textLiteral } from "./literals";

/** Readers of DuckDB and polars take these for patterns. */
const patternCharacters = /[*?[]/g;

/** Whether a reader that knows patterns of paths would take a path for one. */
export function isPattern(relativePath: string): boolean {
  return relativePath.search(patternCharacters) !== -1;
}

/**
 * The path of a file as the literal that code reads it by: an SQL reader takes a path for a pattern, whose special characters
 * stand in brackets there, and every reader takes a leading `~` for a home folder.
 */
export function pathLiteral(language: LiteralLanguage, relativePath: string): string {
  const path = relativePath.startsWith("~") ? `./${relativePath}` : relativePath;
  const isSql = language === "sql";
  return textLiteral(language, isSql ? path.replace(patternCharacters, "[$&]") : path);
}

/** The path that a literal of {@link pathLiteral} leads to, by the text that it stands for. */
export function pathOfText(language: CodeLanguage, text: string): string {
  const path = language === "sql" ? text.replace(/\[([*?[])\]/g, "$1") : text;
  return path.replace(/^\.\//, "");
}
