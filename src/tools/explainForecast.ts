import type * as v from "valibot";
import { forecastColumns } from "../data/forecastSums";
import { type Frame } from "../data/frame";
import {
  type Attribution,
  type ForecastSummary,
  type LatestForecasts,
  LatestForecastsBuilder,
} from "../service/latestForecasts";
import { type ForecastNode } from "../service/parseForecastNode";
import { Slices } from "../service/slices";
import { textAt } from "../shared/columns";
import { compareKeys } from "../shared/compareTexts";
import { dayOfIso, isoOfDay } from "../shared/day";
import { finish } from "../shared/finish";
import { foldLetters } from "../shared/foldLetters";
import { componentsOf } from "../shared/forecastComponents";
import { endOfDay, instantOfMs, msOfInstant } from "../shared/instant";
import { type ForecastRef, forecastRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { changeBetween } from "../shared/series/equalValues";
import { lastKnownRow, standingRow } from "../shared/series/observations";
import { gapOf, restOfParts } from "../shared/series/sums";
import { forecastsDigest } from "../store/answerDigest";
import {
  type AnswerItem,
  digestText,
  instantText,
  listAnswer,
  nameText,
  referenceText,
  sixDigits,
  type ToolAnswer,
} from "./toolAnswer";
import { forecastsBefore, type ForecastsAnswer, newestForecasts } from "./archived";
import { fetchForTool } from "./fetchSeries";
import { type explainInput } from "./inputs";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

type Input = v.InferOutput<typeof explainInput>;
/** The names of a forecast, as a caller spells them. */
type Wanted = Omit<Input, "since" | "max_bytes">;

const maxAttributions = 20;

/** The parts of a market's newest forecast, what moved it, and the remainder. */
export async function explainForecast(
  service: ToolService,
  input: Input,
  call: ToolCall,
): Promise<ToolAnswer> {
  const answer = await newestForecasts(service, call);
  const summary = await summaryIn(answer.items, input, call.signal);
  const reference = forecastRef({
    market: summary.marketCode,
    currency: summary.currencyIso,
    horizon: summary.horizonName,
  });
  const change = await changeSince(service, input, { answer, summary, reference }, call);
  const largest = bySize(summary.attributions).slice(0, maxAttributions);
  const lists = [
    { name: "tree", items: treeOf(summary.latest) },
    { name: "attributions", items: largest.map(attributionItem) },
    ...(change?.lists ?? []),
  ];
  return listAnswer(service, {
    provenance: {
      kind: null,
      asOf: null,
      retrieved: instantOfMs(answer.fetchedAtMs) ?? null,
      digest: digestOf(summary),
      openables: service.gate.instant === undefined ? [{ kind: "reference", reference }] : [],
    },
    facts: {
      reference: referenceText(referencePath(reference)),
      hedging: nameText(summary.hedging),
      unit: "fraction",
      ...sourceOf(answer),
      ...attributionFacts(summary, largest),
      ...(change !== undefined && { change: change.facts }),
    },
    lists,
  });
}

function sourceOf({ isArchived, fetchedAtMs }: ForecastsAnswer): object {
  return isArchived
    ? { source: "archive", archived: instantText(fetchedAtMs) }
    : { source: "service" };
}

/** @throws {@link ToolRefusal} with the choices unless exactly one forecast is meant. */
async function summaryIn(
  items: LatestForecasts,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<ForecastSummary> {
  const found = await summariesIn(items, wanted, signal);
  const [one, ...others] = found;
  if (one === undefined) {
    throw new ToolRefusal(
      "There is no such forecast: search_macro_catalog finds those that exist.",
    );
  }
  if (others.length === 0) return one;
  throw new ToolRefusal("Several forecasts match: choose one value of each.", {
    currencies: distinct(found.map(({ currencyIso }) => currencyIso)),
    horizons: distinct(found.map(({ horizonName }) => horizonName)),
    hedgings: distinct(found.map((each) => each.hedging)),
  });
}

/** All forecasts that match; only these become objects. */
async function summariesIn(
  items: LatestForecasts,
  { market, currency, horizon, hedging }: Wanted,
  signal: AbortSignal,
): Promise<readonly ForecastSummary[]> {
  const slices = new Slices(signal);
  const found: ForecastSummary[] = [];
  const { columns } = items;
  const isAsked = (text: number | undefined, wanted: string | undefined): boolean =>
    wanted === undefined || foldLetters(textAt(columns, text) ?? "") === foldLetters(wanted);
  for (let at = 0; at < items.length; at++) {
    if (slices.isOver) await slices.next();
    const isFound =
      isAsked(columns.markets[at], market) &&
      isAsked(columns.currencies[at], currency) &&
      isAsked(columns.horizons[at], horizon) &&
      isAsked(columns.hedgings[at], hedging);
    const summary = isFound ? items.at(at) : undefined;
    if (summary !== undefined) found.push(summary);
  }
  return found;
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(nameText))].slice(0, 20);
}

/** Each node before its drivers; a loop, so that a deep tree needs no call stack. */
function treeOf(root: ForecastNode): readonly AnswerItem[] {
  const lines: AnswerItem[] = [];
  const pending = [{ node: root, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    const gap = gapOf(node);
    const label = nameText(node.kind);
    const item = {
      component: label,
      depth,
      forecast: sixDigits(node.forecast),
      ...(gap !== null && {
        [gap.isAdjustment ? "exposure_adjustment" : "unexplained"]: sixDigits(gap.value),
      }),
    };
    lines.push({ item, label });
    for (const driver of node.drivers.toReversed())
      pending.push({ node: driver, depth: depth + 1 });
  }
  return lines;
}

function attributionFacts(
  { latest, attributions }: ForecastSummary,
  largest: readonly Attribution[],
): object {
  const sum = (all: readonly Attribution[]): number =>
    all.reduce((before, { forecast }) => before + (Number.isNaN(forecast) ? 0 : forecast), 0);
  if (attributions.length === 0) return { attributed_signals: 0 };
  const shown = new Set(largest);
  return {
    attributed_signals: attributions.length,
    other_attributions: sixDigits(sum(attributions.filter((each) => !shown.has(each)))),
    not_attributed: sixDigits(latest.forecast - sum(attributions)),
  };
}

function bySize(attributions: readonly Attribution[]): readonly Attribution[] {
  const sizeOf = ({ forecast }: Attribution): number =>
    Number.isNaN(forecast) ? -1 : Math.abs(forecast);
  return attributions.toSorted((one, other) => sizeOf(other) - sizeOf(one));
}

function attributionItem({ signalCode, variant, forecast }: Attribution): AnswerItem {
  const label = nameText(signalCode);
  return { item: { signal: label, tags: tagTexts(variant), forecast: sixDigits(forecast) }, label };
}

function tagTexts(tags: Attribution["variant"]): object {
  return Object.fromEntries(
    Object.entries(tags).map(([kind, value]) => [nameText(kind), nameText(value)]),
  );
}

function digestOf(summary: ForecastSummary): string {
  const builder = new LatestForecastsBuilder();
  builder.add(summary);
  return digestText(finish(forecastsDigest(builder.build())));
}

interface Explained {
  readonly answer: ForecastsAnswer;
  readonly summary: ForecastSummary;
  readonly reference: ForecastRef;
}

interface Change {
  readonly facts: object;
  readonly lists: readonly { readonly name: string; readonly items: readonly AnswerItem[] }[];
}

/** What changed since a day: by an archived answer of that day, else by the components of the series. */
async function changeSince(
  service: ToolService,
  { since }: Input,
  explained: Explained,
  call: ToolCall,
): Promise<Change | undefined> {
  const day = since === undefined ? undefined : dayOfIso(since);
  if (day === undefined) return undefined;
  const { summary, reference, answer } = explained;
  const then = endOfDay(day);
  if (service.gate.isLater(then)) return unexplained("The day is later than the as-of.");
  if (msOfInstant(then) >= answer.fetchedAtMs) {
    return unexplained("The forecast was retrieved on that day or before.");
  }
  const archived = await forecastsBefore(service, then);
  if (archived !== undefined) {
    const { marketCode: market, currencyIso: currency, horizonName: horizon, hedging } = summary;
    const wanted = { market, currency, horizon, hedging };
    const [before, ...others] = await summariesIn(archived.items, wanted, call.signal);
    if (before !== undefined && others.length === 0) {
      const { facts, lists } = bridgeOfTrees(before.latest, summary.latest);
      const moved = { name: "change_of_attributions", items: movedAttributions(before, summary) };
      return { facts: { ...sourceOf(archived), ...facts }, lists: [...lists, moved] };
    }
  }
  if (service.gate.instant !== undefined) {
    return unexplained("No answer from that day or earlier is archived.");
  }
  const { fetched, missing } = await fetchForTool(
    service,
    [{ text: referencePath(reference), reference }],
    call,
  );
  const frame = fetched[0]?.series.frame;
  if (frame === undefined) return unexplained(missing[0]?.reason ?? "");
  const { facts, lists } = bridgeOfSeries(frame, day);
  return { facts: { source: "series", hedging: null, ...facts }, lists };
}

function unexplained(reason: string): Change {
  return { facts: { reason }, lists: [] };
}

/** What each part adds to a change, and what the parts leave unexplained. */
function bridge(
  ends: readonly [number, number],
  parts: readonly { readonly component: string; readonly from: number; readonly to: number }[],
): Change {
  const [from, to] = ends;
  const changes = parts.map((part) => part.to - part.from);
  const rest = restOfParts(to - from, changes, ends);
  const items = parts.map(({ component }, at): AnswerItem => {
    const label = nameText(component);
    return { item: { component: label, change: sixDigits(changes[at] ?? Number.NaN) }, label };
  });
  return {
    facts: {
      from: sixDigits(from),
      to: sixDigits(to),
      change: sixDigits(to - from),
      ...(rest !== undefined && { unexplained: sixDigits(rest) }),
    },
    lists: [{ name: "bridge", items }],
  };
}

function bridgeOfTrees(before: ForecastNode, after: ForecastNode): Change {
  const kinds = new Set([...after.drivers, ...before.drivers].map(({ kind }) => kind));
  const sumOf = (node: ForecastNode, kind: string): number =>
    node.drivers
      .filter((each) => each.kind === kind)
      .reduce((sum, { forecast }) => sum + forecast, 0);
  const parts = Array.from(kinds, (kind) => {
    return { component: kind, from: sumOf(before, kind), to: sumOf(after, kind) };
  });
  return bridge([before.forecast, after.forecast], parts);
}

function bridgeOfSeries(frame: Frame, day: number): Change {
  const columns = forecastColumns(frame);
  const total = columns.get("Forecast");
  const toRow = lastKnownRow(total?.values ?? new Float64Array());
  const fromRow = standingRow(frame.days, day);
  const endsOf = (values: Float64Array | undefined): readonly [number, number] => [
    values?.[fromRow] ?? Number.NaN,
    values?.[toRow] ?? Number.NaN,
  ];
  const parts = componentsOf("Forecast").flatMap((component) => {
    const column = columns.get(component);
    if (column === undefined) return [];
    const [from, to] = endsOf(column.values);
    return [{ component, from, to }];
  });
  const days = [fromRow, toRow].map((row) => frame.days[row]);
  const [first, last] = days.map((each) => (each === undefined ? null : isoOfDay(each)));
  const { facts, lists } = bridge(endsOf(total?.values), parts);
  return { facts: { from_day: first, to_day: last, ...facts }, lists };
}

/** The largest changes of what a signal's variant contributes. */
function movedAttributions(before: ForecastSummary, after: ForecastSummary): readonly AnswerItem[] {
  const keyOf = ({ signalCode, variant }: Attribution): string =>
    JSON.stringify([signalCode, Object.entries(variant).sort(compareKeys)]);
  const sums = (all: readonly Attribution[]): Map<string, Attribution> => {
    const found = new Map<string, Attribution>();
    for (const each of all) {
      const known = found.get(keyOf(each))?.forecast ?? 0;
      found.set(keyOf(each), { ...each, forecast: known + each.forecast });
    }
    return found;
  };
  const [older, newer] = [sums(before.attributions), sums(after.attributions)];
  const moved = Array.from(new Map([...older, ...newer]), ([key, each]) => {
    const ends = [older, newer].map((side) => side.get(key)?.forecast ?? 0);
    return { ...each, forecast: changeBetween(ends[0] ?? 0, ends[1] ?? 0) };
  });
  return bySize(moved)
    .slice(0, maxAttributions)
    .map(({ signalCode, variant, forecast }) => {
      const label = nameText(signalCode);
      return {
        item: { signal: label, tags: tagTexts(variant), change: sixDigits(forecast) },
        label,
      };
    });
}
