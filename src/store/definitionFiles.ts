import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type SignalDefinition } from "../service/parseDefinition";
import { type Unreadable } from "../service/listing";
import { type Tag, type TagDimension } from "../service/parseTags";
import { isWireRecord } from "../service/wireRecord";
import { writeWholeFile } from "./wholeFile";

/** A definition and when it was fetched, milliseconds since 1970-01-01 UTC. */
export interface KeptDefinition {
  readonly definition: SignalDefinition;
  readonly fetchedAtMs: number;
}

/** The form of the files; another number is another form, and such a file a miss. */
const form = 2;

/**
 * Signal definitions in one folder of this computer, a file each. A file is written beside its place and renamed, so that
 * readers, other windows' too, find a whole one or none. What cannot be read, or is not what was written, is a miss.
 */
export class DefinitionFiles {
  constructor(private readonly folder: string) {}

  /** The kept definition; undefined when there is none that is whole. */
  async read(code: string, version: number): Promise<KeptDefinition | undefined> {
    try {
      const [digest, text = ""] = (await readFile(this.fileOf(code, version), "utf8")).split("\n");
      return digest === digestOf(text) ? keptOf(JSON.parse(text), code, version) : undefined;
    } catch {
      // Absent, unreadable or half of something: the service is asked instead.
      return undefined;
    }
  }

  /** @throws when the folder cannot be written to; nothing half is left behind. */
  async write(kept: KeptDefinition): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const { code, version } = kept.definition;
    const file = this.fileOf(code, version);
    const text = JSON.stringify({ form, ...kept });
    await writeWholeFile(file, `${digestOf(text)}\n${text}`, 0o600);
  }

  /** A code can be any text, so the name is a digest of it. */
  private fileOf(code: string, version: number): string {
    const name = digestOf(`${version}\0${code}`).slice(0, 40);
    return path.join(this.folder, `${name}.definition`);
  }
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function keptOf(value: unknown, code: string, version: number): KeptDefinition | undefined {
  if (!isWireRecord(value) || value["form"] !== form) return undefined;
  const { fetchedAtMs, definition } = value;
  if (typeof fetchedAtMs !== "number" || !isWireRecord(definition)) return undefined;
  const { name, tags, unreadable } = definition;
  const isOwn = definition["code"] === code && definition["version"] === version;
  if (!isOwn || typeof name !== "string") return undefined;
  if (!isListOf(tags, isTag) || !isListOf(unreadable, isUnreadable)) return undefined;
  return { fetchedAtMs, definition: { code, version, name, tags, unreadable } };
}

function isTag(value: unknown): value is Tag {
  return isDimension(value) && "subTags" in value && isListOf(value.subTags, isDimension);
}

function isDimension(value: unknown): value is TagDimension {
  return (
    isWireRecord(value) && typeof value["kind"] === "string" && isListOf(value["values"], isText)
  );
}

function isUnreadable(value: unknown): value is Unreadable {
  return (
    isWireRecord(value) &&
    typeof value["position"] === "number" &&
    typeof value["reason"] === "string"
  );
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
