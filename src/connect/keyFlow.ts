import * as vscode from "vscode";
import { type BaseUrl } from "../service/baseUrl";
import { plainLine, plainMessage } from "../shared/plainText";
import { archiveOffer } from "./archiveFlow";
import { type ServiceConnection } from "./connection";
import { connectToService } from "./connectFlow";
import { type ConnectionDependencies } from "./connectionParts";
import { askKeySource, useEnvironmentKey } from "./environmentKeyFlow";
import { forgetAndReport } from "./forgetKey";
import { storeKey } from "./storeKey";
import { chooseService } from "./serviceChoice";
import { askVerifiedKey } from "./verifiedKeyFlow";

/**
 * Asks for the key of a service, checks it with one listing and saves it for the service's origin. Where the
 * environment has a key, the person may choose that instead.
 *
 * @param argument - The id of a connection; anything else counts as none.
 */
export async function enterApiKey(
  parts: ConnectionDependencies,
  argument?: unknown,
): Promise<void> {
  const title = vscode.l10n.t("Enter API Key");
  const service = await serviceOf(parts, argument, title);
  if (service === undefined) return;
  const { name, baseUrl } = service;
  const titleOfFlow = plainLine(`${title} · ${name}`);
  const source = await askKeySource(parts.apiKeys, titleOfFlow, baseUrl.origin);
  if (source === "environment") await useEnvironment(parts, baseUrl);
  if (source === "entry") await enterKey(parts, titleOfFlow, baseUrl);
}

async function useEnvironment(parts: ConnectionDependencies, baseUrl: BaseUrl): Promise<void> {
  const typed = parts.apiKeys.environmentKeyFor(baseUrl.origin);
  const offer = typed?.ok === true ? await archiveOffer(parts, baseUrl, typed.key) : undefined;
  await useEnvironmentKey(parts, baseUrl);
  await offer?.();
}

async function enterKey(
  parts: ConnectionDependencies,
  title: string,
  baseUrl: BaseUrl,
): Promise<void> {
  let offer: (() => Promise<void>) | undefined;
  await askVerifiedKey(parts.services, {
    title,
    baseUrl,
    hasBack: false,
    store: async (key) => {
      offer = await archiveOffer(parts, baseUrl, key);
      await storeKey(parts.apiKeys, baseUrl.origin, key);
    },
    diagnose: (key) => parts.diagnoses.ofEntered(baseUrl, key),
  });
  await offer?.();
}

/**
 * Forgets the key of a service's origin after asking, and reports what was forgotten.
 *
 * @param argument - The id of a connection; anything else counts as none.
 */
export async function forgetApiKey(
  parts: ConnectionDependencies,
  argument?: unknown,
): Promise<void> {
  const title = vscode.l10n.t("Forget API Key");
  const service = await serviceOf(parts, argument, title);
  if (service === undefined) return;
  const { origin } = service.baseUrl;
  const forget = vscode.l10n.t("Forget");
  const question = plainMessage(vscode.l10n.t("Forget the API key of {0}?", origin));
  const options = { modal: true, detail: ownersOfKey(parts, origin) };
  if ((await vscode.window.showWarningMessage(question, options, forget)) !== forget) return;
  await forgetAndReport(parts, origin);
}

/** The connections that share a key, by name. */
function ownersOfKey({ connections }: ConnectionDependencies, origin: string): string {
  const owners = connections.services.filter(({ baseUrl }) => baseUrl.origin === origin);
  const names = owners.map(({ name }) => plainLine(name, 60)).join(", ");
  return vscode.l10n.t(
    "Used by: {0}. Data fetched with this and earlier keys are deleted from this computer. The connection is kept.",
    names,
  );
}

/** The service to ask a key for; without any service, offers to connect to one. */
async function serviceOf(
  parts: ConnectionDependencies,
  argument: unknown,
  title: string,
): Promise<ServiceConnection | undefined> {
  if (parts.connections.services.length > 0) {
    return chooseService(parts.connections, argument, title);
  }
  const connect = vscode.l10n.t("Connect to a Service");
  const words = vscode.l10n.t(
    "There is no connection with an API key. The sample data do not need one.",
  );
  if ((await vscode.window.showInformationMessage(words, connect)) === connect) {
    await connectToService(parts);
  }
  return undefined;
}
