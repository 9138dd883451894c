import * as vscode from "vscode";
import { type ApiKeyProblem } from "../service/apiKey";
import { type BaseUrlProblem } from "../service/baseUrl";

/** Why an entered base URL is refused, and what to do. */
export function baseUrlText(problem: BaseUrlProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "backslash":
      return t("Use / instead of a backslash.");
    case "control-character":
      return t("The URL contains a control character, such as a tab or a line break.");
    case "dot-segment":
      return t("The path contains . or .. between slashes: write it without them.");
    case "double-slash":
      return t("The path contains //: write one slash.");
    case "fragment":
      return t("Remove the part after #.");
    case "host":
      return t("The URL has no host.");
    case "insecure":
      return t("The key would be sent unencrypted: http is allowed only for this computer.");
    case "query":
      return t("Remove the part after ?; you enter the key in the next step.");
    case "scheme":
      return t("The URL must begin with https://, or with http:// for this computer.");
    case "trailing-dot":
      return t("The host ends with a dot.");
    case "unreadable":
      return t("This is not a URL. Example: https://api.example.com/prefix.");
    case "user-info":
      return t("Remove the user name and password before @; you enter the key in the next step.");
    case "whitespace":
      return t("The URL contains a space or an invisible character.");
  }
}

/** Why an entered key is refused; never quotes the key. */
export function apiKeyText(problem: ApiKeyProblem): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "empty":
      return t("Enter the API key.");
    case "forbidden-character":
      return t(
        "The key contains a character that API keys cannot have. Was something else copied with it?",
      );
    case "too-short":
      return t("The key has fewer than 8 characters. Was it copied in full?");
  }
}
