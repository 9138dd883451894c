import { parseArgs, type ParseArgsConfig } from "node:util";
import { type AsOf } from "../shared/instant";
import { plainLine } from "../shared/plainText";
import { type DataKind, type Reference } from "../shared/reference";
import { referenceOfPath } from "../shared/referencePath";
import { typedAsOf } from "../shared/typedAsOf";
import { UsageError } from "../shared/usageError";
import { type CommandContext } from "./command";

/** @throws {@link UsageError} for an unknown option, or an option without its value. */
export function parsedArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<{ args: string[]; allowPositionals: true; options: T }>> {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    // `parseArgs` fails only for invalid arguments.
    const [firstLine = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new UsageError(plainLine(firstLine), { cause: error });
  }
}

/** @throws {@link UsageError} if the value is not one of those. */
export function oneOf<T extends string>(option: string, values: readonly T[], typed: string): T {
  const value = values.find((each) => each === typed);
  if (value !== undefined) return value;
  const wanted = `${values.slice(0, -1).join(", ")} or ${values.at(-1) ?? ""}`;
  throw new UsageError(`${option} must be ${wanted}, not ${plainLine(typed, 60)}`);
}

/** @throws {@link UsageError} for a text that names no as-of, or one in the future. */
export function asOfOption(option: string, typed: string, nowMs: number): AsOf {
  const found = typedAsOf(typed, nowMs);
  if (found.ok) return found.asOf;
  throw new UsageError(
    found.problem === "future"
      ? `${option} is in the future: ${plainLine(typed, 60)}`
      : `${option} must be a day such as 2024-06-28, an instant such as 20240628T180000Z, or latest, not ${plainLine(typed, 60)}`,
  );
}

/** The options that complete a reference. */
export const referenceOptions = {
  kind: { type: "string" },
  "as-of": { type: "string" },
} as const;

/** The segments that a reference without its end gets. */
export interface ReferenceEnd {
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** @throws {@link UsageError} for an invalid kind or as-of. */
export function referenceEnd(
  values: { readonly kind?: string | undefined; readonly "as-of"?: string | undefined },
  { nowMs }: CommandContext,
): ReferenceEnd {
  return {
    // SNAP looks ahead in a backtest.
    dataKind: oneOf("--kind", ["FIT", "SNAP"], values.kind ?? "FIT"),
    asOf: asOfOption("--as-of", values["as-of"] ?? "latest", nowMs),
  };
}

/**
 * A reference as it was typed: whole, without as-of, or without kind and as-of.
 *
 * @throws {@link UsageError} if it is none, or states another as-of than the end does.
 */
export function typedReference(text: string, { dataKind, asOf }: ReferenceEnd): Reference {
  const path = text.trim();
  const count = path.split("/").length;
  const ends = path.startsWith("signals/") ? [`/${dataKind}/${asOf}`, `/${asOf}`] : [];
  const whole = path + (ends[count - 4] ?? "");
  // A blank is canonical as itself; web addresses and other tools escape it.
  const reference = referenceOfPath(whole) ?? referenceOfPath(whole.replaceAll("%20", " "));
  if (reference === undefined) {
    throw new UsageError(
      `${plainLine(text, 100)} is not a reference such as signals/INFL/2/country_iso=US/FIT/latest or forecasts/SPX/USD/12%20Months`,
    );
  }
  if (reference.family === "forecast" || asOf === "latest" || reference.asOf === asOf) {
    return reference;
  }
  if (reference.asOf === "latest") return { ...reference, asOf };
  throw new UsageError(`${plainLine(text, 100)} has another as-of than --as-of`);
}
