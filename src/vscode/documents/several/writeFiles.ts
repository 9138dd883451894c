import * as vscode from "vscode";
import { fileMetadata } from "../../../data/fileMetadata";
import { fileName } from "../../../data/fileName";
import { valuesDigest } from "../../../data/valuesDigest";
import { type WireFormat } from "../../../shared/wireFormat";
import { type FrameWorker } from "../../../store/frameWorker";
import { PendingLocation } from "../writeLocation";
import { type FailedMember, type SetMember } from "./fetchSet";
import { type WriteOptions } from "./writeTables";

/** A series and the name of its file. */
export interface NamedMember {
  readonly member: SetMember;
  readonly name: string;
}

/** Each with a name of its own, also where two services give the same series. */
export function namedMembers(
  members: readonly SetMember[],
  format: WireFormat,
): readonly NamedMember[] {
  const taken = new Set<string>();
  return members.map((member) => {
    const usual = fileName(member, format);
    const name = taken.has(usual.toLowerCase())
      ? fileName({ ...member, valuesDigest: valuesDigest(member.frame) }, format)
      : usual;
    taken.add(name.toLowerCase());
    return { member, name };
  });
}

/** Those of them whose names are taken in a folder, where case may not count. */
export async function takenNames(
  named: readonly NamedMember[],
  folder: vscode.Uri,
): Promise<ReadonlySet<string>> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const present = new Set(entries.map(([name]) => name.toLowerCase()));
  return new Set(named.map(({ name }) => name).filter((name) => present.has(name.toLowerCase())));
}

/**
 * Writes each series into a file of its own. All are whole beside their places before the first has its name: when it is
 * cancelled, or the folder takes no more, there is none.
 *
 * @returns those that could not take their names.
 * @throws WriteError, or the signal's reason when it aborts.
 */
export async function writeFiles(
  named: readonly NamedMember[],
  folder: vscode.Uri,
  format: WireFormat,
  worker: Pick<FrameWorker, "fork">,
  { signal, onProgress }: WriteOptions = {},
): Promise<readonly FailedMember[]> {
  const own = worker.fork();
  const pending: { member: SetMember; file: PendingLocation }[] = [];
  try {
    for (const [done, { member, name }] of named.entries()) {
      onProgress?.(done, named.length);
      const metadata = fileMetadata({ ...member, isStale: member.staleBecause !== undefined });
      const bytes = await own.encode(member.frame, format, metadata, signal);
      signal?.throwIfAborted();
      const file = await PendingLocation.create(vscode.Uri.joinPath(folder, name));
      pending.push({ member, file });
      await file.append(bytes);
      await file.finish();
    }
    signal?.throwIfAborted();
  } catch (error) {
    await Promise.allSettled(pending.map(({ file }) => file.discard()));
    throw error;
  } finally {
    own.dispose();
  }
  return committed(pending);
}

async function committed(
  pending: readonly { readonly member: SetMember; readonly file: PendingLocation }[],
): Promise<readonly FailedMember[]> {
  const failed: FailedMember[] = [];
  for (const { member, file } of pending) {
    try {
      await file.commit();
    } catch (error) {
      // What counts is why.
      await Promise.allSettled([file.discard()]);
      failed.push({ target: member.target, error });
    }
  }
  return failed;
}
