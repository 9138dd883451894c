import path from "node:path";
import { pathToFileURL } from "node:url";

/** Texts by the English text, as the editor reads a bundle. */
export type Bundle = Readonly<Record<string, string>>;

/** What `l10n.mjs` exports; it is part of the build, which has no types. */
export interface Translation {
  /** The English texts of host and pages, by themselves. */
  readonly baseBundle: () => Promise<Bundle>;
  /** The texts of a bundle with other letters. */
  readonly pseudoBundle: (bundle: Bundle) => Bundle;
}

export async function translation(): Promise<Translation> {
  const file = pathToFileURL(path.resolve("l10n.mjs")).href;
  return (await import(file)) as Translation;
}
