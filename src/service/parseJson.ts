import { ContractError, type RequestFacts } from "./errors";

/**
 * The JSON value of a body in UTF-8. Bare `NaN` and `Infinity`, which Python writes, are read as null.
 *
 * A field named `__proto__` becomes an ordinary field; bytes that are no UTF-8 become U+FFFD in the text that holds them.
 *
 * @throws {@link ContractError} when it is no JSON.
 */
export function parseJson(bytes: Uint8Array, facts: RequestFacts): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    // Once more, without what only Python calls JSON; the second failure is the one that is told.
    return parseWithoutNaN(text, facts);
  }
}

function parseWithoutNaN(text: string, facts: RequestFacts): unknown {
  try {
    return JSON.parse(
      text.replace(textOrBareNumber, (found) => (found.startsWith('"') ? found : "null")),
    );
  } catch (cause) {
    // V8's message quotes the body, in which the key may stand.
    const problem =
      cause instanceof SyntaxError ? "is no valid JSON" : "is JSON that cannot be read";
    throw new ContractError(facts, "$", problem);
  }
}

/** Texts are matched to be stepped over: what they hold is no number. */
const textOrBareNumber = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
