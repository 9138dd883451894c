import { type FromChart, fromChart } from "../messages";
import * as v from "valibot";
import { tooLarge } from "../../../shared/messageSchemas";

/** A parsed message of a chart's page, or the reason why it is dropped. */
export type ParsedMessage =
  | { readonly ok: true; readonly message: FromChart }
  | {
      readonly ok: false;
      readonly problem: string;
      /** Whether a picture or table that the user requested is too large. */
      readonly isTooLarge: boolean;
    };

const types: ReadonlySet<unknown> = new Set(
  fromChart.options.map(({ entries }) => entries.type.literal),
);

/**
 * Parses a message of a chart's page. Refuses what is unknown, malformed or too large; the problem names the type of
 * the message, never its content.
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
