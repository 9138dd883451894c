import { isLoopback } from "../shared/loopback";

declare const apiKeyBrand: unique symbol;

/** A key that is valid in a header. */
export type ApiKey = string & { readonly [apiKeyBrand]: true };

/** Why a text is not a key; never the text itself, which may be a mistyped key. */
export type ApiKeyProblem =
  | "empty"
  /** A line break, another control character or a character beyond ASCII. */
  | "forbidden-character"
  /** Fewer characters than any service issues. */
  | "too-short";

export type TypedApiKey =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly problem: ApiKeyProblem };

/**
 * The key in a text, without the white space, line ends and U+FEFF around it that files and shells add to environment
 * variables.
 */
export function parseApiKey(text: string): TypedApiKey {
  const trimmed = text.trim();
  if (trimmed === "") return { ok: false, problem: "empty" };
  return /^[\x20-\x7e]+$/.test(trimmed)
    ? { ok: true, key: trimmed as ApiKey }
    : { ok: false, problem: "forbidden-character" };
}

/** Shorter keys also occur in names and numbers, so they could not be redacted reliably. */
const leastKeyLength = 8;

/**
 * The key in a text that was entered, stored or set in the environment for an origin. Only keys for services on this
 * computer may have fewer than eight characters.
 */
export function parseKeyFor(text: string, origin: string): TypedApiKey {
  const typed = parseApiKey(text);
  const isShort = typed.ok && typed.key.length < leastKeyLength;
  return isShort && !isLoopback(new URL(origin).hostname)
    ? { ok: false, problem: "too-short" }
    : typed;
}
