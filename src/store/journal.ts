import { createHash } from "node:crypto";
import { appendFile, type FileHandle, mkdir, open, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import { parsedJson } from "../shared/jsonText";
import { isAbsence, noteUse } from "./checkedFile";
import { Slices } from "../service/slices";
import { writeWholeFile } from "./wholeFile";

/** Counts written bytes towards the capacity of the cache; does not write once the owner's files are closed. */
export type GuardWrite = (write: () => Promise<number>) => Promise<void>;

/** One line: a value, its subject, and when it was fetched (milliseconds since 1970-01-01 UTC). */
export interface JournalLine {
  readonly subject: string;
  readonly fetchedAtMs: number;
  readonly value: unknown;
}

interface Known<T> {
  readonly entry: T;
  readonly fetchedAtMs: number;
  readonly bytes: number;
}

/** A journal is rewritten once more than half of it, and more than this, is obsolete. */
const wasteBytes = 256 * 1024;

const lineFeed = 10;

/**
 * An append-only file of many small entries, shared by all windows, with one line of JSON and its digest per entry. Of
 * several lines about one subject the most recently fetched one counts. Torn or damaged lines are skipped: a lost line
 * is a miss.
 */
export class Journal<T> {
  private readonly known = new Map<string, Known<T>>();
  private fileId: number | undefined;
  private readBytes = 0;
  /** Bytes that this window has appended since the last update. */
  private ownBytes = 0;
  private usefulBytes = 0;
  private readonly oneAtATime = pLimit(1);
  private pending: string[] = [];
  private flushing: Promise<void> | undefined;

  /** @param parse - The entry of a line; undefined if it is invalid. */
  constructor(
    private readonly file: string,
    private readonly parse: (line: JournalLine) => T | undefined,
    private readonly guard: GuardWrite = async (write) => {
      await write();
    },
  ) {}

  /** The number of entries at the last update. */
  get size(): number {
    return this.known.size;
  }

  /** The entry about a subject as of the last update. */
  get(subject: string): T | undefined {
    return this.known.get(subject)?.entry;
  }

  /** Reads what any window has appended since the last update. Never rejects: what cannot be read is a miss. */
  async update(): Promise<void> {
    await this.oneAtATime(() => this.readOn());
  }

  /**
   * Appends a line, batched with concurrent ones.
   *
   * @throws as the file system does.
   */
  async append(line: JournalLine): Promise<void> {
    const json = JSON.stringify([line.subject, line.fetchedAtMs, line.value]);
    const text = `${digestOf(json)} ${json}\n`;
    this.pending.push(text);
    this.flushing ??= this.flush();
    await this.flushing;
    const entry = this.parse(line);
    if (entry !== undefined) this.learn(line, entry, Buffer.byteLength(text));
  }

  private async flush(): Promise<void> {
    await nextTurn();
    this.flushing = undefined;
    const lines = this.pending.splice(0);
    // Starts a new line, in case a process ended in the middle of one.
    const bytes = Buffer.from(`\n${lines.join("")}`);
    await this.guard(async () => {
      await this.appendBytes(bytes);
      this.ownBytes += bytes.byteLength;
      return bytes.byteLength;
    });
  }

  private async appendBytes(bytes: Buffer): Promise<void> {
    const append = (): Promise<void> => appendFile(this.file, bytes, { mode: 0o600 });
    try {
      await append();
    } catch (error) {
      if (!isAbsence(error)) throw error;
      await mkdir(path.dirname(this.file), { recursive: true, mode: 0o700 });
      await append();
    }
  }

  private async readOn(): Promise<void> {
    let handle: FileHandle | undefined;
    try {
      const { size, ino } = await stat(this.file);
      const ownEnd = this.readBytes + this.ownBytes;
      this.ownBytes = 0;
      if (ino === this.fileId && size === ownEnd) {
        this.readBytes = size;
        return;
      }
      const isFirst = this.fileId === undefined;
      if (ino !== this.fileId || size < this.readBytes) this.restart(ino);
      handle = await open(this.file, "r");
      const rest = Buffer.allocUnsafeSlow(size - this.readBytes);
      const { bytesRead } = await handle.read(rest, 0, rest.byteLength, this.readBytes);
      await this.take(rest.subarray(0, bytesRead));
      if (isFirst) await noteUse(this.file);
    } catch {
      // Absent, or unreadable for now: treated as a miss.
      this.restart(undefined);
    } finally {
      // A failure to close does not affect what was read.
      await handle?.close().catch(() => undefined);
    }
    await this.compact();
  }

  private restart(fileId: number | undefined): void {
    this.known.clear();
    this.fileId = fileId;
    this.readBytes = 0;
    this.usefulBytes = 0;
  }

  /** An incomplete last line is left for the next update. */
  private async take(bytes: Buffer): Promise<void> {
    const slices = new Slices();
    for (const { line, byteLength } of linesOf(bytes)) {
      this.readBytes += byteLength;
      const entry = line === undefined ? undefined : this.parse(line);
      if (line !== undefined && entry !== undefined) this.learn(line, entry, byteLength);
      if (slices.isOver) await slices.next();
    }
  }

  private learn({ subject, fetchedAtMs }: JournalLine, entry: T, bytes: number): void {
    const before = this.known.get(subject);
    if (before !== undefined && before.fetchedAtMs > fetchedAtMs) return;
    this.usefulBytes += bytes - (before?.bytes ?? 0);
    this.known.set(subject, { entry, fetchedAtMs, bytes });
  }

  /** Entries that another window appends during the rewrite are lost. */
  private async compact(): Promise<void> {
    const waste = this.readBytes - this.usefulBytes;
    if (waste < wasteBytes || waste < this.usefulBytes) return;
    try {
      const cached = await this.usefulLines(await readFile(this.file));
      await this.guard(async () => {
        await writeWholeFile(this.file, cached, { mode: 0o600 });
        return 0;
      });
    } catch {
      // The file stays as it is.
    }
    // Either the file was replaced, or the rewrite is not tried again before more is appended.
    this.usefulBytes = this.readBytes;
  }

  private async usefulLines(bytes: Buffer): Promise<Buffer> {
    const last = new Map<string, { readonly fetchedAtMs: number; readonly bytes: Buffer }>();
    const slices = new Slices();
    let end = 0;
    for (const { line, byteLength } of linesOf(bytes)) {
      const start = end;
      end += byteLength;
      const before = line && last.get(line.subject);
      if (line !== undefined && (before?.fetchedAtMs ?? 0) <= line.fetchedAtMs) {
        last.set(line.subject, {
          fetchedAtMs: line.fetchedAtMs,
          bytes: bytes.subarray(start, end),
        });
      }
      if (slices.isOver) await slices.next();
    }
    return Buffer.concat([...last.values()].map((each) => each.bytes));
  }
}

interface ReadLine {
  /** Undefined if it is damaged or empty. */
  readonly line: JournalLine | undefined;
  /** Including its line feed. */
  readonly byteLength: number;
}

/** The complete lines of some bytes. */
function* linesOf(bytes: Buffer): Generator<ReadLine> {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(lineFeed, start);
    if (end < 0) return;
    yield { line: lineOf(bytes.toString("utf8", start, end)), byteLength: end + 1 - start };
    start = end + 1;
  }
}

function lineOf(text: string): JournalLine | undefined {
  const json = text.slice(digestLength + 1);
  if (json === "" || text.slice(0, digestLength) !== digestOf(json)) return undefined;
  const parts = parsedJson(json);
  if (!Array.isArray(parts)) return undefined;
  const [subject, fetchedAtMs, value] = parts as unknown[];
  if (typeof subject !== "string" || typeof fetchedAtMs !== "number") return undefined;
  return { subject, fetchedAtMs, value };
}

const digestLength = 32;

function digestOf(json: string): string {
  return createHash("sha256").update(json).digest("hex").slice(0, digestLength);
}
