/** Another process is fetching or locking the same dataset. */
export class DatasetBusyError extends Error {
  override readonly name = "DatasetBusyError";

  constructor(readonly marker: string) {
    super("another process is writing this dataset; try again when it has finished");
  }
}

/** A path that leaves the folder of the spec, or a link on the way: refused for security. */
export class DatasetPathError extends Error {
  override readonly name = "DatasetPathError";

  constructor(readonly path: string) {
    super(`${path} is outside the dataset's folder, or is reached through a link`);
  }
}

/** A spec or a lock names a service other than the connected one; nothing was sent. */
export class DatasetServiceError extends Error {
  override readonly name = "DatasetServiceError";

  constructor(readonly service: string) {
    super(`the dataset is for another service: ${service}`);
  }
}

/** A lock that cannot be read: not JSON, or not what is written to locks. */
export class DatasetLockError extends Error {
  override readonly name = "DatasetLockError";

  /** @param line - Of the text, from 1. */
  constructor(
    readonly line: number,
    problem: string,
  ) {
    super(`line ${line} of the lock: ${problem}; fetch the dataset again`);
  }
}

/** The fetched values differ from the lock; nothing was written. */
export class LockMismatchError extends Error {
  override readonly name = "LockMismatchError";

  /** @param lines - The references and paths that differ, sorted. */
  constructor(readonly lines: readonly string[]) {
    super(mismatchText(lines));
  }
}

function mismatchText([first = "", ...others]: readonly string[]): string {
  if (first === "spec") return "the dataset has changed since its lock was written; fetch it again";
  const { length } = others;
  return length === 0
    ? `${first} does not match the lock`
    : `${length + 1} entries do not match the lock, the first is ${first}`;
}

/** A table of vintages has more requests than one fetch makes; parts make fewer. */
export class TooManyVintagesError extends Error {
  override readonly name = "TooManyVintagesError";

  constructor(
    readonly table: string,
    readonly requests: number,
  ) {
    super(
      `${table} would take ${requests} requests: use fewer as-ofs or series, or fetch it in parts`,
    );
  }
}

/** More than a person reads, and enough for a list of files to be deleted. */
const maxProblems = 200;

/** The parts of a fetch do not make a whole; nothing was written. */
export class DatasetPartsError extends Error {
  override readonly name = "DatasetPartsError";

  /** @param problems - One a line of the message. */
  constructor(readonly problems: readonly string[]) {
    const more = problems.length - maxProblems;
    const shown = problems.slice(0, maxProblems);
    super((more > 0 ? [...shown, `… and ${more} more`] : shown).join("\n"));
  }
}
