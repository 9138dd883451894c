import { type SignalDefinition } from "../service/parseDefinition";
import { parseTags } from "../service/parseTags";
import { isWireRecord } from "../service/wireRecord";
import { type FetchState } from "./fetchState";
import { type GuardWrite, Journal, type JournalLine } from "./journal";
import { gapsOf } from "./listingForms";
import { tagToWire } from "./wireForms";
import { type SignalId } from "../shared/reference";

/** A definition, when it was fetched, and why it is not newer. */
export type CachedDefinition = SignalDefinition & FetchState;

/** The signal definitions of one owner (what one service returned for one key) in one file on this computer. */
export class DefinitionJournal {
  private readonly journal: Journal<CachedDefinition>;

  constructor(file: string, guard?: GuardWrite) {
    this.journal = new Journal(file, definitionOf, guard);
  }

  /** Reads what any window has appended since the last update. Never rejects. */
  async update(): Promise<void> {
    await this.journal.update();
  }

  /** The number of definitions at the last update. */
  get size(): number {
    return this.journal.size;
  }

  /** A definition as of the last update. */
  get(id: SignalId): CachedDefinition | undefined {
    return this.journal.get(definitionKey(id));
  }

  /**
   * Appends a definition.
   *
   * @throws as the file system does.
   */
  async write(definition: CachedDefinition): Promise<void> {
    const { code, version, name, tags, unreadable, moreUnreadable, fetchedAtMs } = definition;
    const value = { code, version, name, tags: tags.map(tagToWire), unreadable, moreUnreadable };
    await this.journal.append({ subject: definitionKey(definition), fetchedAtMs, value });
  }
}

export function definitionKey({ code, version }: SignalId): string {
  return `${version} ${code}`;
}

/** Stored in wire format, so that the wire's own parser reads it back. */
function definitionOf({ value, subject, fetchedAtMs }: JournalLine): CachedDefinition | undefined {
  if (!isWireRecord(value)) return undefined;
  const { code, version, name } = value;
  const gaps = gapsOf(value);
  if (typeof code !== "string" || typeof version !== "number" || typeof name !== "string") {
    return undefined;
  }
  if (gaps === undefined || definitionKey({ code, version }) !== subject) return undefined;
  let problems = 0;
  const tags = parseTags(value["tags"], () => (problems += 1));
  return problems > 0 ? undefined : { code, version, name, tags, ...gaps, fetchedAtMs };
}
