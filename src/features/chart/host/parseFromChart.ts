import { type FromChart, fromChart } from "../messages";
import * as v from "valibot";
import { tooLarge } from "../../../shared/messageSchemas";

/** The message of a chart's page, or why it is dropped. */
export type ParsedMessage =
  | { readonly ok: true; readonly message: FromChart }
  | {
      readonly ok: false;
      readonly problem: string;
      /** A picture or a table for which a person waits. */
      readonly isTooLarge: boolean;
    };

const types: ReadonlySet<unknown> = new Set(
  fromChart.options.map(({ entries }) => entries.type.literal),
);

/**
 * A message of a chart's page. What is unknown, malformed or too large is refused; the problem names the type of the
 * message, never its content.
 */
export function parseFromChart(value: unknown): ParsedMessage {
  const { success, output, issues } = v.safeParse(fromChart, value);
  if (success) return { ok: true, message: output };
  const isTooLarge = issues.some(({ message }) => message === tooLarge);
  return { ok: false, problem: problemOf(value), isTooLarge };
}

function problemOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return "it is not an object";
  const { type } = value as { readonly type?: unknown };
  return types.has(type) ? `${String(type)} is malformed or too large` : "its type is not known";
}
