import * as vscode from "vscode";
import { type PanelSubject } from "../../catalog/panelStart";
import { ReadableNames } from "../../catalog/readableNames";
import { defaultViewState, type ViewState } from "../../shared/chart/viewState";
import { chartPlaceOf } from "../../shared/chartPlace";
import { maxParts } from "../../shared/composedPlace";
import { plainLabel, plainMessage } from "../../shared/plainText";
import { type ChartEditors } from "../chart/chartEditors";
import { openChartOf } from "../documents/addToChart";
import { withDelayedProgress } from "../progress";
import { seriesName } from "../seriesLabel";
import { type LatestParts } from "./latestTab";
import { listedSignals } from "./listedSignals";
import { type ProfileMember, profileSeries } from "./profileSeries";
import { dateText } from "../dateText";

interface ProfileDependencies {
  readonly services: Pick<LatestParts["services"], "get">;
  readonly charts: Pick<ChartEditors, "giveView">;
}

/** Small multiples, the series furthest from its mean first. */
const profileView: ViewState = {
  ...defaultViewState,
  arrangement: "panes",
  seriesSort: { by: "distance", isAscending: false },
};

/**
 * Opens the newest series of all signals that have the tag value of a row as one chart. If there are more than a chart can
 * show, the user can choose others.
 */
export async function openProfile(
  { services, charts }: ProfileDependencies,
  { connectionId, chosen, dataKind, asOf }: PanelSubject,
): Promise<void> {
  const [pair] = Object.entries(chosen);
  if (pair === undefined) return;
  const [tagKind, value] = pair;
  const { t } = vscode.l10n;
  const name = plainLabel(new ReadableNames(vscode.env.language).tagValue(tagKind, value));
  const title = t("Profile of {0}", name);
  const members = await withDelayedProgress(title, async (signal) => {
    const { catalog } = await services.get(connectionId);
    const [listed, { items }] = await Promise.all([
      listedSignals(catalog, { signal }),
      catalog.latestSignals({ signal }),
    ]);
    const subject = { connectionId, tagKind, value };
    return profileSeries(subject, items, { catalog, listed, dataKind, asOf, signal });
  });
  if (members.length === 0) {
    const message = t("No signal has a value for {0}.", name);
    void vscode.window.showInformationMessage(plainMessage(message));
    return;
  }
  await openMembers(members.slice(0, maxParts), charts);
  if (members.length <= maxParts) return;
  const picked = await otherMembers(members, title);
  if (picked.length > 0) await openMembers(picked, charts);
}

async function openMembers(
  members: readonly ProfileMember[],
  charts: ProfileDependencies["charts"],
): Promise<void> {
  const targets = members.map(({ target }) => target);
  const place = chartPlaceOf(targets.slice(0, maxParts));
  if (place !== undefined) charts.giveView(place, profileView);
  await openChartOf(targets);
}

async function otherMembers(
  members: readonly ProfileMember[],
  title: string,
): Promise<readonly ProfileMember[]> {
  const { t } = vscode.l10n;
  const choose = t("Choose…");
  const message = t("{0} shows {1} of {2} series.", title, maxParts, members.length);
  const answer = await vscode.window.showInformationMessage(plainMessage(message), choose);
  if (answer !== choose) return [];
  const rows = members.map((member, index) => ({
    member,
    label: seriesName(member.target.reference, false),
    description: dateText(member.record.day),
    picked: index < maxParts,
  }));
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder: t("Choose up to {0} of {1} series", maxParts, members.length),
    canPickMany: true,
    matchOnDescription: true,
  });
  return picked?.map(({ member }) => member) ?? [];
}
