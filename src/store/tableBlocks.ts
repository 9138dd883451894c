import { type LongPart, type LongSpec } from "../data/longTable";
import { type FrameWorker } from "./frameWorker";

/** What writes tables: a worker whose forks have threads of their own. */
export type TableWorker = Pick<FrameWorker, "fork" | "takeBack">;

/** A long table, and what is said of it. */
export interface DescribedTable extends LongSpec {
  /** Keys and values for the footer of a Parquet file; asked for when all parts have come. */
  readonly metadata?: () => Readonly<Record<string, string>>;
}

/**
 * A long table as its parts come, in blocks that follow one another. It is written in a thread of its own, so that no click
 * waits behind it, which ends with it unless it is complete; that has one part at hand while it writes another, and no more.
 *
 * @throws the signal's reason when it aborts.
 */
export async function* tableBlocks(
  worker: TableWorker,
  { metadata = () => ({}), ...spec }: DescribedTable,
  parts: Iterable<LongPart> | AsyncIterable<LongPart>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
  const own = worker.fork();
  let isDone = false;
  try {
    let written = own.writeTable({ kind: "begin", spec }, signal);
    // The parts may throw before it is waited for.
    written.catch(() => undefined);
    for await (const part of parts) {
      const next = own.writeTable({ kind: "add", part }, signal);
      // Told when its turn comes, unless one before it fails.
      next.catch(() => undefined);
      yield await written;
      written = next;
    }
    yield await written;
    const last = await own.writeTable({ kind: "end", metadata: metadata() }, signal);
    isDone = true;
    yield last;
  } finally {
    if (isDone) worker.takeBack(own);
    else own.dispose();
  }
}
