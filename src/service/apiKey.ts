import { isLoopback } from "../shared/loopback";

declare const apiKeyBrand: unique symbol;

/** A key that a header can carry. */
export type ApiKey = string & { readonly [apiKeyBrand]: true };

/** Why a text is no key; never the text itself, which may be a key with a slip. */
export type ApiKeyProblem =
  | "empty"
  /** A line break, another control character or a character beyond ASCII. */
  | "forbidden-character"
  /** Fewer characters than any service gives out. */
  | "too-short";

export type TypedApiKey =
  | { readonly ok: true; readonly key: ApiKey }
  | { readonly ok: false; readonly problem: ApiKeyProblem };

/** The key that a text holds, without blanks around it. */
export function parseApiKey(text: string): TypedApiKey {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (trimmed === "") return { ok: false, problem: "empty" };
  return /^[\x20-\x7e]+$/.test(trimmed)
    ? { ok: true, key: trimmed as ApiKey }
    : { ok: false, problem: "forbidden-character" };
}

/** A shorter key also occurs in names and numbers, and could not be kept out of what is shown. */
const leastKeyLength = 8;

/**
 * The key that somebody entered for an origin: other services than those on this computer have none of fewer than eight
 * characters.
 */
export function parseEnteredKey(text: string, origin: string): TypedApiKey {
  const typed = parseApiKey(text);
  const isShort = typed.ok && typed.key.length < leastKeyLength;
  return isShort && !isLoopback(new URL(origin).hostname)
    ? { ok: false, problem: "too-short" }
    : typed;
}
