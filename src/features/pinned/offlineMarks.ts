import * as vscode from "vscode";
import { openablePath } from "../../shared/openable";
import { scheme, targetPath } from "../../shared/place";
import { referencePath } from "../../shared/referencePath";
import { type OfflineState } from "../../store/offlineCopies";
import { type Connections } from "../../connect/connections";
import { type Services } from "../../connect/connectedServices";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { shownTargetsOf } from "../../editor/tabs/target";
import { momentText } from "../../editor/text/dateText";
import { type PinnedNode, type PinRow, pinsIn } from "./pinRows";

/** The copies on this computer, by connection and path; those of saved charts, which may have several, by path. */
export type OfflineStates = ReadonlyMap<string, OfflineState>;

const separator = "\u2002";

/** The states of marked pins; reads no file if none is marked, and requests nothing. */
export async function offlineStates(
  rows: readonly PinnedNode[],
  { services, connections }: { readonly services: Services; readonly connections: Connections },
): Promise<OfflineStates> {
  const marked = pinsIn(rows).filter(isMarked);
  const ids = new Set(marked.flatMap(({ connection }) => connection?.id ?? []));
  // A chart may have series of any service.
  const hasChart = marked.some(({ entry }) => entry.pinned.service === undefined);
  for (const { id } of hasChart ? connections.services : []) ids.add(id);
  const states = new Map<string, OfflineState>();
  for (const id of ids) {
    const own = await services.get(id).then(
      ({ files }) => files?.copies?.states(),
      // Opening the pin reports what is wrong with the service.
      () => undefined,
    );
    for (const [path, state] of own ?? []) {
      states.set(`${id} ${path}`, state);
      states.set(path, sum(state, states.get(path)));
    }
  }
  return states;
}

/**
 * Adds to a row whether it is kept offline, for its text and its menu. A row with a document has a badge if all of it is:
 * see {@link OfflineBadges}.
 *
 * @param value - The beginning of the row's description; undefined if it has no value.
 */
export function markOffline(
  item: vscode.TreeItem,
  row: PinnedNode,
  states: OfflineStates,
  value: string | undefined,
): void {
  if (row.kind === "unreadable") return;
  const pins = pinsIn([row]);
  const marked = pins.filter(isMarked);
  if (marked.length === 0) return;
  const isPartly = marked.length < pins.length;
  item.contextValue = `${item.contextValue ?? ""}${isPartly ? ".partly" : ""}.offline`;
  if (!marked.every(isUnbounded)) return;
  const found = marked.map((each) => stateIn(states, each));
  const words = isPartly
    ? vscode.l10n.t("{0} of {1} pins offline", marked.length, pins.length)
    : shortText(found);
  const { description, accessibilityInformation } = item;
  const hasBadge = item.resourceUri !== undefined && found.every(isWhole);
  // Before what the editor may cut off, and after the value.
  const text = typeof description === "string" ? description : "";
  const rest = value === undefined ? text : text.slice(value.length + separator.length);
  const all = [value, hasBadge ? "" : words, rest];
  item.description = all.filter((each) => each !== undefined && each !== "").join(separator);
  if (accessibilityInformation !== undefined) {
    const label = `${accessibilityInformation.label}, ${words}`;
    item.accessibilityInformation = { ...accessibilityInformation, label };
  }
  const { tooltip } = item;
  item.tooltip = [...(typeof tooltip === "string" ? [tooltip] : []), longText(found)].join("\n");
}

/** Marks the rows and tabs of series and panels that are kept offline: a badge is never cut off. */
export class OfflineBadges implements vscode.FileDecorationProvider, Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<undefined>());
  /** Fires without a URI: a series has one for each form. */
  readonly onDidChangeFileDecorations = this.didChange.event;
  private kept = new Set<string>();

  constructor() {
    this.disposables.add(vscode.window.registerFileDecorationProvider(this));
  }

  update(rows: readonly PinnedNode[], states: OfflineStates): void {
    const whole = pinsIn(rows).filter((row) => isWhole(stateIn(states, row)) && isUnbounded(row));
    const kept = new Set(whole.flatMap(({ target }) => (target ? targetPath(target) : [])));
    const isSame = kept.size === this.kept.size && [...kept].every((each) => this.kept.has(each));
    this.kept = kept;
    if (!isSame) this.didChange.fire(undefined);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const [target, ...others] = uri.scheme === scheme ? shownTargetsOf(uri) : [];
    if (target === undefined || others.length > 0 || !this.kept.has(targetPath(target))) {
      return undefined;
    }
    return new vscode.FileDecoration("↧", vscode.l10n.t("Kept offline"));
  }

  dispose(): void {
    this.disposables.dispose();
  }
}

/** Whether a pin is marked as kept offline, and can be: profiles, pages and sample data cannot. */
function isMarked({ entry, connection }: PinRow): boolean {
  const { openable } = entry.pinned;
  const isAble =
    openable.kind === "savedChart" ||
    (openable.kind === "reference" && connection?.kind === "service");
  return entry.isOffline && isAble;
}

/** Whether the row opens what was pinned, not what was known at the window's as-of. */
function isUnbounded({ entry, target }: PinRow): boolean {
  const { openable } = entry.pinned;
  if (openable.kind !== "reference" || target === undefined) return true;
  return referencePath(target.reference) === referencePath(openable.reference);
}

/** The state of a marked pin; undefined for another one, and if none of it was fetched on this computer. */
function stateIn(states: OfflineStates, row: PinRow): OfflineState | undefined {
  const { entry, connection } = row;
  const path = openablePath(entry.pinned.openable);
  if (!isMarked(row)) return undefined;
  return states.get(connection === undefined ? path : `${connection.id} ${path}`);
}

function isWhole(state: OfflineState | undefined): boolean {
  return state !== undefined && state.copies === state.series;
}

/** The state of an item with series of several services. */
function sum(one: OfflineState, other: OfflineState | undefined): OfflineState {
  if (other === undefined) return one;
  return {
    series: one.series + other.series,
    copies: one.copies + other.copies,
    fetchedAtMs: Math.min(one.fetchedAtMs, other.fetchedAtMs),
  };
}

/** The state of several pins together; undefined if none was fetched on this computer. */
function stateOf(found: readonly (OfflineState | undefined)[]): OfflineState | undefined {
  const known = found.filter((each) => each !== undefined);
  return known.reduce<OfflineState | undefined>((all, each) => sum(each, all), undefined);
}

function shortText(found: readonly (OfflineState | undefined)[]): string {
  const { t } = vscode.l10n;
  const state = stateOf(found);
  if (state === undefined || found.includes(undefined)) return t("not offline here yet");
  const { series, copies } = state;
  return copies === series ? t("offline") : t("offline: {0} of {1}", copies, series);
}

function longText(found: readonly (OfflineState | undefined)[]): string {
  const { t } = vscode.l10n;
  const state = stateOf(found);
  if (state === undefined) {
    return t(
      "Marked to be kept offline, but not fetched on this computer yet: choose Refresh Offline Copy.",
    );
  }
  const { series, copies, fetchedAtMs } = state;
  return t("Kept offline: {0} of {1} series, fetched {2}", copies, series, momentText(fetchedAtMs));
}
