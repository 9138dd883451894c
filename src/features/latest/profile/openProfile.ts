import * as vscode from "vscode";
import { type PanelSubject } from "../../../catalog/panelStart";
import { defaultViewState, type ProfileState, type ViewState } from "../../chart/model/viewState";
import { chartPlaceOf, chartUri } from "../../../shared/chartPlace";
import { maxParts } from "../../../shared/composedPlace";
import { plainMessage } from "../../../shared/plainText";
import { type Charts } from "../../chart/host/chartEditors";
import { openChartOf } from "../../chart/host/addToChart";
import { announceProfile } from "./openedProfiles";
import { type RankedProfile, rankedProfile, tagValueName } from "./rankedProfile";
import { type Services } from "../../../connect/connectedServices";

interface ProfileDependencies {
  readonly services: Services;
  readonly charts: Charts;
}

/** Small multiples, the series furthest from its mean first. */
const profileView: ViewState = {
  ...defaultViewState,
  arrangement: "panes",
  seriesSort: { by: "distance", isAscending: false },
};

/**
 * Opens the series of all signals that have the tag value of a row as one chart: if there are more than a chart can show,
 * those whose newest value is furthest from its mean.
 */
export async function openProfile(
  { services, charts }: ProfileDependencies,
  { connectionId, chosen, dataKind, asOf }: PanelSubject,
): Promise<void> {
  const [pair] = Object.entries(chosen);
  if (pair === undefined) return;
  const [tagKind, value] = pair;
  const subject = { connectionId, tagKind, value, dataKind, asOf };
  const ranked = await rankedProfile(services, subject);
  if (ranked === undefined) return;
  const targets = ranked.members.slice(0, maxParts).map(({ target }) => target);
  const place = chartPlaceOf(targets);
  if (place === undefined) {
    const message = vscode.l10n.t("No signal has a value for {0}.", tagValueName(subject));
    void vscode.window.showInformationMessage(plainMessage(message));
    return;
  }
  const profile = profileState(tagKind, value, ranked);
  announceProfile({
    connectionId,
    openable: {
      kind: "profile",
      tagKind: tagKind.normalize("NFC"),
      value: value.normalize("NFC"),
      dataKind,
    },
    uri: chartUri(place),
  });
  charts.giveView(place, { state: { ...profileView, profile }, latestAsOf: ranked.asOf });
  await openChartOf(targets);
}

function profileState(
  tagKind: string,
  value: string,
  { members, order, failed }: RankedProfile,
): ProfileState {
  return { tagKind, value, count: members.length, order, failed };
}
