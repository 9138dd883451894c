import * as vscode from "vscode";
import { variantAmong, type VariantIndex, variantIndex } from "../../catalog/variantIndex";
import { reservedKindOf } from "../../catalog/variants";
import { type SignalDefinition } from "../../service/parseDefinition";
import { type ListedSignal } from "../../service/parseSignals";
import { type RecordSubject } from "../../shared/latestColumns";
import { type PanelTarget, type SeriesTarget } from "../../shared/place";
import { type AsOf } from "../../shared/instant";
import {
  type DataKind,
  panelRef,
  signalRef,
  type SignalId,
  type TagValues,
} from "../../shared/reference";
import { type CatalogStore } from "../../store/catalogStore";
import { definitionKey } from "../../store/definitionJournal";
import { Slices } from "../../service/slices";

export interface TargetsRequest {
  readonly connectionId: string;
  readonly catalog: CatalogStore;
  /** The kind and the as-of of the references. */
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** A record, or the same fields of another variant, with the version of its signal. */
export interface VersionedRecord {
  readonly record: RecordSubject;
  readonly version: number;
}

/** The part of a record that addresses a series. */
export interface RecordVariant extends SignalId {
  readonly tags: TagValues;
}

/**
 * The series of records, by the tag kinds of their signals' definitions, which records name otherwise. Omits records
 * whose variant is in no definition.
 *
 * @throws when no series is left, and as fetching a definition does.
 */
export async function targetsOf(
  records: readonly VersionedRecord[],
  { connectionId, catalog, dataKind, asOf }: TargetsRequest,
): Promise<readonly SeriesTarget[]> {
  const targets: SeriesTarget[] = [];
  const variants = new RecordVariants((signal) => catalog.definition(signal));
  const slices = new Slices();
  for (const each of records) {
    if (slices.isOver) await slices.next();
    const variant = await variants.of(each);
    if (typeof variant === "string") continue;
    targets.push({ connectionId, reference: signalRef({ ...variant, dataKind, asOf }) });
  }
  if (targets.length === 0) {
    throw new Error(vscode.l10n.t("the definition of the signal has no such variant"));
  }
  return targets;
}

/** Finds the variants of records by the tag kinds of definitions. */
export class RecordVariants {
  /** By signal, because many records are of the same one. */
  private readonly indices = new Map<string, VariantIndex>();

  /** @param definitionOf - Undefined when the definition is unavailable. */
  constructor(
    private readonly definitionOf: (signal: ListedSignal) => Promise<SignalDefinition | undefined>,
  ) {}

  /** @throws as fetching a definition does. */
  async of({
    record,
    version,
  }: VersionedRecord): Promise<RecordVariant | "no such variant" | "no definition"> {
    const { code } = record;
    if (code === undefined) return "no such variant";
    const index = await this.indexOf({ code, version, name: code });
    if (index === undefined) return "no definition";
    const tags = variantAmong(index, record.tags);
    if (tags === undefined || reservedKindOf(tags) !== undefined) return "no such variant";
    return { code, version, tags };
  }

  private async indexOf(signal: ListedSignal): Promise<VariantIndex | undefined> {
    const key = definitionKey(signal);
    const known = this.indices.get(key);
    if (known !== undefined) return known;
    const definition = await this.definitionOf(signal);
    if (definition === undefined) return undefined;
    const index = await new Slices().run(variantIndex(definition));
    this.indices.set(key, index);
    return index;
  }
}

/** One panel for each signal and each of its combinations of tag kinds, with the values of all its series. */
export function panelsOf(
  targets: readonly SeriesTarget[],
): readonly (SeriesTarget | PanelTarget)[] {
  const groups = new Map<string, SeriesTarget[]>();
  for (const target of targets) {
    const { reference } = target;
    if (reference.family !== "signal") continue;
    const kinds = Object.keys(reference.tags);
    const key = JSON.stringify([reference.code, reference.version, kinds]);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [...groups.values()].flatMap(panelOf);
}

function panelOf(targets: readonly SeriesTarget[]): readonly (SeriesTarget | PanelTarget)[] {
  const references = targets.flatMap(({ reference }) =>
    reference.family === "signal" ? reference : [],
  );
  const [first] = references;
  const [target] = targets;
  if (first === undefined || target === undefined) return [];
  const { code, version, dataKind, asOf } = first;
  const sets = Object.keys(first.tags).map((kind) => [
    kind,
    references.map(({ tags }) => tags[kind] ?? ""),
  ]);
  const tags = Object.fromEntries(sets) as Record<string, string[]>;
  if (sets.length === 0) return [target];
  const { connectionId } = target;
  const reference = panelRef({ code, version, tags, dataKind, asOf });
  // A single series is no panel.
  return reference.family === "panel" ? [{ connectionId, reference }] : [target];
}
