import * as vscode from "vscode";
import { type ApiKeyProblem } from "../../service/apiKey";
import { type BaseUrlProblem } from "../../service/baseUrl";

/** Why a typed base URL is refused, and what to do. */
export function baseUrlWords(problem: BaseUrlProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "backslash":
      return t("A base URL has no backslashes: write / instead.");
    case "control-character":
      return t("It holds a control character, such as a tab or a line break.");
    case "dot-segment":
      return t("It holds a . or .. between slashes: write the path without them.");
    case "double-slash":
      return t("It holds // in its path: write one slash.");
    case "fragment":
      return t("A base URL has no part behind #.");
    case "host":
      return t("It names no host.");
    case "insecure":
      return t("The key would travel unprotected: only this computer can be reached by http.");
    case "query":
      return t("A base URL has no part behind ?; the key is entered in the next step.");
    case "scheme":
      return t("It has to begin with https://, or with http:// for this computer.");
    case "trailing-dot":
      return t("Its host ends with a dot.");
    case "unreadable":
      return t("This is no URL: write it like https://api.example.com/prefix.");
    case "user-info":
      return t("It holds a user name or password before @; the key is entered in the next step.");
    case "whitespace":
      return t("It holds a blank or an invisible character.");
  }
}

/** Why a typed key is refused; never a part of it. */
export function apiKeyWords(problem: ApiKeyProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "empty":
      return t("Enter the API key.");
    case "forbidden-character":
      return t("It holds a character that no API key can have: was something else copied with it?");
    case "too-short":
      return t("It has fewer than 8 characters: was it copied whole?");
  }
}
