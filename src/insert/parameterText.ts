import { type CodeBlock, type TextInCode, isOfRequest, textsIn } from "./codeBlock";

/** A parameter that a refresh may change. */
export type ChangingParameter = "kind" | "as_of_utc";

/**
 * The literal that a block's live request has for a parameter, `"kind": "FIT"` in Python and `kind = "FIT"` in R: the first
 * one below the key, for what stands behind the request is none of ours. Undefined when there is none.
 */
export function parameterText(
  block: CodeBlock,
  parameter: ChangingParameter,
): TextInCode | undefined {
  const texts = textsIn(block);
  const first = texts.findIndex((text) => isOfRequest(block, text));
  if (first === -1) return undefined;
  return texts.find((text, index) => {
    const before = index > first ? texts[index - 1] : undefined;
    return before !== undefined && isValueOf(parameter, gapBetween(block, before, text), before);
  });
}

const argumentOf: Readonly<Record<ChangingParameter, RegExp>> = {
  kind: /(?:^|[\s(,])kind\s*=\s*$/,
  as_of_utc: /(?:^|[\s(,])as_of_utc\s*=\s*$/,
};

function isValueOf(parameter: ChangingParameter, gap: string, before: TextInCode): boolean {
  const isEntry = before.value === parameter && /^\s*[:=]\s*$/.test(gap);
  return isEntry || argumentOf[parameter].test(gap);
}

/** What stands before a literal on its line, behind the literal before it. */
function gapBetween({ lines }: CodeBlock, before: TextInCode, { start }: TextInCode): string {
  const from = before.end.row === start.row ? before.end.column : 0;
  return (lines[start.row] ?? "").slice(from, start.column);
}
