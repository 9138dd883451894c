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
    return JSON.parse(withoutBareNumbers(text));
  } catch {
    // V8's message quotes the body, in which the key may stand.
    throw new ContractError(facts, "$", "is no valid JSON");
  }
}

/** One pass over quotes, escapes and names: a pattern for whole texts would start anew at every quote of a broken one. */
function withoutBareNumbers(text: string): string {
  let isInText = false;
  return text.replace(/"|\\[^]|-?\b(?:NaN|Infinity)\b/g, (found) => {
    if (found === '"') isInText = !isInText;
    return isInText || found === '"' || found.startsWith("\\") ? found : "null";
  });
}
