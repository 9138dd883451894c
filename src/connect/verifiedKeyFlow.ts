import * as vscode from "vscode";
import { type ApiKey, parseKeyFor } from "../service/apiKey";
import { type BaseUrl } from "../service/baseUrl";
import { RedirectError } from "../service/errors";
import { plainLine, plainMessage } from "../shared/plainText";
import { isCancellation } from "../editor/cancellation";
import { type PromptAnswer, type Back } from "../editor/prompt/promptAnswer";
import { type Judgement, askText } from "../editor/prompt/askText";
import { type Choice, pickOne } from "../editor/prompt/pickOne";
import { asksForKey } from "../editor/report/failureReporter";
import { failureText, isRefusalPage } from "../editor/report/failureText";
import { type ConnectedServices } from "./connectedServices";
import { apiKeyText } from "./entryText";

export interface KeyQuestion {
  readonly title: string;
  readonly step?: { readonly number: number; readonly of: number };
  readonly baseUrl: BaseUrl;
  /** The text in the input before the person went back. */
  readonly text?: string;
  /** Whether Back leads to the base URL. */
  readonly hasBack: boolean;
  /** Saves the key; the input stays open and busy until it is done. */
  readonly store: (key: ApiKey) => Promise<void>;
  /** Diagnoses a connection with this key, without saving anything. Resolves when the report is complete. */
  readonly diagnose: (key: ApiKey) => Promise<void>;
}

/** The outcome of one listing with a key. */
type Check =
  | { readonly ok: true }
  | { readonly ok: false; readonly key: ApiKey; readonly error: unknown };

type Remedy = "try-again" | "diagnose" | "change-key" | "change-base-url" | "store-unverified";

/**
 * Asks for a key until the service accepts it in one listing, or the person saves it unverified. The entered text stays
 * in the flow; nothing is saved before.
 *
 * @returns Undefined when the flow is over, else the key that was typed before the person went back.
 */
export async function askVerifiedKey(
  services: ConnectedServices,
  question: KeyQuestion,
): Promise<Back | undefined> {
  let text = question.text ?? "";
  let isEntered = false;
  for (;;) {
    const answer = await askKey(services, question, { text, isEntered });
    if (answer.kind === "back") return answer;
    if (answer.kind === "left" || answer.value.ok) return undefined;
    const { key, error } = answer.value;
    text = key;
    const remedy = await askRemedyAfterDiagnoses(question, key, error);
    if (remedy === undefined) return undefined;
    if (remedy === "change-base-url") return { kind: "back", typed: text };
    if (remedy === "store-unverified") {
      await question.store(key);
      return undefined;
    }
    isEntered = remedy === "try-again";
  }
}

function askKey(
  services: ConnectedServices,
  { title, step, baseUrl, hasBack, store }: KeyQuestion,
  entered: { readonly text: string; readonly isEntered: boolean },
): Promise<PromptAnswer<Check>> {
  return askText({
    title,
    ...(step === undefined ? {} : { step }),
    prompt: plainMessage(
      vscode.l10n.t("Sent only to {0} and saved in the editor's secret storage", baseUrl.href),
    ),
    placeholder: vscode.l10n.t("API key"),
    isPassword: true,
    hasBack,
    ...entered,
    judge: (text) => judgeKey(text, baseUrl),
    work: async (key, signal): Promise<Check> => {
      try {
        await services.verify(baseUrl, key, signal);
      } catch (error) {
        if (isCancellation(error)) throw error;
        return { ok: false, key, error };
      }
      await store(key);
      return { ok: true };
    },
  });
}

function judgeKey(text: string, { origin }: BaseUrl): Judgement<ApiKey> {
  const typed = parseKeyFor(text, origin);
  return typed.ok
    ? { ok: true, value: typed.key }
    : { ok: false, problem: apiKeyText(typed.problem) };
}

/**
 * Asks what to do, again after each diagnosis but only when the person continues: the list would cover the report, and
 * closing it to read the report must not lose what was entered.
 */
async function askRemedyAfterDiagnoses(
  question: KeyQuestion,
  key: ApiKey,
  error: unknown,
): Promise<Exclude<Remedy, "diagnose"> | undefined> {
  let isDiagnosed = false;
  for (;;) {
    const remedy = await askRemedy(question, error);
    if (remedy === "diagnose") {
      await question.diagnose(key);
      isDiagnosed = true;
    } else if (remedy !== undefined || !isDiagnosed) {
      return remedy;
    }
    if (!(await wantsToContinue(question))) return undefined;
  }
}

/** Asks to continue, in a message beside the diagnosis; false when it is closed. */
async function wantsToContinue({ baseUrl }: KeyQuestion): Promise<boolean> {
  const { t } = vscode.l10n;
  const words = t("{0}: your entries are kept. Continue when ready.", baseUrl.asciiHost);
  const continueLabel = t("Continue…");
  return (
    (await vscode.window.showInformationMessage(plainMessage(words), continueLabel)) ===
    continueLabel
  );
}

/** Asks what to do after a failed check; undefined when the person leaves. */
async function askRemedy(
  { hasBack, baseUrl }: KeyQuestion,
  error: unknown,
): Promise<Remedy | undefined> {
  const rows = remediesFor(error)
    .filter((remedy) => hasBack || remedy !== "change-base-url")
    .map(rowOf);
  const answer = await pickOne({
    title: plainLine(`${baseUrl.asciiHost}: ${failureText(error)}`),
    placeholder: vscode.l10n.t("The check failed. Choose how to continue."),
    rows,
  });
  return answer.kind === "given" ? answer.value : undefined;
}

/** The most likely fix first. A key that the service itself refuses is not worth saving. */
function remediesFor(error: unknown): readonly Remedy[] {
  if (asksForKey(error)) {
    const remedies = ["change-key", "try-again", "change-base-url", "diagnose"] as const;
    return isRefusalPage(error) ? [...remedies, "store-unverified"] : remedies;
  }
  if (error instanceof RedirectError) {
    return ["change-base-url", "try-again", "change-key", "diagnose", "store-unverified"];
  }
  return ["try-again", "diagnose", "change-key", "change-base-url", "store-unverified"];
}

function rowOf(remedy: Remedy): Choice<Remedy> {
  const { t } = vscode.l10n;
  switch (remedy) {
    case "try-again":
      return { value: remedy, label: t("Retry") };
    case "diagnose":
      return {
        value: remedy,
        label: t("Diagnose…"),
        description: t("Tests each step of the connection; nothing is saved"),
      };
    case "change-key":
      return { value: remedy, label: t("Change Key") };
    case "change-base-url":
      return { value: remedy, label: t("Change Base URL") };
    case "store-unverified":
      return {
        value: remedy,
        label: t("Save Anyway (Not Verified)"),
        description: t("If the service cannot be reached from this network"),
      };
  }
}
