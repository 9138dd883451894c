import * as vscode from "vscode";
import { plainLine, plainMessage } from "../shared/plainText";
import { type Judgement, askText, type QuestionHead } from "../editor/prompt/askText";
import { pickOne } from "../editor/prompt/pickOne";
import { askAboutArchive } from "./archiveFlow";
import { type ServiceConnection } from "./connection";
import { type ConnectionDependencies } from "./connectionParts";
import { type Connections } from "./connections";
import { forgetAndReport, leftText } from "./forgetKey";
import { serviceRow } from "./serviceChoice";

/** Asks for a new name for a connection. Its id, and with it the paths of its documents, stays. */
export async function renameConnection(parts: ConnectionDependencies): Promise<void> {
  const title = vscode.l10n.t("Rename Connection");
  const connection = await chooseConnection(parts, title);
  if (connection === undefined) return;
  await askName(parts.connections, connection, { title });
}

/** Asks for the name of a connection, which keeps its current name when the person leaves. */
export async function askName(
  connections: Connections,
  { id, name }: ServiceConnection,
  head: QuestionHead,
): Promise<void> {
  const { t } = vscode.l10n;
  // Replaces the editor's own hint, which says that Escape cancels.
  const note = plainMessage(
    t("Name for this connection: press Enter to save it or Escape to keep {0}", name),
  );
  await askText({
    ...head,
    prompt: t("Name for this connection"),
    placeholder: t("Name for this connection"),
    text: name,
    judge: (text) => judgeName(text, note),
    work: (typed) => connections.rename(id, typed),
  });
}

/**
 * Removes a connection after asking, with its key and its cached data unless another connection shares the origin, and with
 * its archive if the user agrees.
 */
export async function removeConnection(parts: ConnectionDependencies): Promise<void> {
  const connection = await chooseConnection(parts, vscode.l10n.t("Remove Connection"));
  if (connection === undefined) return;
  const { name, baseUrl, id } = connection;
  const others = parts.connections.services.filter((each) => each.id !== id);
  const isShared = others.some((each) => each.baseUrl.origin === baseUrl.origin);
  const detail = isShared
    ? vscode.l10n.t(
        "Its API key is kept because another connection to {0} uses it.",
        baseUrl.origin,
      )
    : vscode.l10n.t("Its API key and its cached data are deleted from this computer.");
  const question = plainMessage(vscode.l10n.t("Remove the connection {0}?", name));
  const remove = vscode.l10n.t("Remove");
  const options = { modal: true, detail: plainMessage(detail) };
  if ((await vscode.window.showWarningMessage(question, options, remove)) !== remove) return;
  const removed = vscode.l10n.t("Connection {0} was removed.", name);
  if (!isShared) {
    await parts.connections.remove(id);
    await forgetAndReport(parts, baseUrl.origin, removed);
    return;
  }
  const isSame = others.some((each) => each.baseUrl.href === baseUrl.href);
  const clearArchive = isSame
    ? undefined
    : await askAboutArchive(parts.services.archives, { baseUrl });
  await parts.connections.remove(id);
  const { words = "", left = [] } = (await clearArchive?.()) ?? {};
  const said = [removed, words, ...leftText(left)].join(" ").trim();
  await vscode.window.showInformationMessage(plainMessage(said));
}

/** Undefined when the person leaves, or when there is none. */
async function chooseConnection(
  { connections }: ConnectionDependencies,
  title: string,
): Promise<ServiceConnection | undefined> {
  const { services, active } = connections;
  if (services.length === 0) {
    const message = vscode.l10n.t("There is no connection yet. The sample data cannot be changed.");
    await vscode.window.showInformationMessage(message);
    return undefined;
  }
  const rows = services.map(serviceRow);
  const current = rows.find(({ value }) => value.id === active?.id);
  const placeholder = vscode.l10n.t("Choose a connection");
  const answer = await pickOne({
    title,
    placeholder,
    rows,
    ...(current === undefined ? {} : { active: current }),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

function judgeName(text: string, note: string): Judgement<string> {
  const name = plainLine(text.trim(), 60);
  if (name !== "") return { ok: true, value: name, note };
  return { ok: false, problem: vscode.l10n.t("Enter a name.") };
}
