import * as vscode from "vscode";
import { chartEnding } from "../../shared/openable";
import { isPanelChart } from "../../shared/chartPlace";
import { type Target } from "../../shared/place";
import { type Connections } from "../../connect/connections";
import { uniqueTargets } from "../../editor/tabs/target";
import { parseSavedChart } from "../chart/host/savedChart";
import { savedChartPlace } from "../chart/host/savedChartPlace";
import { type LinkSource } from "../links/linked";
import { type PinnedNode, pinsIn } from "../pinned/pinRows";

/** Where rows and charts are looked up. */
interface TargetSources {
  readonly rows: readonly unknown[];
  readonly withTargets: LinkSource["withTargets"];
  readonly connections: Connections;
  /** The rows of *Pinned* among them. */
  readonly pinned: readonly PinnedNode[];
}

/**
 * The series and panels of rows, of folders of pins, of documents and of saved charts, each once. Asks where a row has
 * several panels; undefined when that is left. Requests no series.
 */
export async function datasetTargets(
  sources: TargetSources,
): Promise<readonly Target[] | undefined> {
  const { rows, pinned, withTargets } = sources;
  const all: readonly unknown[] = pinned.length > 0 ? pinsIn(pinned) : rows;
  const targets: Target[] = [];
  const others: unknown[] = [];
  for (const row of all) {
    const file = chartFileOf(row);
    if (file === undefined) others.push(row);
    else targets.push(...(await targetsOfChart(file, sources)));
  }
  let isLeft = others.length > 0;
  await withTargets(others, (found) => {
    isLeft = false;
    targets.push(...found);
    return Promise.resolve();
  });
  return isLeft && targets.length === 0 ? undefined : uniqueTargets(targets);
}

/** The file of a saved chart, of its pin, or of its tab. */
function chartFileOf(row: unknown): vscode.Uri | undefined {
  const uri = typeof row === "object" && row !== null && "file" in row ? row.file : row;
  return uri instanceof vscode.Uri && uri.path.endsWith(chartEnding) ? uri : undefined;
}

/** None where the file is not a chart of connections that the person has made. */
async function targetsOfChart(
  file: vscode.Uri,
  { connections }: TargetSources,
): Promise<readonly Target[]> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const parsed = parseSavedChart(text);
  const found = parsed.ok ? savedChartPlace(parsed.chart, connections) : undefined;
  if (found === undefined || "unknownServices" in found) return [];
  const { place } = found;
  return isPanelChart(place) ? [place] : place.parts;
}
