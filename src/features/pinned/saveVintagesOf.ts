import * as vscode from "vscode";
import { type Services } from "../../connect/connectedServices";
import { shownTargetsOf } from "../../editor/tabs/target";
import { type Openable } from "../../shared/openable";
import { type Target } from "../../shared/place";
import { type ProfileSubject } from "../chart/host/chartServices";
import { type SaveAsParts } from "../documents/save/saveAs";
import { saveVintages } from "../documents/save/saveVintages";
import { rankedProfile } from "../latest/profile/rankedProfile";
import { type LinkSource, linkedOfProfile } from "../links/linked";
import { type PinnedNode, type PinRow, pinsIn } from "./pinRows";

/**
 * Saves vintages of what a document shows, or of rows: of a row's series or panel, of the pins in a folder, and of all
 * series of the profile of a tag value.
 *
 * @param pinned - The rows that belong to the pinned view.
 */
export async function saveVintagesOf(
  parts: SaveAsParts,
  source: LinkSource,
  pinned: readonly PinnedNode[],
): Promise<void> {
  const [document] = source.rows;
  if (document instanceof vscode.Uri) {
    await saveVintages(parts, shownTargetsOf(document), false);
    return;
  }
  await saveVintages(parts, await targetsOfRows(parts.services, source, pinned), true);
}

async function targetsOfRows(
  services: Services,
  { rows, subjectOf, withTargets }: LinkSource,
  pinned: readonly PinnedNode[],
): Promise<readonly Target[]> {
  const pins = pinsIn(pinned);
  const found = pins.flatMap(({ target }) => target ?? []);
  const others = pinned.length > 0 ? [] : rows;
  const linked = others.map((row) => linkedOfProfile(subjectOf(row)));
  const profiles = [...pins.map(profileOfPin), ...linked.map(profileOfLink)];
  for (const profile of profiles) {
    if (profile === undefined) continue;
    const subject = { ...profile, asOf: services.gate.bound };
    const ranked = await rankedProfile(services, subject);
    if (ranked !== undefined) found.push(...ranked.members.map(({ target }) => target));
  }
  const rest = others.filter((_, at) => linked[at] === undefined);
  if (rest.length === 0) return found;
  await withTargets(rest, (targets) => {
    found.push(...targets);
    return Promise.resolve();
  });
  return found;
}

type Profile = Omit<ProfileSubject, "asOf">;

function profileOfPin({ entry, connection }: PinRow): Profile | undefined {
  const { openable } = entry.pinned;
  return connection === undefined
    ? undefined
    : profileOfLink({ connectionId: connection.id, openable });
}

function profileOfLink(
  linked: { readonly connectionId: string; readonly openable: Openable } | undefined,
): Profile | undefined {
  if (linked?.openable.kind !== "profile") return undefined;
  const { tagKind, value, dataKind } = linked.openable;
  return { connectionId: linked.connectionId, tagKind, value, dataKind };
}
