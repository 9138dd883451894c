import { dayOfIso } from "../shared/day";
import { type AsOf, msOfInstant } from "../shared/instant";
import { type DataKind, type Reference } from "../shared/reference";
import { parseReferenceLine, type ReferenceLine } from "../shared/referenceLine";
import { splitReference } from "../shared/referencePath";
import { type Slice, sliceOfSegments } from "../shared/slice";
import { typedAsOf } from "../shared/typedAsOf";
import { forecastRefusal, reasonOf } from "./reasons";
import { ToolRefusal, type ToolService } from "./toolService";

/** A reference of a call, with its place in time. */
export interface AskedReference {
  /** As the caller wrote it. */
  readonly text: string;
  readonly reference: Reference;
  /** The part of the series that the reference names; absent for all of it. */
  readonly slice?: Slice;
}

/** A reference that is not asked for, and why. */
export interface RefusedReference {
  readonly text: string;
  readonly reason: string;
}

/** The arguments that replace parts of references. */
export interface VintageArguments {
  readonly kind?: DataKind | undefined;
  readonly as_of?: string | undefined;
}

/** Parses the references of a call: none is later than the bound, which is the as-of of those that state none. */
export function askedReferences(
  service: ToolService,
  texts: readonly string[],
  { kind, as_of: typed }: VintageArguments,
): { readonly asked: readonly AskedReference[]; readonly refused: readonly RefusedReference[] } {
  const asOf = typed === undefined ? undefined : asOfArgument(service, typed);
  const asked: AskedReference[] = [];
  const refused: RefusedReference[] = [];
  for (const text of new Set(texts)) {
    const line = lineOf(text);
    const reason =
      line === undefined
        ? "This is not a reference: search_macro_catalog returns references."
        : line.service === undefined || line.service === service.service
          ? undefined
          : "The reference line names another service, not the connected one.";
    if (line === undefined || reason !== undefined) {
      refused.push({ text, reason: reason ?? "" });
      continue;
    }
    const reference = withVintage(service, line.reference, kind, asOf);
    const why = refusalOf(service, reference, asOf);
    if (why === undefined) asked.push({ text, ...line, reference });
    else refused.push({ text, reason: why });
  }
  return { asked, refused };
}

/** The as-of that an argument names. @throws {@link ToolRefusal} if it names none, or one in the future. */
export function asOfArgument({ client }: ToolService, typed: string): AsOf {
  const found = typedAsOf(typed, client.latestAsOfMs);
  if (found.ok) return found.asOf;
  throw new ToolRefusal(
    found.problem === "future"
      ? "The as-of is in the future."
      : "The as-of is neither a day such as 2024-06-28, nor an instant such as 20240628T235959Z, nor latest.",
  );
}

/** Why a reference must not be asked for; undefined if it may. The gate of the store decides about signals. */
export function refusalOf(
  { series, gate, client }: ToolService,
  reference: Reference,
  asOf: AsOf | undefined,
): string | undefined {
  if (reference.family === "forecast") {
    const isUnderAsOf = gate.instant !== undefined || (asOf ?? "latest") !== "latest";
    return isUnderAsOf ? forecastRefusal : undefined;
  }
  try {
    series.permit(reference);
  } catch (error) {
    return reasonOf(error);
  }
  const isFuture = reference.asOf !== "latest" && msOfInstant(reference.asOf) > client.latestAsOfMs;
  return isFuture ? "The as-of is in the future." : undefined;
}

function withVintage(
  { gate }: ToolService,
  reference: Reference,
  kind: DataKind | undefined,
  asOf: AsOf | undefined,
): Reference {
  if (reference.family === "forecast") return reference;
  const own = reference.asOf === "latest" ? gate.within(reference.asOf) : reference.asOf;
  return { ...reference, dataKind: kind ?? reference.dataKind, asOf: asOf ?? own };
}

/** A reference alone, or in a comment of code. */
function lineOf(text: string): (Omit<ReferenceLine, "service"> & { service?: string }) | undefined {
  const line = parseReferenceLine(text);
  if (line !== undefined) return line;
  const found = splitReference(text.trim().split("/"));
  const slice = found && sliceOfSegments(found.rest);
  if (found === undefined || slice === undefined) return undefined;
  return { reference: found.reference, ...(found.rest.length > 0 && { slice }) };
}

/** The days that the arguments `from` and `to` limit. */
export function daysOf({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): Slice {
  const [first, last] = [from, to].map((text) => (text === undefined ? undefined : dayOfIso(text)));
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
}
