import type * as v from "valibot";
import { valuesDigest } from "../data/valuesDigest";
import { dateText } from "../shared/dateText";
import { isoOfDay } from "../shared/day";
import { type AsOf, isLaterThan } from "../shared/instant";
import { type SignalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { type RevisionRun, revisionsOfVintages, runsBySize } from "../shared/series/revisions";
import { revisionsSentence } from "../shared/series/revisionsText";
import {
  type AnswerItem,
  digestText,
  listAnswer,
  nameText,
  referenceText,
  sixDigits,
  type ToolAnswer,
} from "./toolAnswer";
import { asOfArgument, askedReferences, refusalOf } from "./askedReferences";
import { fetchForTool, type ToolSeries } from "./fetchSeries";
import { chosenColumns, nothingOf, commonProvenance, refusedOf } from "./getSeries";
import { type compareInput } from "./inputs";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

const maxLargest = 20;

/** How two vintages of a series differ: the sentence of _Revisions_, and the largest revisions. */
export async function compareTwoVintages(
  service: ToolService,
  input: v.InferOutput<typeof compareInput>,
  call: ToolCall,
): Promise<ToolAnswer> {
  const reference = signalOf(service, input);
  const asOfs = [input.a, input.b].map((typed) => asOfArgument(service, typed));
  const [a, b] = asOfs;
  if (a !== undefined && b !== undefined && isLaterThan(a, b)) {
    throw new ToolRefusal("The as-of a is later than b: give the earlier one as a.");
  }
  const vintages = asOfs.map((asOf) => vintageOf(service, reference, asOf));
  const { fetched, missing } = await fetchForTool(service, vintages, call);
  const [before, after = before] = fetched;
  if (before === undefined || after === undefined || missing.length > 0) throw nothingOf(missing);
  const names = input.column === undefined ? undefined : [input.column];
  const [first, second] = [before, after].map((each) => observationsOf(each, names));
  if (first === undefined || second === undefined) {
    throw new ToolRefusal("The vintages have no column of this name.");
  }
  const found = revisionsOfVintages(first, second, "score");
  const largest = runsBySize(found.runs).slice(0, maxLargest);
  return listAnswer(service, {
    provenance: { ...commonProvenance(fetched), asOf: null },
    facts: {
      column: nameText(first.name),
      a: sideOf(before),
      b: sideOf(after),
      sentence: revisionsSentence(found, "score", { t: formatted, dateText }),
      runs_of_differing_days: found.runs.length,
    },
    lists: [{ name: "largest", items: largest.map(itemOf) }],
  });
}

function signalOf(service: ToolService, input: v.InferOutput<typeof compareInput>): SignalRef {
  // The as-of of the reference is ignored, so it must not be refused.
  const { asked, refused } = askedReferences(service, [input.reference], {
    kind: input.kind,
    as_of: input.a,
  });
  const [one] = asked;
  if (one === undefined) throw nothingOf(refusedOf(refused));
  if (one.reference.family === "signal") return one.reference;
  throw new ToolRefusal(
    "Only one series of a signal can be compared, neither a set nor a forecast.",
  );
}

function vintageOf(service: ToolService, reference: SignalRef, asOf: AsOf) {
  const vintage = { ...reference, asOf };
  const reason = refusalOf(service, vintage, asOf);
  if (reason !== undefined) throw new ToolRefusal(reason);
  return { text: referencePath(vintage), reference: vintage };
}

function observationsOf(each: ToolSeries, names: readonly string[] | undefined) {
  const { frame } = each.series;
  const [column] = chosenColumns(frame, each.reference, names);
  return column && { days: frame.days, values: column.values, name: column.name };
}

function sideOf({ reference, series }: ToolSeries): object {
  const path = referenceText(referencePath(reference));
  return { reference: path, digest: digestText(valuesDigest(series.frame)) };
}

function itemOf({ kind, first, last, days, before, after, change }: RevisionRun): AnswerItem {
  const label = isoOfDay(first);
  const item = {
    from: label,
    to: isoOfDay(last),
    days,
    kind: kind === "gone" ? "removed" : kind,
    a: sixDigits(before),
    b: sixDigits(after),
    change: sixDigits(change),
  };
  return { item, label };
}

/** English whatever the editor's language: agents get one language. */
function formatted(message: string, ...values: string[]): string {
  return message.replace(/\{(\d)\}/g, (_, place: string) => values[Number(place)] ?? "");
}
