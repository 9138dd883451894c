import * as vscode from "vscode";
import { plainLabel } from "../shared/plainText";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { type ServiceConnection } from "./connection";
import { type Connections } from "./connections";

/**
 * The service that a command about keys is for: the one whose id it was called with, the active one, or one that the
 * person picks. Ignores arguments that are not an id.
 */
export async function chooseService(
  connections: Connections,
  argument: unknown,
  title: string,
): Promise<ServiceConnection | undefined> {
  const named = typeof argument === "string" ? connections.find(argument) : undefined;
  if (named?.kind === "service") return named;
  const { active, services } = connections;
  if (active?.kind === "service") return active;
  const answer = await pickOne({
    title,
    placeholder: vscode.l10n.t("Choose a connection"),
    rows: services.map(serviceRow),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

export function serviceRow(connection: ServiceConnection): Choice<ServiceConnection> {
  const { name, baseUrl } = connection;
  return { value: connection, label: plainLabel(name), description: plainLabel(baseUrl.href) };
}
