import { format } from "node:util";
import * as vscode from "vscode";

/** A log of the editor whose lines a test reads: errors with their stacks, causes and all their fields. */
export interface RecordingLog {
  readonly channel: vscode.LogOutputChannel;
  readonly lines: readonly string[];
}

export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  const channel = vscode.window.createOutputChannel("Macro Signals Test", { log: true });
  const record = (...words: unknown[]): void => void lines.push(format(...words));
  Object.assign(channel, {
    trace: record,
    debug: record,
    info: record,
    warn: record,
    error: record,
  });
  return { channel, lines };
}
