/** The language id by file name: without an extension for them, editors treat these as plain text. */
export function languageIdOf(languageId: string, path: string): string {
  if (/\.qmd$/i.test(path)) return "quarto";
  return /\.rmd$/i.test(path) ? "rmd" : languageId;
}
