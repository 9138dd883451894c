import type * as v from "valibot";
import { highestVersions, recordVersions } from "../catalog/recordVersions";
import { reservedKindOf } from "../catalog/variants";
import { variantAmong, type VariantIndex, variantIndex } from "../catalog/variantIndex";
import { type LatestSignals } from "../service/latestSignals";
import { type ListedSignal } from "../service/parseSignals";
import { Slices } from "../service/slices";
import { Urgency } from "../service/urgency";
import { isoOfDay } from "../shared/day";
import { foldLetters } from "../shared/foldLetters";
import { finish } from "../shared/finish";
import { instantOfMs } from "../shared/instant";
import { type LatestSignal } from "../shared/latestColumns";
import { type TagValues, signalRef } from "../shared/reference";
import { referencePath } from "../shared/referencePath";
import { compareValues } from "../shared/series/observations";
import { signalsDigest } from "../store/answerDigest";
import { lastBefore } from "./archived";
import {
  digestText,
  instantText,
  listAnswer,
  nameText,
  referenceText,
  sixDigits,
  type ToolAnswer,
} from "./toolAnswer";
import { type latestInput } from "./inputs";
import { latestRefusal } from "./reasons";
import { hasTags, namedTags } from "./tagFilter";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

type Input = v.InferOutput<typeof latestInput>;

/** The newest values of all variants: from the service, or under an as-of from an earlier answer. */
export async function getLatest(
  service: ToolService,
  input: Input,
  call: ToolCall,
): Promise<ToolAnswer> {
  const { items, fetchedAtMs, isArchived } = await latestSignals(service, call);
  const listed = (await service.catalog.cachedSignals())?.items ?? [];
  const { limit = 20, column = "Aggregate" } = input;
  const records = await sortedRecords(items, input, call.signal);
  const shown = records.slice(0, limit);
  const references = await referencesOf(service, shown, listed);
  return listAnswer(service, {
    provenance: {
      kind: null,
      asOf: null,
      retrieved: instantOfMs(fetchedAtMs) ?? null,
      digest: digestText(await new Slices(call.signal).run(signalsDigest(items))),
      openables: [{ kind: "page", page: "latest" }],
    },
    facts: {
      ...(isArchived && { source: "archive", archived: instantText(fetchedAtMs) }),
      column,
      total: records.length,
    },
    lists: [
      {
        name: "values",
        items: shown.map((record, at) => ({
          item: itemOf(record, column, references[at]),
          label: references[at] ?? nameText(record.code ?? ""),
        })),
      },
    ],
  });
}

interface LatestAnswer {
  readonly items: LatestSignals;
  readonly fetchedAtMs: number;
  readonly isArchived: boolean;
}

async function latestSignals(
  { catalog, archive, gate }: ToolService,
  { signal, requests }: ToolCall,
): Promise<LatestAnswer> {
  const { instant } = gate;
  if (instant !== undefined) {
    const kept = await lastBefore(archive, "signals", instant);
    const items = kept && (await archive?.signals(kept));
    if (kept === undefined || items === undefined) throw new ToolRefusal(latestRefusal);
    return { items, fetchedAtMs: kept.fetchedAtMs, isArchived: true };
  }
  if (!requests.take()) throw new ToolRefusal(requests.reason);
  const { items, fetchedAtMs } = await catalog.latestSignals({
    signal,
    urgency: new Urgency("bulk"),
  });
  return { items, fetchedAtMs, isArchived: false };
}

async function sortedRecords(
  items: LatestSignals,
  { code, tags = {}, column = "Aggregate", sort = "largest" }: Input,
  signal: AbortSignal,
): Promise<readonly LatestSignal[]> {
  const slices = new Slices(signal);
  const found: LatestSignal[] = [];
  const wanted = code === undefined ? undefined : foldLetters(code);
  const filter = namedTags(tags);
  for (let at = 0; at < items.length; at++) {
    if (slices.isOver) await slices.next();
    const record = items.at(at);
    if (record === undefined) continue;
    if (wanted !== undefined && foldLetters(record.code ?? "") !== wanted) continue;
    if (hasTags(record.tags, filter)) found.push(record);
  }
  const keyOf = (record: LatestSignal): number => {
    const value = scoreOf(record, column);
    return sort === "size" ? Math.abs(value) : value;
  };
  return found.sort((one, other) => compareValues(keyOf(one), keyOf(other), sort === "smallest"));
}

function scoreOf(record: LatestSignal, column: "Aggregate" | "Level" | "Momentum"): number {
  return { Aggregate: record.aggregate, Level: record.level, Momentum: record.momentum }[column];
}

function itemOf(
  record: LatestSignal,
  column: "Aggregate" | "Level" | "Momentum",
  reference: string | undefined,
): object {
  const { code = "", version, tags, day, pointInTimeMs } = record;
  const produced = pointInTimeMs === undefined ? null : instantText(pointInTimeMs);
  const values = { day: isoOfDay(day), value: sixDigits(scoreOf(record, column)), produced };
  if (reference !== undefined) return { reference, ...values };
  return { code: nameText(code), version, tags: tagTexts(tags), ...values };
}

function tagTexts(tags: TagValues): object {
  return Object.fromEntries(
    Object.entries(tags).map(([kind, value]) => [nameText(kind), nameText(value)]),
  );
}

/** The references of records whose definitions are known already; records name tags otherwise than definitions. */
async function referencesOf(
  { catalog, dataKind, gate }: ToolService,
  records: readonly LatestSignal[],
  listed: readonly ListedSignal[],
): Promise<readonly (string | undefined)[]> {
  const versionOf = recordVersions(listed);
  const known = new Map<string, VariantIndex | undefined>();
  const references: (string | undefined)[] = [];
  for (const { code = "", version: own, tags } of records) {
    const version = versionOf(code, own);
    const signal = highestVersions(listed).get(code) ?? { code, version, name: code };
    const key = `${code}/${version}`;
    if (!known.has(key)) {
      const definition = await catalog.storedDefinition({ ...signal, version });
      known.set(key, definition && finish(variantIndex(definition)));
    }
    const index = known.get(key);
    const variant = index && variantAmong(index, tags);
    const isNamed = variant !== undefined && reservedKindOf(variant) === undefined;
    const asOf = gate.bound;
    const reference = isNamed && signalRef({ code, version, tags: variant, dataKind, asOf });
    const text = reference === false ? null : referenceText(referencePath(reference));
    references.push(text ?? undefined);
  }
  return references;
}
