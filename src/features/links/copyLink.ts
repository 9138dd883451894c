import * as vscode from "vscode";
import { placeOfUri, type Target } from "../../shared/place";
import { type ServiceOpenable } from "../../shared/openable";
import { isSeries, openLinkText } from "../../shared/openLink";
import { serviceNameOf } from "../../connect/connection";
import { type Connections } from "../../connect/connections";
import { type PanelSubject } from "../../catalog/panelStart";
import { showStatus } from "../../editor/report/showStatus";
import { latestPlaceOfUri } from "../latest/model/latestPlace";

/** Something of a connection's service that a link can open. */
interface Linked {
  readonly connectionId: string;
  readonly openable: ServiceOpenable;
}

const pageOf = { signals: "latest", forecasts: "explorer", changes: "changes" } as const;

/** The page or the part of a series that a tab shows; undefined for whole series. */
export function linkedOfTab(uri: unknown): Linked | undefined {
  if (!(uri instanceof vscode.Uri)) return undefined;
  const latest = latestPlaceOfUri(uri.toString());
  if (latest !== undefined) {
    const { connectionId, of } = latest;
    return { connectionId, openable: { kind: "page", page: pageOf[of] } };
  }
  const { connectionId, reference, slice } = placeOfUri(uri.toString()) ?? {};
  if (connectionId === undefined || reference === undefined || slice === undefined)
    return undefined;
  return { connectionId, openable: { kind: "reference", reference, slice } };
}

/** The profile that a row of a tag value stands for. */
export function linkedOfProfile(subject: PanelSubject | undefined): Linked | undefined {
  const [pair, ...others] = Object.entries(subject?.chosen ?? {});
  if (subject === undefined || subject.signal !== undefined) return undefined;
  if (pair === undefined || others.length > 0) return undefined;
  const { connectionId, dataKind } = subject;
  const [tagKind = "", value = ""] = pair.map((name) => name.normalize("NFC"));
  return { connectionId, openable: { kind: "profile", tagKind, value, dataKind } };
}

export function linkedOfTarget({ connectionId, reference }: Target): Linked {
  return { connectionId, openable: { kind: "reference", reference } };
}

/** Copies links, one per line: one for all series of a connection, as a chart, and one for each other thing. */
export async function copyLinks(
  connections: Connections,
  extensionId: string,
  all: readonly Linked[],
): Promise<void> {
  const { t } = vscode.l10n;
  const links = grouped(all).map((group) => {
    const connection = connections.find(group[0]?.connectionId ?? "");
    if (connection === undefined) return undefined;
    const openables = group.map(({ openable }) => openable);
    const link = { service: serviceNameOf(connection), openables };
    return openLinkText(link, vscode.env.uriScheme, extensionId);
  });
  const known = links.filter((link) => link !== undefined);
  if (known.length < links.length) {
    void vscode.window.showWarningMessage(
      t("There are too many series for one link. Save the chart instead and share the file."),
    );
  }
  if (known.length === 0) return;
  await vscode.env.clipboard.writeText(known.join("\n"));
  showStatus(known.length === 1 ? t("Copied a link") : t("Copied {0} links", known.length));
}

/** One group for the series of each connection, as one chart, then one for each other thing. */
function grouped(all: readonly Linked[]): readonly (readonly Linked[])[] {
  const series = all.filter(({ openable }) => isSeries(openable));
  const ids = new Set(series.map(({ connectionId }) => connectionId));
  const charts = Array.from(ids, (id) => series.filter(({ connectionId }) => connectionId === id));
  return [...charts, ...all.filter((each) => !series.includes(each)).map((each) => [each])];
}
