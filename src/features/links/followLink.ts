import * as vscode from "vscode";
import { parseBaseUrl } from "../../service/baseUrl";
import { type Openable } from "../../shared/openable";
import { type OpenLink, openLinkPath, parseOpenLink } from "../../shared/openLink";
import { plainLine, plainMessage } from "../../shared/plainText";
import { type Connection } from "../../connect/connection";
import { connectionOfService } from "../../connect/connectionOfService";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { ReadableNames } from "../../catalog/readableNames";
import { asOfText } from "../../editor/text/dateText";
import { seriesLabel } from "../../editor/text/seriesLabel";
import { rowForm } from "../browse/rowForm";
import { type Charts } from "../chart/host/chartEditors";
import { openTargets } from "../documents/openSelected";
import { openSeries } from "../../editor/tabs/openSeries";

export type LinkParts = ConnectionDependencies & { readonly charts: Charts };

const maxNamed = 8;

/**
 * Opens what a link names, of a connection that exists. Anyone can make a link: it never adds a connection by itself, and
 * asks before anything is requested.
 */
export async function followLink(parts: LinkParts, uri: vscode.Uri): Promise<void> {
  const link = uri.path === openLinkPath ? parseOpenLink(uri.query) : undefined;
  if (link === undefined) {
    const words = vscode.l10n.t(
      "The link cannot be read. It may have been cut or changed on its way.",
    );
    void vscode.window.showWarningMessage(words);
    return;
  }
  const connection =
    connectionOfService(link.service, parts.connections) ?? (await connected(parts, link.service));
  if (connection !== undefined) await openOf(parts, connection, link);
}

/** The connection that the person then makes; undefined if they make none. */
async function connected(parts: LinkParts, service: string): Promise<Connection | undefined> {
  const { t } = vscode.l10n;
  const parsed = parseBaseUrl(service);
  const isUsable = parsed.ok && parsed.baseUrl.href === service;
  const host = isUsable ? parsed.baseUrl.asciiHost : plainLine(service, 100);
  const message = plainMessage(t("The link leads to {0}, to which there is no connection.", host));
  const connect = t("Connect to {0}…", host);
  const chosen = await vscode.window.showWarningMessage(message, ...(isUsable ? [connect] : []));
  if (chosen !== connect) return undefined;
  const { runConnectFlow } = await import("../../connect/connectFlow");
  await runConnectFlow(parts, false, service);
  return connectionOfService(service, parts.connections);
}

async function openOf(
  parts: LinkParts,
  connection: Connection,
  { openables }: OpenLink,
): Promise<void> {
  const { gate } = parts.services;
  const bounded = openables.map((each) => {
    if (each.kind !== "reference" || each.reference.family === "forecast") return each;
    if (!gate.refuses(each.reference)) return each;
    return { ...each, reference: { ...each.reference, asOf: gate.bound } };
  });
  const isLater = bounded.some((each, at) => each !== openables[at]);
  if (!(await mayOpen(parts, connection, bounded, isLater))) return;
  await open(parts, connection.id, bounded);
}

/** Asks unless all is in the cache as it is asked for. */
async function mayOpen(
  { services }: LinkParts,
  connection: Connection,
  openables: readonly Openable[],
  isLater: boolean,
): Promise<boolean> {
  const { t } = vscode.l10n;
  const { series } = await services.get(connection.id);
  const cached = await Promise.all(
    openables.map(async (each) => {
      if (each.kind !== "reference" || each.reference.family === "panel") return false;
      const body = await series.cachedBody(each.reference);
      return body?.isOld === false;
    }),
  );
  if (cached.every((each) => each) && !isLater) return true;
  const isSample = connection.kind === "sample";
  const named = openables.slice(0, maxNamed).map((each) => nameOf(each, isSample));
  const more = openables.length - named.length;
  const names = more > 0 ? [...named, t("{0} more", more)] : named;
  const message = t("Open {0} from {1}?", names.join(", "), connection.name);
  const { instant } = services.gate;
  const detail =
    isLater && instant !== undefined
      ? t(
          "A link asks for later data than this window’s as-of, {0}. They open as of it.",
          asOfText(instant),
        )
      : t("A link asks for it. It is not in the cache, so the service is asked.");
  const title =
    isLater && instant !== undefined ? t("Open As of {0}", asOfText(instant)) : t("Open");
  const options = { modal: true, detail };
  return (
    (await vscode.window.showInformationMessage(plainMessage(message), options, title)) === title
  );
}

function nameOf(openable: Openable, isSample: boolean): string {
  const { t } = vscode.l10n;
  switch (openable.kind) {
    case "reference":
      return seriesLabel(openable.reference, isSample);
    case "profile": {
      const { tagKind, value, dataKind } = openable;
      const name = new ReadableNames(vscode.env.language).tagValue(tagKind, value);
      return `${t("Profile of {0}", plainLine(name, 100))} · ${dataKind}`;
    }
    case "page":
      return {
        latest: t("Latest Signals"),
        explorer: t("Forecast Explorer"),
        changes: t("What Changed"),
      }[openable.page];
  }
}

async function open(
  parts: LinkParts,
  connectionId: string,
  openables: readonly Openable[],
): Promise<void> {
  const [first, ...others] = openables;
  switch (first?.kind) {
    case "reference": {
      const { reference, slice } = first;
      if (slice !== undefined && others.length === 0) {
        return openSeries({ connectionId, reference }, rowForm(), { slice });
      }
      const references = openables.flatMap((each) =>
        each.kind === "reference" ? each.reference : [],
      );
      const targets = references.map((each) => ({ connectionId, reference: each }));
      return openTargets(targets.length > 1 ? "chart" : rowForm(), targets);
    }
    case "profile": {
      const { tagKind, value, dataKind } = first;
      const { openProfile } = await import("../latest/profile/openProfile");
      const chosen = Object.fromEntries([[tagKind, value]]);
      return openProfile(parts, {
        connectionId,
        chosen,
        dataKind,
        asOf: parts.services.gate.bound,
      });
    }
    case "page": {
      const { openPage } = await import("../latest/openLatest");
      return openPage(connectionId, first.page);
    }
    case undefined:
      return undefined;
  }
}
