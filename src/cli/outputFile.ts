import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../shared/usageError";
import { type WireFormat, wireFormats } from "../shared/wireFormat";
import { PendingFile } from "../store/wholeFile";
import { print } from "./terminal";
import { oneOf } from "./typedArguments";

/** Where a command writes: the standard output, one file, or files of their own names in a folder. */
export type Output =
  | { readonly kind: "print" }
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "folder"; readonly folder: string };

/**
 * A text that ends with a slash, or names a folder that exists, is a folder.
 *
 * @throws {@link UsageError} for what is neither a file nor a folder.
 */
export async function outputOf(typed: string | undefined): Promise<Output> {
  if (typed === undefined || typed === "-") return { kind: "print" };
  if (typed === "") throw new UsageError("--output is empty");
  const state = await stat(path.resolve(typed)).catch(() => undefined);
  // The file at the end of /dev/stdout can be a regular one, but the link to it would be replaced.
  const isSpecial = /^\/(?:dev|proc)\//.test(path.resolve(typed));
  if (isSpecial || (state !== undefined && !state.isFile() && !state.isDirectory())) {
    throw new UsageError(
      "--output is a device or a pipe: leave it out and redirect the standard output",
    );
  }
  const isFolder = /[/\\]$/.test(typed);
  if (isFolder && state?.isFile() === true)
    throw new UsageError("--output is a file, not a folder");
  return isFolder || state?.isDirectory() === true
    ? { kind: "folder", folder: typed }
    : { kind: "file", file: typed };
}

/** The format that was asked for, else that of the file's ending, else CSV. @throws {@link UsageError} */
export function formatOf(typed: string | undefined, output: Output): WireFormat {
  const ending = output.kind === "file" ? path.extname(output.file).slice(1).toLowerCase() : "";
  const format = wireFormats.find((each) => each === ending);
  const chosen = typed === undefined ? format : oneOf("--format", wireFormats, typed);
  if (chosen === undefined && ending !== "") {
    throw new UsageError(`--output ends with .${ending}: add --format csv, json or parquet`);
  }
  if (chosen === "parquet" && output.kind === "print" && process.stdout.isTTY) {
    throw new UsageError("Parquet is not text: name a file with --output");
  }
  return chosen ?? "csv";
}

/** Writes blocks to the standard output or to a file, which appears when it is complete; missing folders are made. */
export async function writeOutput(
  file: string | undefined,
  blocks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  if (file === undefined) {
    for await (const block of blocks) await print(block);
    return;
  }
  await mkdir(path.dirname(path.resolve(file)), { recursive: true });
  const pending = await PendingFile.create(file);
  try {
    for await (const block of blocks) await pending.append(block);
    await pending.finish();
    signal.throwIfAborted();
    await pending.commit();
  } catch (error) {
    await Promise.allSettled([pending.discard()]);
    throw error;
  }
}

/** Writes the result of a command for another program. */
export async function printJson(result: object): Promise<void> {
  await print(`${JSON.stringify(result, null, 2)}\n`);
}
