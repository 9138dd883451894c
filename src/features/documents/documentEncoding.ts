import * as vscode from "vscode";

const mark = Uint8Array.of(0xef, 0xbb, 0xbf);

/**
 * The bytes of a UTF-8 document for the editor. Without a byte order mark, the editor decodes them by `files.encoding` or
 * by a guess; the mark is added only if these settings could select another encoding.
 */
export function markedBytes(uri: vscode.Uri, bytes: Uint8Array): Uint8Array {
  return isReadAsUtf8(uri) ? bytes : Buffer.concat([mark, bytes]);
}

function isReadAsUtf8(uri: vscode.Uri): boolean {
  const languageId = uri.path.endsWith(".json") ? "json" : "csv";
  const files = vscode.workspace.getConfiguration("files", { uri, languageId });
  const isGuessed = files.get("autoGuessEncoding") === true;
  // A settings file may hold any value.
  const encoding: unknown = files.get("encoding", "utf8");
  return !isGuessed && typeof encoding === "string" && encoding.startsWith("utf8");
}
