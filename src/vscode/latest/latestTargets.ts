import * as vscode from "vscode";
import { variantAmong, type VariantIndex, variantIndex } from "../../catalog/variantIndex";
import { reservedKindOf } from "../../catalog/variants";
import { type LatestSignal } from "../../shared/latest/latestColumns";
import { type PanelTarget, type SeriesTarget } from "../../shared/place";
import { type AsOf } from "../../shared/instant";
import { type DataKind, panelRef, signalRef } from "../../shared/reference";
import { type CatalogStore } from "../../store/catalogStore";
import { definitionKey } from "../../store/definitionJournal";
import { Slices } from "../../service/slices";

export interface TargetsRequest {
  readonly connectionId: string;
  readonly catalog: Pick<CatalogStore, "definition">;
  /** What new references inherit. */
  readonly dataKind: DataKind;
  readonly asOf: AsOf;
}

/** A record, or what stands for a variant as records do, and the version of its signal. */
export interface VersionedRecord {
  readonly record: Pick<LatestSignal, "code" | "tags">;
  readonly version: number;
}

/**
 * The series of the variants that records are about, each by the tag kinds of its signal's definition: records name them
 * otherwise. Without those that no definition has; that there is none at all is an error.
 *
 * @throws also as fetching a definition does.
 */
export async function targetsOf(
  records: readonly VersionedRecord[],
  { connectionId, catalog, dataKind, asOf }: TargetsRequest,
): Promise<readonly SeriesTarget[]> {
  const targets: SeriesTarget[] = [];
  /** By signal: many of the records are about one. */
  const indices = new Map<string, VariantIndex>();
  const slices = new Slices();
  for (const { record, version } of records) {
    const { code } = record;
    if (code === undefined) continue;
    if (slices.isOver) await slices.next();
    const key = definitionKey({ code, version });
    let index = indices.get(key);
    if (index === undefined) {
      const definition = await catalog.definition({ code, version, name: code });
      index = await slices.run(variantIndex(definition));
      indices.set(key, index);
    }
    const tags = variantAmong(index, record.tags);
    if (tags === undefined || reservedKindOf(tags) !== undefined) continue;
    const reference = signalRef({ code, version, tags, dataKind, asOf });
    targets.push({ connectionId, reference });
  }
  if (targets.length === 0) {
    throw new Error(vscode.l10n.t("the definition of the signal has no such variant"));
  }
  return targets;
}

/** One panel for each signal and each of its ways of addressing variants, with the values of all its series. */
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
  // Of one series there is no panel.
  return reference.family === "panel" ? [{ connectionId, reference }] : [target];
}
