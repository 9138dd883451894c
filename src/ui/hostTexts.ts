import { textsElementId } from "../shared/pageProtocol";
import { useText, type Words } from "./l10n";

/** Uses the translations that the host has put into the page. */
export function useHostTexts(): void {
  const texts = document.getElementById(textsElementId)?.textContent ?? "{}";
  useText(JSON.parse(texts) as Words, document.documentElement.lang);
}
