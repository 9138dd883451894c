import * as vscode from "vscode";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { asOfText } from "../../editor/text/dateText";
import { type Openable } from "../../shared/openable";
import { pinLine } from "../../shared/pins";
import { versionedTitle } from "../../shared/placeName";
import { plainLabel } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { referencePath } from "../../shared/referencePath";
import { describedBy, type HitKind, hitKinds } from "../browse/palette/seriesSource";
import { type RowValue } from "../browse/rowValue";
import { openableName } from "../links/openOpenables";
import { pinIcon, type PinRow, pinRows, pinsIn } from "../pinned/pinRows";
import { pinsSetting } from "../pinned/pinSetting";
import { type SearchRow } from "./searchList";
import { type SearchSources } from "./searchSources";

/** The rows above all others while nothing is typed. */
export interface KnownThings {
  readonly pinned: readonly PinRow[];
  /** Excludes what is pinned. */
  readonly recent: readonly PinRow[];
}

/** The pins of the setting, and what was opened last; nothing is requested. */
export async function knownThings(
  { connections, services: { gate } }: ConnectionDependencies,
  recentLines: readonly string[],
): Promise<KnownThings> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const rowsOf = async (setting: unknown): Promise<readonly PinRow[]> =>
    pinsIn(await pinRows(setting, { connections, gate, folders }));
  const [pinned, recent] = await Promise.all([rowsOf(pinsSetting()), rowsOf(recentLines)]);
  const keys = new Set(pinned.map(openedKey));
  return { pinned, recent: recent.filter((row) => keys.size < keys.add(openedKey(row)).size) };
}

/** Equal for rows that open the same: within the window's as-of, several as-ofs may become one. */
function openedKey({ entry, target }: PinRow): string {
  if (target === undefined) return pinLine(entry.pinned);
  return JSON.stringify([target.connectionId, referencePath(target.reference)]);
}

/** The row of a pin or of something opened before; undefined where the list shows no such kind. */
export function pinnedRow(
  row: PinRow,
  sources: SearchSources,
  kinds: readonly HitKind[],
): SearchRow | undefined {
  const { entry, connection, target, file } = row;
  const { openable, service } = entry.pinned;
  const kind = kindOf(openable);
  if (kind === undefined ? kinds.length < hitKinds.length : !kinds.includes(kind)) return undefined;
  const isHere = file !== undefined || connection !== undefined;
  const remarks = [
    ...(target === undefined ? [] : vintageOf(target.reference)),
    ...(connection === undefined || connection.id === sources.connectionId
      ? []
      : [connection.name]),
    ...(isHere ? [] : [service ?? vscode.l10n.t("Not in this workspace")]),
  ];
  const isOwn = connection?.id === sources.connectionId;
  const value = isOwn && target !== undefined ? valueOf(target.reference, sources) : undefined;
  return {
    key: `pin ${pinLine(entry.pinned)}`,
    label: plainLabel(entry.name ?? nameOf(openable, sources)),
    description: describedBy(value, remarks),
    iconPath: new vscode.ThemeIcon(pinIcon(openable)),
    effect: { kind: "pin", row },
  };
}

function kindOf(openable: Openable): HitKind | undefined {
  if (openable.kind === "profile") return "profile";
  if (openable.kind !== "reference") return undefined;
  const { family } = openable.reference;
  return family === "signal" ? "variant" : family;
}

function nameOf(openable: Openable, { names }: SearchSources): string {
  if (openable.kind === "savedChart") return openable.path;
  if (openable.kind !== "reference") return openableName(openable, false);
  const { reference } = openable;
  switch (reference.family) {
    case "signal": {
      const { code, version, tags } = reference;
      const values = Object.entries(tags).map(([kind, value]) => names.tagValue(kind, value));
      return [`${code} v${version}`, ...values].join(" · ");
    }
    case "forecast":
      return [reference.market, reference.currency, reference.horizon].join(" · ");
    case "panel":
      return versionedTitle({ ...reference, dataKind: "SNAP", asOf: "latest" }, false);
  }
}

function vintageOf(reference: Reference): readonly string[] {
  if (reference.family === "forecast") return [];
  return [reference.dataKind, asOfText(reference.asOf)];
}

function valueOf(reference: Reference, sources: SearchSources): RowValue | undefined {
  if (reference.family === "forecast") return sources.forecasts.valueOf(reference);
  if (reference.family === "panel" || reference.asOf !== "latest") return undefined;
  const { code, version, tags } = reference;
  return sources.signals.valueOf({
    signal: { code, version, name: code, tags: [], unreadable: [] },
    tags,
  });
}
