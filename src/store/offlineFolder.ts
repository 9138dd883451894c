import { clearFolder, clearOwners, type OwnForm, ownFiles } from "./ownFiles";

const fileForm = /^[0-9a-f]{64}\.(?:series|offline)$/;
const form: OwnForm = { depth: 1, isOwn: (name) => fileForm.test(name) };

/** The size of all owners' copies. */
export interface OfflineSize {
  readonly series: number;
  readonly bytes: number;
}

/** There is no room for another copy. */
export class OfflineFullError extends Error {
  override readonly name = "OfflineFullError";

  constructor(readonly limitBytes: number) {
    super(`what is kept offline would exceed ${limitBytes} bytes`);
  }
}

/**
 * The folder of all owners' series that are kept offline. It has a limit of its own, beyond which nothing is added; what
 * is there is never deleted to make room. Several windows may share it.
 */
export class OfflineFolder {
  /** As of the last {@link size}, and what was reserved since. */
  private knownBytes = Infinity;

  /** @param limitBytes - Read for each file. */
  constructor(
    readonly path: string,
    private readonly limitBytes: () => number,
  ) {}

  /** Reads the folder; never rejects. */
  async size(): Promise<OfflineSize> {
    const files = await ownFiles(this.path, form);
    const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
    this.knownBytes = bytes;
    return { series: files.filter(({ name }) => name.endsWith(".series")).length, bytes };
  }

  /** @throws {@link OfflineFullError} if so many more bytes exceed the limit. */
  async reserve(bytes: number): Promise<void> {
    const limit = this.limitBytes();
    // Copies may have been released since, by another window, too.
    if (this.knownBytes + bytes > limit) await this.size();
    if (this.knownBytes + bytes > limit && bytes > 0) throw new OfflineFullError(limit);
    this.knownBytes += bytes;
  }

  /** Deletes everything; returns the number of series, and what was freed. */
  async clear(): Promise<OfflineSize> {
    const before = await this.size();
    const { bytes } = await clearFolder(this.path, form);
    const { series } = await this.size();
    return { series: before.series - series, bytes };
  }

  /** Deletes what some owners have; returns the folders that could not be deleted completely. */
  clearOwners(isCleared: (owner: string) => boolean): Promise<readonly string[]> {
    return clearOwners(this.path, isCleared, form);
  }
}
