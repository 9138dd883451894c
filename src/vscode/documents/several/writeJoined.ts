import type * as vscode from "vscode";
import { type JoinMismatch, PanelJoin } from "../../../data/panelJoin";
import { panelPrefixes } from "../../../data/panelPrefixes";
import { tableMetadata } from "../../../data/table/metadata";
import { type VariantFrame } from "../../../data/pairedVariants";
import { panelLayout } from "../../../store/panelTable";
import { type TableWorker, tableBlocks } from "../../../store/tableBlocks";
import { formatOfLocation } from "../saveLocation";
import { writeBlocks } from "../writeLocation";
import { type FetchedPanel } from "./fetchPanel";
import { type WriteOptions } from "./writeTables";

/**
 * Joins panels in one long table, in the format that the location's ending asks for, whole or not at all; one variant of each
 * is in memory at a time. What did not match comes back.
 */
export async function writeJoined(
  fetched: readonly FetchedPanel[],
  location: vscode.Uri,
  worker: TableWorker,
  { signal, onProgress }: WriteOptions = {},
): Promise<JoinMismatch> {
  const join = joinOf(fetched);
  const { layout } = join;
  const series = variantsOf(join, fetched);
  const metadata = (): ReturnType<typeof tableMetadata> =>
    tableMetadata({ kind: "join", members: fetched });
  const spec = { format: formatOfLocation(location), layout, metadata };
  async function* parts(): ReturnType<PanelJoin["parts"]> {
    let done = 0;
    for await (const part of join.parts(fetched.map((each) => framesOf(join, each, signal)))) {
      onProgress?.(done++, series);
      yield part;
    }
  }
  await writeBlocks(location, tableBlocks(worker, spec, parts(), signal), signal);
  return join.mismatch;
}

function joinOf(fetched: readonly FetchedPanel[]): PanelJoin {
  const prefixes = panelPrefixes(fetched.map(({ panel }) => panel.reference));
  return new PanelJoin(
    fetched.map(({ panel }, at) => ({
      prefix: prefixes[at] ?? "",
      tagKinds: Object.keys(panel.reference.tags),
      columns: panelLayout({ panel }).columns,
    })),
  );
}

async function* framesOf(
  join: PanelJoin,
  { panel, panels }: FetchedPanel,
  signal: AbortSignal | undefined,
): AsyncGenerator<VariantFrame, void, void> {
  for await (const { variant, frame } of panels.frames(panel, signal)) {
    yield { values: join.valuesOf(variant.reference.tags), frame };
  }
}

function variantsOf(join: PanelJoin, fetched: readonly FetchedPanel[]): number {
  const all = fetched.flatMap(({ panel }) => panel.variants);
  return new Set(all.map(({ reference }) => JSON.stringify(join.valuesOf(reference.tags)))).size;
}
