import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type SignalDefinition } from "../service/parseDefinition";
import { parseTags } from "../service/parseTags";
import { type WireRecord } from "../service/wireRecord";
import { type Age } from "./age";
import { deleteFile, readCheckedFile, type WriteFile, writeCheckedFile } from "./checkedFile";
import { keptText, readKeptText, unreadableOf } from "./keptText";
import { Slices } from "./slices";
import { tagToWire } from "./wireForms";

/** A definition, when it was fetched, and why it is not newer. */
export type KeptDefinition = SignalDefinition & Age;

/**
 * The signal definitions of one owner, what one key was given by one service, in one folder of this computer, a file
 * each.
 */
export class DefinitionFiles {
  constructor(
    private readonly folder: string,
    private readonly writeFile: WriteFile = writeCheckedFile,
  ) {}

  /** Those of some signals that are there; none is read. Never rejects. */
  async present<T extends Pick<SignalDefinition, "code" | "version">>(
    signals: readonly T[],
  ): Promise<readonly T[]> {
    if (signals.length === 0) return [];
    const names = new Set(await readdir(this.folder).catch(() => []));
    const present: T[] = [];
    const slices = new Slices();
    for (const signal of signals) {
      const name = path.basename(this.fileOf(signal.code, signal.version));
      if (names.has(name)) present.push(signal);
      if (slices.isOver) await slices.next();
    }
    return present;
  }

  /** The kept definition; undefined when there is none that is whole. Never rejects. */
  async read(code: string, version: number): Promise<KeptDefinition | undefined> {
    const file = this.fileOf(code, version);
    const content = await readCheckedFile(file);
    if (content === undefined) return undefined;
    const kept = readKeptText(content, subjectOf(code, version));
    const definition = kept === undefined ? undefined : definitionOf(kept.value, code, version);
    if (kept !== undefined && definition !== undefined) {
      return { ...definition, fetchedAtMs: kept.fetchedAtMs };
    }
    await deleteFile(file);
    return undefined;
  }

  /** @throws when the folder cannot be written to; what was kept before still is. */
  async write(definition: KeptDefinition): Promise<void> {
    const { code, version, name, tags, unreadable, fetchedAtMs } = definition;
    const value = { name, tags: tags.map(tagToWire), unreadable };
    const content = keptText(subjectOf(code, version), fetchedAtMs, value);
    await this.writeFile(this.fileOf(code, version), content);
  }

  /** A code can be any text, so the name is a digest of it. */
  private fileOf(code: string, version: number): string {
    const name = createHash("sha256").update(subjectOf(code, version)).digest("hex").slice(0, 40);
    return path.join(this.folder, `${name}.definition`);
  }
}

function subjectOf(code: string, version: number): string {
  return `${version} ${code}`;
}

/** Undefined when a part is not what was written. */
function definitionOf(
  value: WireRecord,
  code: string,
  version: number,
): SignalDefinition | undefined {
  const { name } = value;
  const unreadable = unreadableOf(value["unreadable"]);
  if (typeof name !== "string" || unreadable === undefined) return undefined;
  const problems: string[] = [];
  const tags = parseTags(value["tags"], (problem) => problems.push(problem));
  return problems.length > 0 ? undefined : { code, version, name, tags, unreadable };
}
