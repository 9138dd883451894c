import * as vscode from "vscode";
import { panelVariants } from "../../catalog/panelVariants";
import { openablePath } from "../../shared/openable";
import { withOffline, offlinePaths } from "../../shared/pins";
import { type SeriesTarget } from "../../shared/place";
import { plainMessage } from "../../shared/plainText";
import { keepOffline, type OfflineOutcome, type OfflineRequest } from "../../store/keepOffline";
import { OfflineFullError } from "../../store/offlineFolder";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { offlineCapacityBytes } from "../../connect/cacheSettings";
import { sizeText } from "../../connect/sizeText";
import { withCountedProgress } from "../../editor/progress";
import { mayRequest } from "../../editor/unaskedRequests";
import { parseSavedChart } from "../chart/host/savedChart";
import { savedChartPlace } from "../chart/host/savedChartPlace";
import { isPanelChart } from "../../shared/chartPlace";
import { type PinnedNode, type PinRow, pinsIn } from "./pinRows";
import { editPins, offlineSetting, pinsSetting } from "./pinSetting";

/** The series or the panel that one pin keeps offline of one service. */
interface OfflinePart extends OfflineRequest {
  readonly connectionId: string;
}

/**
 * Marks pins as kept offline, and fetches their series, after a question if they need many requests. Reports how many
 * series are kept, their size, and the limit.
 *
 * @param isRefresh - Fetches them again though they are current.
 */
export async function keepPinsOffline(
  parts: ConnectionDependencies,
  rows: readonly PinnedNode[],
  isRefresh: boolean,
): Promise<void> {
  const { t } = vscode.l10n;
  const title = isRefresh ? t("Refreshing offline copies") : t("Keeping series offline");
  const pins = pinsIn(rows).filter(({ entry }) => !isRefresh || entry.isOffline);
  const able = pins.filter(isAble);
  const found: OfflinePart[] = (await Promise.all(able.map((row) => partsOf(parts, row)))).flat();
  if (found.length === 0) {
    reportNone(pins);
    return;
  }
  try {
    const counts = await withCountedProgress(title, (signal) => countsOf(parts, found, signal));
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (!(await mayRequest(title, count))) return;
    await editPins((setting) =>
      withOffline(
        setting,
        able.map(({ entry }) => entry),
        true,
      ),
    );
    const outcomes = await withCountedProgress(title, (signal, onProgress) =>
      fetchAll(parts, found, { signal, isRefresh, count, onProgress }),
    );
    await reportOutcome(parts, outcomes, pins.length - able.length, () =>
      keepPinsOffline(parts, rows, isRefresh),
    );
  } catch (error) {
    const attempt = t("Could not keep the pins offline");
    const retry = (): Promise<void> => keepPinsOffline(parts, rows, isRefresh);
    await parts.failures.report(error, { attempt, retry });
  }
}

/** Removes the mark from pins; their series return to the cache. */
export async function stopOffline(
  parts: ConnectionDependencies,
  rows: readonly PinnedNode[],
): Promise<void> {
  const pins = pinsIn(rows);
  await editPins((setting) =>
    withOffline(
      setting,
      pins.map(({ entry }) => entry),
      false,
    ),
  );
  await releaseUnmarked(parts, rows);
}

/**
 * Releases series that no pin marks any more.
 *
 * @param rows - The changed rows; if none was marked, nothing is read.
 */
export async function releaseUnmarked(
  { services, connections }: ConnectionDependencies,
  rows: readonly PinnedNode[],
): Promise<void> {
  if (!pinsIn(rows).some(({ entry }) => entry.isOffline)) return;
  const kept = offlinePaths(pinsSetting());
  for (const { id } of connections.services) {
    const { files } = await services.get(id);
    await files?.releaseOthers(kept);
  }
}

/** Profiles and pages are made from what the service lists now, and sample data are always there. */
function isAble({ entry, connection, file }: PinRow): boolean {
  const { openable } = entry.pinned;
  if (openable.kind === "savedChart") return file !== undefined;
  return openable.kind === "reference" && connection?.kind === "service";
}

async function partsOf(
  { connections }: ConnectionDependencies,
  { entry, connection, file }: PinRow,
): Promise<readonly OfflinePart[]> {
  const { openable } = entry.pinned;
  const name = openablePath(openable);
  if (openable.kind === "reference" && connection !== undefined) {
    const { reference } = openable;
    const of = reference.family === "panel" ? reference : [reference];
    return [{ connectionId: connection.id, name, of }];
  }
  if (file === undefined) return [];
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  const parsed = parseSavedChart(text);
  const chart = parsed.ok ? savedChartPlace(parsed.chart, connections) : undefined;
  if (chart === undefined || "unknownServices" in chart) return [];
  const { place } = chart;
  if (isPanelChart(place)) {
    return [{ connectionId: place.connectionId, name, of: place.reference }];
  }
  const ids = [...new Set(place.parts.map(({ connectionId }) => connectionId))];
  const seriesOf = (id: string): SeriesTarget[] =>
    place.parts.filter(({ connectionId }) => connectionId === id);
  return ids
    .filter((id) => connections.find(id)?.kind === "service")
    .map((id) => ({ connectionId: id, name, of: seriesOf(id).map(({ reference }) => reference) }));
}

/** How many series each has; needs the definitions of panels. */
async function countsOf(
  { services }: ConnectionDependencies,
  parts: readonly OfflinePart[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const { connectionId, of } of parts) {
    const { catalog } = await services.get(connectionId);
    if (!("family" in of)) {
      counts.push(of.length);
      continue;
    }
    if (services.gate.refuses(of)) continue;
    const { code, version } = of;
    const { tags } = await catalog.definition({ code, version, name: code }, { signal });
    counts.push(panelVariants(of, tags).length);
  }
  return counts;
}

type PartOutcome = OfflineOutcome & { readonly connectionId: string };

interface FailedCopy {
  readonly connectionId: string;
  readonly error: unknown;
}

interface Fetching {
  readonly signal: AbortSignal;
  readonly isRefresh: boolean;
  readonly count: number;
  readonly onProgress: (done: number, of: number) => void;
}

async function fetchAll(
  { services }: ConnectionDependencies,
  parts: readonly OfflinePart[],
  { signal, isRefresh, count, onProgress }: Fetching,
): Promise<readonly PartOutcome[]> {
  const outcomes: PartOutcome[] = [];
  let done = 0;
  const onSettled = (): void => onProgress(Math.min(++done, count), count);
  for (const { connectionId, ...request } of parts) {
    const { series, panels, files } = await services.get(connectionId);
    if (files === undefined) continue;
    const options = { signal, isRefresh, onSettled };
    try {
      const outcome = await keepOffline({ series, panels, files }, request, options);
      outcomes.push({ ...outcome, connectionId });
    } catch (error) {
      signal.throwIfAborted();
      outcomes.push({ copies: 0, bytes: 0, errors: [error], connectionId });
    }
  }
  return outcomes;
}

/** Reports the copies, then the first failure. */
async function reportOutcome(
  parts: ConnectionDependencies,
  outcomes: readonly PartOutcome[],
  without: number,
  retry: () => Promise<void>,
): Promise<void> {
  const { t } = vscode.l10n;
  const copies = outcomes.reduce((sum, each) => sum + each.copies, 0);
  const bytes = outcomes.reduce((sum, each) => sum + each.bytes, 0);
  const errors = outcomes.flatMap(({ connectionId, errors: own }) =>
    own.map((error) => ({ connectionId, error })),
  );
  const total = await parts.services.offlineSize();
  const left =
    without === 1
      ? t(
          "1 pin was left out: profiles, pages, sample data and pins without a connection cannot be kept offline.",
        )
      : t(
          "{0} pins were left out: profiles, pages, sample data and pins without a connection cannot be kept offline.",
          without,
        );
  const said = [
    copies === 1
      ? t("1 series is kept offline ({0}).", sizeText(bytes))
      : t("{0} series are kept offline ({1}).", copies, sizeText(bytes)),
    t("All offline copies: {0} of {1}.", sizeText(total.bytes), sizeText(offlineCapacityBytes())),
    ...(without === 0 ? [] : [left]),
  ];
  if (copies > 0) void vscode.window.showInformationMessage(said.join(" "));
  await reportErrors(parts, errors, retry);
}

async function reportErrors(
  { failures }: ConnectionDependencies,
  errors: readonly FailedCopy[],
  retry: () => Promise<void>,
): Promise<void> {
  const { t } = vscode.l10n;
  const [first] = errors;
  if (first === undefined) return;
  if (errors.some(({ error }) => error instanceof OfflineFullError)) {
    const open = t("Open Settings");
    const limit = sizeText(offlineCapacityBytes());
    const words = t("Not everything is kept offline: the limit of {0} is reached.", limit);
    if ((await vscode.window.showWarningMessage(words, open)) === open) {
      await vscode.commands.executeCommand("workbench.action.openSettings", offlineSetting);
    }
    return;
  }
  const attempt =
    errors.length === 1
      ? t("Could not keep 1 series offline")
      : t("Could not keep {0} series offline", errors.length);
  const { error, connectionId } = first;
  await failures.report(error, { attempt, connectionId, retry });
}

function reportNone(pins: readonly PinRow[]): void {
  if (pins.length === 0) return;
  const words = vscode.l10n.t(
    "Series, panels and saved charts of a connection can be kept offline; profiles, pages and sample data cannot.",
  );
  void vscode.window.showInformationMessage(plainMessage(words));
}
