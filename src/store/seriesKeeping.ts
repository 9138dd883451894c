import { type Log } from "../shared/log";
import { type SeriesRef } from "../shared/reference";
import { wordsOf } from "../shared/wordsOf";
import { type KeptBody, type SeriesFiles } from "./seriesFiles";

/** Keeps on disk what the service gave. A series that cannot be kept is still a series. */
export class SeriesKeeping {
  private hasFailed = false;

  /** @param files - Without them nothing is kept. */
  constructor(
    private readonly files: Pick<SeriesFiles, "write"> | undefined,
    private readonly log: Pick<Log, "warn">,
  ) {}

  /** Never rejects; the log has one line until it works again. @param bytesDigest - Of the body's bytes, if known. */
  async keep(
    { reference, body, fetchedAtMs }: KeptBody & { readonly reference: SeriesRef },
    bytesDigest: Uint8Array | undefined,
  ): Promise<void> {
    try {
      await this.files?.write(reference, { body, fetchedAtMs }, bytesDigest);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.log.warn(`a series could not be cached on disk: ${wordsOf(error)}`);
      this.hasFailed = true;
    }
  }
}
