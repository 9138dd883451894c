import * as vscode from "vscode";
import { byHighestVersion } from "../../catalog/searchEntries";
import { codeWithVersion } from "../../catalog/signalRows";
import { VariantSpace } from "../../catalog/variantSpace";
import { toMarkdownCell } from "../../data/markdownTable";
import { type SignalDefinition } from "../../service/parseDefinition";
import { plainLine } from "../../shared/plainText";
import { type SignalId } from "../../shared/reference";
import { formatCount } from "../../shared/series/numberText";
import { type NativeStep, nativeStepOf } from "../../shared/series/nativeStep";
import { readableTagKind } from "../../shared/tagKind";
import { type AsOfGate } from "../../store/asOfGate";
import { type ConnectedService } from "../../connect/connectedServices";
import { variantsText } from "../../editor/text/countedText";
import { momentText } from "../../editor/text/dateText";
import { cachedNewest } from "./cachedNewest";
import { dayLine } from "./rowValue";

/** A definition can claim any number of variants; counting more of them would take long. */
const maxCounted = 10_000;

/** Ways to address variants that are named; others are counted. */
const maxAddresses = 4;

/** The cached facts of a signal, in lines of plain text. */
export interface SignalCard {
  /** `INFL v2 · Inflation`. */
  readonly heading: string;
  /** Versions, tags with their numbers of values, native step, last day, lag, production and coverage. */
  readonly facts: readonly string[];
}

/**
 * The card of a signal: makes no request. It shows nothing later than the window's as-of; the newest values, which have no
 * as-of, only without one.
 *
 * @param name - For a signal that no listing names.
 */
export async function signalCard(
  service: ConnectedService,
  { code, version }: SignalId,
  gate: AsOfGate,
  name = code,
): Promise<SignalCard> {
  const { catalog } = service;
  const items = (await catalog.cachedSignals())?.items ?? [];
  const all = byHighestVersion(items.filter((each) => each.code === code));
  const listed = all.find((each) => each.version === version) ?? { code, version, name };
  const definition = catalog.cachedDefinition(listed) ?? (await catalog.storedDefinition(listed));
  const isLatest = gate.instant === undefined;
  const newest = isLatest && definition !== undefined ? await newestFacts(service, definition) : [];
  const versions = all.map((each) => each.version);
  return {
    heading: named(codeWithVersion(listed), listed.name, code),
    facts: [
      ...versionFacts(version, versions),
      ...(definition === undefined ? [] : tagFacts(definition)),
      ...stepFacts(service, listed, gate),
      ...newest,
    ].map((line) => plainLine(line)),
  };
}

/** The card as Markdown without links, in which all names are plain text. */
export function cardMarkdown(card: SignalCard): vscode.MarkdownString {
  return new vscode.MarkdownString(`**${toMarkdownCell(card.heading)}**\n\n${factsMarkdown(card)}`);
}

/** One line of Markdown for each fact. */
export function factsMarkdown({ facts }: SignalCard): string {
  return facts.map(toMarkdownCell).join("  \n");
}

function named(title: string, name: string, code: string): string {
  const text = plainLine(title, 100);
  return name === code ? text : `${text} · ${plainLine(name, 200)}`;
}

/** Empty for the only version. */
function versionFacts(version: number, all: readonly number[]): readonly string[] {
  const { t } = vscode.l10n;
  if (all.length < 2) return [];
  const [highest = version] = all;
  const versions = t("Versions {0}", all.join(", "));
  return [highest > version ? `${versions} · ${t("{0} is newer", `v${highest}`)}` : versions];
}

/** `Country (40) × Sector (10)`, one line for each way to address variants; then their number, unless it was said. */
function tagFacts({ tags }: SignalDefinition): readonly string[] {
  const space = VariantSpace.of(tags);
  const { addresses } = space;
  const lines = addresses.slice(0, maxAddresses).map((kinds) => {
    const own = space.at(kinds);
    const counted = kinds.map(
      (kind) => `${readableTagKind(kind)} (${formatCount(own.values(kind).length)})`,
    );
    return counted.join(" × ");
  });
  const rest = addresses.length - lines.length;
  const more = rest > 0 ? [vscode.l10n.t("and {0} more", formatCount(rest))] : [];
  const isSaid = addresses.length === 1 && addresses[0]?.length === 1;
  const count = isSaid ? undefined : variantCount(tags);
  return [...lines, ...more, ...(count === undefined ? [] : [variantsText(count)])];
}

/** Undefined for more than can be counted at once. */
function variantCount(tags: SignalDefinition["tags"]): number | undefined {
  const count = VariantSpace.of(tags).count(maxCounted);
  return count < maxCounted ? count : undefined;
}

/** The last day, the production and how many variants have values, of the newest values. */
async function newestFacts(
  { catalog }: ConnectedService,
  definition: SignalDefinition,
): Promise<readonly string[]> {
  const { t } = vscode.l10n;
  const values = await cachedNewest(catalog, definition);
  if (values?.newestDay === undefined) return [];
  const { newestDay, producedMs, count } = values;
  const total = variantCount(definition.tags);
  const coverage =
    total === undefined
      ? t("Newest values of {0}", variantsText(count))
      : t("Newest values of {0} of {1}", formatCount(count), variantsText(total));
  return [
    t("Last day {0}", dayLine(newestDay, producedMs)),
    ...(producedMs === undefined ? [] : [t("Produced {0}", momentText(producedMs))]),
    coverage,
  ];
}

/** The native step of the series in memory that was used last; none while it is not known. */
function stepFacts(
  { series }: ConnectedService,
  { code, version }: SignalId,
  gate: AsOfGate,
): readonly string[] {
  for (const { reference, frame } of series.allCachedSeries()) {
    if (reference.family !== "signal" || reference.code !== code) continue;
    if (reference.version !== version || gate.isLater(reference.asOf)) continue;
    const column = frame.columns.find(({ type }) => type === "number");
    if (column?.type !== "number") continue;
    const step = stepText(nativeStepOf({ days: frame.days, values: column.values }));
    if (step !== undefined) return [step];
  }
  return [];
}

function stepText(step: NativeStep): string | undefined {
  const { t } = vscode.l10n;
  switch (step) {
    case "daily":
      return t("Changes daily");
    case "weekly":
      return t("Changes weekly");
    case "monthly":
      return t("Changes monthly");
    case "quarterly":
      return t("Changes quarterly");
    case "unknown":
      return undefined;
  }
}
