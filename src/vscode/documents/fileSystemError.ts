import * as vscode from "vscode";
import { MissingKeyError, UnauthorizedError } from "../../service/errors";
import { failureWords } from "../report/failureWords";

/** A failure as the editor takes it from a file system; people read its words elsewhere. */
export function fileSystemError(error: unknown): vscode.FileSystemError {
  const isRefusal = error instanceof UnauthorizedError || error instanceof MissingKeyError;
  const words = failureWords(error);
  return isRefusal
    ? vscode.FileSystemError.NoPermissions(words)
    : vscode.FileSystemError.Unavailable(words);
}
