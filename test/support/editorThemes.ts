import { readFileSync } from "node:fs";
import { type StubTheme } from "./stubTheme";

export const themeNames = ["light", "dark", "highContrast", "highContrastLight"] as const;
export type ThemeName = (typeof themeNames)[number];

/**
 * What VS Code 1.139.1 gives to web views in its four default themes: Light Modern, Dark Modern and both high contrasts.
 * Read from the document of a Markdown preview; without the variables of parts that no page resembles.
 */
export function editorThemes(): Readonly<Record<ThemeName, StubTheme>> {
  const text = readFileSync("test/support/editorThemes.json", "utf8");
  return JSON.parse(text) as Record<ThemeName, StubTheme>;
}
