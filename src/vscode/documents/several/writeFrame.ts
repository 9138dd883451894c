import type * as vscode from "vscode";
import { type Frame } from "../../../data/frame";
import { type FileFormat } from "../../../shared/wireFormat";
import { type FrameWorker } from "../../../store/frameWorker";
import { writeLocation } from "../writeLocation";

/** A table that is a file of its own. */
export interface FrameFile {
  readonly frame: Frame;
  readonly format: FileFormat;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Writes a table whole or not at all, on a thread that nobody else waits for. */
export async function writeFrame(
  { frame, format, metadata }: FrameFile,
  location: vscode.Uri,
  worker: Pick<FrameWorker, "fork">,
  signal?: AbortSignal,
): Promise<void> {
  const own = worker.fork();
  try {
    const bytes = await own.encode(frame, format, metadata, signal);
    signal?.throwIfAborted();
    await writeLocation(location, bytes);
  } finally {
    own.dispose();
  }
}
