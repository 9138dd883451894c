import { instantOfTyped, msOfInstant } from "../shared/instant";
import { type DataKind } from "../shared/reference";
import { type WireFormat, wireFormats } from "../shared/wireFormat";
import { badParameter } from "./httpProblem";

/** The key may stand in every URL; the gate has read it. */
const keyParameter = "api_key";
const dataKinds: readonly DataKind[] = ["SNAP", "FIT"];
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/**
 * The parameters of a request by name.
 *
 * @param allowed - The names that the endpoint knows; any other is refused with 422, as is a name given twice.
 */
export function parametersOf(
  query: URLSearchParams,
  allowed: readonly string[],
): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (name === keyParameter) continue;
    if (!allowed.includes(name)) throw badParameter(`unknown parameter ${name}`);
    if (parameters.has(name)) throw badParameter(`parameter ${name} is given twice`);
    parameters.set(name, value);
  }
  return parameters;
}

export function formatOf(parameters: ReadonlyMap<string, string>): WireFormat {
  return oneOf("fmt", wireFormats, parameters.get("fmt") ?? "parquet");
}

export function dataKindOf(parameters: ReadonlyMap<string, string>): DataKind {
  return oneOf("kind", dataKinds, parameters.get("kind") ?? "SNAP");
}

/** Milliseconds since 1970; undefined when the newest data are asked for. A time without an offset is UTC. */
export function asOfMs(parameters: ReadonlyMap<string, string>): number | undefined {
  const text = parameters.get("as_of_utc");
  if (text === undefined) return undefined;
  const typed = dateTime.test(text) ? instantOfTyped(text) : undefined;
  if (typed?.ok !== true) throw badParameter("as_of_utc is not an ISO 8601 date-time");
  return msOfInstant(typed.instant);
}

function oneOf<T extends string>(name: string, choices: readonly T[], value: string): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw badParameter(`${name} must be one of ${choices.join(", ")}`);
  return choice;
}
