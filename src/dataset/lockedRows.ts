import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { arrangedSeries } from "../data/coordinates";
import { defaultLimits } from "../data/decodeLimits";
import { DecodeError } from "../data/errors";
import { type Column, type Frame } from "../data/frame";
import { normalizeFrame } from "../data/normalizeFrame";
import { columnSlice } from "../data/sliceFrame";
import { asOfColumn } from "../data/table/long";
import { type WireFormat } from "../shared/wireFormat";
import { isAbsence } from "../store/checkedFile";
import { type FrameWorker } from "../store/frameWorker";
import { type DatasetLock, type HeldLine, type LockedFile } from "./lock";
import { frameOfDigest, lockedDigest } from "./settledSeries";
import { expectNoLink } from "./staging";

/** The rows of a file, and where those of each series are. */
interface OpenedFile {
  /** Its days are those of one series after the other. */
  readonly frame: Frame;
  /** The columns that tell series apart; none in a file of one series. */
  readonly coordinates: readonly Column[];
  /** By the cells of these columns: the first row, and the row after the last. */
  readonly runs: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** A partitioned table has a file or more for each as-of. */
const maxOpened = 4;

/** Reads the values that a lock was written with from the files that were written with it. */
export class LockedRows {
  private readonly opened = new Map<string, Promise<OpenedFile | undefined>>();
  /** Digests of the values in files of one series. */
  private readonly digests = new Map<string, string>();
  /** By table and reference, the values of the coordinates of a series. */
  private readonly tables = new Map<string, ReadonlyMap<HeldLine, ReadonlyMap<string, string>>>();

  constructor(
    private readonly worker: FrameWorker,
    private readonly root: string,
    private readonly lock: DatasetLock,
  ) {}

  /**
   * The values of a line; undefined if no file has them: it is gone, is not as the lock says, is too large, or has
   * other types of columns.
   *
   * @param now - The answer that replaces them, which has the columns in the order of the service.
   */
  async frameOf(
    { rows, values }: HeldLine,
    now: Frame,
    signal: AbortSignal,
  ): Promise<Frame | undefined> {
    if (rows === 0) return frameOfDigest(partOf(now, now.columns, [0, 0]), values);
    for (const line of this.lock.series) {
      if ("absent" in line || line.values !== values) continue;
      for (const file of this.lock.files.filter((each) => mayHave(each, line))) {
        if ((this.digests.get(file.path) ?? values) !== values) continue;
        const opened = await this.open(file, signal);
        const frame = opened && this.frameIn(opened, file, line, now);
        if (frame !== undefined) return frame;
      }
    }
    return undefined;
  }

  private open(file: LockedFile, signal: AbortSignal): Promise<OpenedFile | undefined> {
    const known = this.opened.get(file.path);
    if (known !== undefined) return known;
    const opening = this.read(file, signal);
    this.opened.set(file.path, opening);
    const [oldest] = this.opened.keys();
    if (this.opened.size > maxOpened && oldest !== undefined) this.opened.delete(oldest);
    return opening;
  }

  private async read(
    { path: target, table, sha256 }: LockedFile,
    signal: AbortSignal,
  ): Promise<OpenedFile | undefined> {
    const own = path.join(this.root, ...target.split("/"));
    await expectNoLink(this.root, target.split("/"));
    try {
      if ((await stat(own)).size > defaultLimits.bytes) return undefined;
      const bytes = await readFile(own, { signal });
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) return undefined;
      const format = path.extname(target).slice(1) as WireFormat;
      const body = { bytes, format, isCloseDelimited: false, request: "", attempts: 0 };
      const { frame } = await this.worker.decode(body, { signal, isLong: true });
      const names = new Set([asOfColumn, ...this.namesOf(table)]);
      const coordinates = frame.columns.filter(({ name }) => names.has(name));
      return { frame, coordinates, runs: runsOf(frame.days.length, coordinates) };
    } catch (error) {
      if (error instanceof DecodeError || isAbsence(error)) return undefined;
      throw error;
    }
  }

  private frameIn(
    { frame, coordinates, runs }: OpenedFile,
    file: LockedFile,
    line: HeldLine,
    now: Frame,
  ): Frame | undefined {
    const own = this.coordinatesOf(line.table).get(line);
    const key = keyOf(coordinates, ({ name }) => own?.get(name) ?? "");
    const run = runs.get(key);
    if (run === undefined) return undefined;
    const columns = frame.columns.filter((column) => !coordinates.includes(column));
    const whole = partOf(frame, columns, run);
    if (coordinates.length === 0) this.digests.set(file.path, lockedDigest(whole));
    // A table has the columns of all series in its own order; those that a series lacks are empty.
    const inOrder = now.columns.flatMap(
      ({ name }) => whole.columns.find((each) => each.name === name) ?? [],
    );
    const candidates = [
      whole.columns,
      whole.columns.filter(hasValue),
      inOrder,
      inOrder.filter(hasValue),
    ];
    for (const each of candidates) {
      const found = frameOfDigest({ days: whole.days, columns: each }, line.values);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private namesOf(table: string): readonly string[] {
    const [first] = this.coordinatesOf(table).values();
    return [...(first?.keys() ?? [])];
  }

  private coordinatesOf(table: string): ReadonlyMap<HeldLine, ReadonlyMap<string, string>> {
    const known = this.tables.get(table);
    if (known !== undefined) return known;
    const lines = this.lock.series.filter((line) => line.table === table);
    const { names, series } = arrangedSeries(
      lines.map((line) => ({ line, reference: line.reference, service: "" })),
    );
    const own = series.flatMap(({ item: { line }, coordinates }) => {
      if ("absent" in line) return [];
      const { reference } = line;
      const asOf = reference.family === "signal" ? reference.asOf : "";
      const entries = names.map(({ name }, at) => [name, String(coordinates[at] ?? "")] as const);
      return [[line, new Map([[asOfColumn, asOf], ...entries])] as const];
    });
    const made = new Map(own);
    this.tables.set(table, made);
    return made;
  }
}

function mayHave({ path: target, table, rows }: LockedFile, line: HeldLine): boolean {
  if (table !== line.table || rows < line.rows) return false;
  const asOf = /\/as_of=([^/]+)\//.exec(target)?.[1];
  return asOf === undefined || (line.reference.family === "signal" && line.reference.asOf === asOf);
}

/** Consecutive rows with the same coordinates. */
function runsOf(rows: number, coordinates: readonly Column[]): OpenedFile["runs"] {
  const runs = new Map<string, readonly [number, number]>();
  let start = 0;
  for (let row = 1; row <= rows; row++) {
    const isSame =
      row < rows && coordinates.every(({ values }) => Object.is(values[row], values[row - 1]));
    if (isSame) continue;
    const key = keyOf(coordinates, ({ values }) => String(values[start] ?? ""));
    if (!runs.has(key)) runs.set(key, [start, row]);
    start = row;
  }
  return runs;
}

/** Equal for cells that the formats write in other ways: a tag value of digits is a number in CSV. */
function keyOf(coordinates: readonly Column[], textOf: (column: Column) => string): string {
  const cells = coordinates.map((column) => {
    const text = textOf(column);
    if (column.name === asOfColumn) return text.replace(/[-:]/g, "");
    if (column.type === "text") return text;
    return text === "" || text === "NaN" ? "" : String(Number(text));
  });
  return JSON.stringify(cells);
}

/** A copy of some rows, as the frame of a series. */
function partOf(
  { days }: Frame,
  columns: readonly Column[],
  [start, end]: readonly [number, number],
): Frame {
  const part = columns.map((column) => columnSlice(column, start, end));
  return normalizeFrame({ days: days.slice(start, end), columns: part, droppedCounters: 0 }).frame;
}

function hasValue({ type, values }: Column): boolean {
  return type === "text" || values.some((value) => !Number.isNaN(value));
}
