import * as vscode from "vscode";
import { type BaseUrl, parseBaseUrl } from "../../service/baseUrl";
import { plainMessage } from "../../shared/plainText";
import { type Answer } from "../prompt/answer";
import { type Judgement, askText } from "../prompt/askText";
import { type ConnectionParts } from "./connectionParts";
import { baseUrlWords } from "./entryWords";
import { keepKey } from "./keepKey";
import { askVerifiedKey } from "./verifiedKeyFlow";

/** Asks for base URL and key, checks them with one listing, then keeps both and makes the connection the active one. */
export async function connectToService(parts: ConnectionParts): Promise<void> {
  await runConnectFlow(parts, false);
}

/**
 * The same as a later step of another flow.
 *
 * @param hasBack - Whether there is a step before the base URL.
 * @returns Whether the person went back to it.
 */
export async function runConnectFlow(parts: ConnectionParts, hasBack: boolean): Promise<boolean> {
  let urlText = "";
  let keyText = "";
  for (;;) {
    const url = await askBaseUrl(urlText, hasBack);
    if (url.kind !== "given") return url.kind === "back";
    const baseUrl = url.value;
    urlText = baseUrl.href;
    const back = await askVerifiedKey(parts.services, {
      title: titleOfFlow(),
      step: { number: 2, of: 2 },
      baseUrl,
      text: keyText,
      hasBack: true,
      keep: async (key) => {
        if (await keepKey(parts.apiKeys, baseUrl.origin, key)) await add(parts, baseUrl);
      },
      diagnose: (key) => parts.diagnoses.ofEntered(baseUrl, key),
    });
    if (back === undefined) return false;
    keyText = back.typed;
  }
}

function titleOfFlow(): string {
  return vscode.l10n.t("Connect to a Service");
}

function askBaseUrl(text: string, hasBack: boolean): Promise<Answer<BaseUrl>> {
  return askText({
    title: titleOfFlow(),
    step: { number: 1, of: 2 },
    prompt: vscode.l10n.t("Base URL of the service"),
    placeholder: vscode.l10n.t("https://api.example.com/prefix"),
    text,
    hasBack,
    judge: judgeBaseUrl,
    work: (baseUrl) => Promise.resolve(baseUrl),
  });
}

function judgeBaseUrl(text: string): Judgement<BaseUrl> {
  const typed = parseBaseUrl(text);
  if (!typed.ok) return { ok: false, problem: baseUrlWords(typed.problem) };
  const { baseUrl } = typed;
  if (baseUrl.isHostAsTyped) return { ok: true, value: baseUrl };
  const note = plainMessage(vscode.l10n.t("This is {0}", baseUrl.asciiHost));
  return { ok: true, value: baseUrl, note };
}

async function add(parts: ConnectionParts, baseUrl: BaseUrl): Promise<void> {
  try {
    await parts.connections.add(baseUrl);
  } catch (error) {
    const attempt = vscode.l10n.t("Saving the connection to {0}", baseUrl.asciiHost);
    void parts.failures.report(error, { attempt, retry: () => add(parts, baseUrl) });
  }
}
