import * as vscode from "vscode";
import { type BaseUrl, parseBaseUrl } from "../service/baseUrl";
import { plainMessage } from "../shared/plainText";
import { marketsText, signalsText } from "../editor/text/countedText";
import { type PromptAnswer, askThen, done } from "../editor/prompt/promptAnswer";
import { type Judgement, askText } from "../editor/prompt/askText";
import { archiveOffer } from "./archiveFlow";
import { type ServiceConnection } from "./connection";
import { type ConnectionDependencies } from "./connectionParts";
import { baseUrlText } from "./entryText";
import { storeKey } from "./storeKey";
import { askName } from "./manageFlow";
import { askVerifiedKey } from "./verifiedKeyFlow";

/**
 * Asks for base URL and key, checks them with one listing, saves both, makes the connection the active one, asks for
 * its name, and reports what the service offers.
 */
export async function connectToService(parts: ConnectionDependencies): Promise<void> {
  await runConnectFlow(parts, false);
}

/**
 * Runs {@link connectToService} as a later step of another flow.
 *
 * @param hasBack - Whether there is a step before the base URL.
 * @param text - What the box for the base URL holds at first.
 */
export async function runConnectFlow(
  parts: ConnectionDependencies,
  hasBack: boolean,
  text = "",
): Promise<PromptAnswer<undefined>> {
  let urlText = text;
  let keyText = "";
  let added: ServiceConnection | undefined;
  let offer: (() => Promise<void>) | undefined;
  const askUrl = (): Promise<PromptAnswer<BaseUrl>> => askBaseUrl(urlText, hasBack);
  return askThen(askUrl, async (baseUrl) => {
    urlText = baseUrl.href;
    const back = await askVerifiedKey(parts.services, {
      title: titleOfFlow(),
      step: { number: 2, of: steps },
      baseUrl,
      text: keyText,
      hasBack: true,
      store: async (key) => {
        offer = await archiveOffer(parts, baseUrl, key);
        if (await storeKey(parts.apiKeys, baseUrl.origin, key)) added = await add(parts, baseUrl);
      },
      diagnose: (key) => parts.diagnoses.ofEntered(baseUrl, key),
    });
    if (back !== undefined) {
      keyText = back.typed;
      return back;
    }
    if (added === undefined) return done;
    await offer?.();
    await welcome(parts, added);
    return done;
  });
}

/** Base URL, key and name. */
const steps = 3;

function titleOfFlow(): string {
  return vscode.l10n.t("Connect to a Service");
}

function askBaseUrl(text: string, hasBack: boolean): Promise<PromptAnswer<BaseUrl>> {
  return askText({
    title: titleOfFlow(),
    step: { number: 1, of: steps },
    prompt: vscode.l10n.t("Base URL of the service"),
    placeholder: vscode.l10n.t("https://api.example.com/prefix"),
    text,
    hasBack,
    judge: judgeBaseUrl,
    work: (baseUrl) => Promise.resolve(baseUrl),
  });
}

/** The base URL in an entered text, with a note if it differs from what was typed. */
export function judgeBaseUrl(text: string): Judgement<BaseUrl> {
  const typed = parseBaseUrl(text);
  if (!typed.ok) return { ok: false, problem: baseUrlText(typed.problem) };
  const { baseUrl } = typed;
  const notes: string[] = [];
  if (!baseUrl.isHostAsTyped) notes.push(vscode.l10n.t("The host is {0}", baseUrl.asciiHost));
  if (baseUrl.isApiPathDropped) notes.push(vscode.l10n.t("The base URL is {0}", baseUrl.href));
  return notes.length === 0
    ? { ok: true, value: baseUrl }
    : { ok: true, value: baseUrl, note: plainMessage(notes.join(" · ")) };
}

/** Undefined when the connection could not be saved, which is reported. */
async function add(
  parts: ConnectionDependencies,
  baseUrl: BaseUrl,
): Promise<ServiceConnection | undefined> {
  try {
    return await parts.connections.add(baseUrl);
  } catch (error) {
    const attempt = vscode.l10n.t("Could not save the connection to {0}", baseUrl.asciiHost);
    void parts.failures.report(error, { attempt, retry: () => add(parts, baseUrl) });
    return undefined;
  }
}

/** Asks for a name. The connection is already saved and keeps its default name when the person leaves. */
async function welcome(
  parts: ConnectionDependencies,
  connection: ServiceConnection,
): Promise<void> {
  await askName(parts.connections, connection, {
    title: titleOfFlow(),
    step: { number: steps, of: steps },
  });
  void reportConnected(parts, connection.id).catch((error: unknown) =>
    parts.failures.report(error, {
      attempt: vscode.l10n.t("Could not connect to {0}", connection.name),
      connectionId: connection.id,
    }),
  );
}

/** Reports what the service offers; listings that fail are reported in their views. */
async function reportConnected(
  { connections, services }: ConnectionDependencies,
  id: string,
): Promise<void> {
  const { t } = vscode.l10n;
  const { catalog } = await services.get(id);
  const [signals, markets] = await Promise.allSettled([catalog.signals(), catalog.markets()]);
  const name = connections.find(id)?.name;
  if (name === undefined) return;
  const words =
    signals.status === "fulfilled" && markets.status === "fulfilled"
      ? t(
          "Connected to {0}: {1}, {2}",
          name,
          signalsText(signals.value.items.length),
          marketsText(markets.value.items.length),
        )
      : t("Connected to {0}", name);
  const browse = t("Browse Signals");
  if ((await vscode.window.showInformationMessage(plainMessage(words), browse)) !== browse) return;
  await vscode.commands.executeCommand("macroSignals.signals.focus");
}
