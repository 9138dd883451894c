import * as vscode from "vscode";
import { type Instant } from "../../shared/instant";
import { parseBaseUrl } from "../../service/baseUrl";
import { type ServiceOpenable } from "../../shared/openable";
import { type OpenLink, openLinkPath, parseOpenLink } from "../../shared/openLink";
import { plainLine, plainMessage } from "../../shared/plainText";
import { type Connection } from "../../connect/connection";
import { connectionOfService } from "../../connect/connectionOfService";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { asOfText } from "../../editor/text/dateText";
import { boundOpenable, openableName, openOpenables, type Opening } from "./openOpenables";

export type LinkParts = ConnectionDependencies & Opening;

const maxNamed = 8;
/** 300: a long name in a link must not push the name of the connection out of the question. */
const longestNames = 300;

/**
 * Opens what a link names, of a connection that exists. Anyone can make a link: it never adds a connection by itself, and
 * asks before anything is requested.
 */
export async function followLink(parts: LinkParts, uri: vscode.Uri): Promise<void> {
  const link = uri.path === openLinkPath ? parseOpenLink(uri.query) : undefined;
  if (link === undefined) {
    const words = vscode.l10n.t("The link cannot be read. It may be incomplete or altered.");
    void vscode.window.showWarningMessage(words);
    return;
  }
  const connection =
    connectionOfService(link.service, parts.connections) ?? (await connected(parts, link.service));
  if (connection === undefined) return;
  try {
    await openOf(parts, connection, link);
  } catch (error) {
    const attempt = vscode.l10n.t("Could not open {0}", namesOf(link.openables, connection));
    const retry = (): Promise<void> => followLink(parts, uri);
    await parts.failures.report(error, { attempt, connectionId: connection.id, retry });
  }
}

/** The connection that the person then adds; undefined if none is added. */
async function connected(parts: LinkParts, service: string): Promise<Connection | undefined> {
  const { t } = vscode.l10n;
  const parsed = parseBaseUrl(service);
  const isUsable = parsed.ok && parsed.baseUrl.href === service;
  const host = isUsable ? parsed.baseUrl.asciiHost : plainLine(service, 100);
  const message = plainMessage(
    t("The link points to {0}, but there is no connection to it.", host),
  );
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
  const bounded = openables.map((each) => boundOpenable(each, parts.services.gate));
  const isLater = bounded.some((each, at) => each !== openables[at]);
  const bound = isLater ? parts.services.gate.instant : undefined;
  if (!(await mayOpen(parts, connection, bounded, bound))) return;
  await openOpenables(parts, connection.id, bounded);
}

/**
 * Asks, unless everything is cached and nothing was later than the window's as-of.
 *
 * @param bound - The window's as-of, if the link names anything later.
 */
async function mayOpen(
  { services }: LinkParts,
  connection: Connection,
  openables: readonly ServiceOpenable[],
  bound: Instant | undefined,
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
  if (cached.every((each) => each) && bound === undefined) return true;
  const message = t("Open {0} from {1}?", namesOf(openables, connection), connection.name);
  const detail =
    bound === undefined
      ? t(
          "This comes from a link. Not all of it is cached, so opening it sends requests to the service.",
        )
      : t(
          "A link names data later than this window's as-of, {0}. They are opened as of that time.",
          asOfText(bound),
        );
  const title = bound === undefined ? t("Open") : t("Open As of {0}", asOfText(bound));
  const options = { modal: true, detail };
  return (
    (await vscode.window.showInformationMessage(plainMessage(message), options, title)) === title
  );
}

function namesOf(openables: readonly ServiceOpenable[], { kind }: Connection): string {
  const named = openables.slice(0, maxNamed).map((each) => openableName(each, kind === "sample"));
  const more = openables.length - named.length;
  const names = more > 0 ? [...named, vscode.l10n.t("{0} more", more)] : named;
  return plainLine(names.join(", "), longestNames);
}
