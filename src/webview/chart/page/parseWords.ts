import { type Words } from "../../l10n";

/** The translations that the editor wrote into the page as JSON; what is no text is left out. */
export function parseWords(json: string): Words {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== "object" || parsed === null) return {};
  const isTexts = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === "string";
  return Object.fromEntries(Object.entries(parsed).filter(isTexts));
}
