import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { ServiceClient, defaultMaxBodyBytes } from "../../src/service/serviceClient";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { endOfDay } from "../../src/shared/instant";
import { type SignalRef, signalRef } from "../../src/shared/reference";
import { writeCheckedFile } from "../../src/store/checkedFile";
import { FrameWorker } from "../../src/store/frameWorker";
import { SeriesFiles } from "../../src/store/seriesFiles";
import { SeriesFolder } from "../../src/store/seriesFolder";
import { SeriesStore } from "../../src/store/seriesStore";

const gibibyte = 2 ** 30;

/** The key that the services of the benchmarks accept; long enough to be searched for in answers. */
export const benchKey = "key-of-benchmarks";

/** All that stands between a reference and its frame, as the extension puts it together, with an empty folder. */
export class BenchStore {
  readonly transport = new UndiciTransport();
  readonly worker = new FrameWorker(path.resolve("dist/frameWorker.cjs"));
  private readonly writes = new Set<Promise<unknown>>();
  private writtenCount = 0;

  private constructor(
    private readonly origin: string,
    private readonly folder: string,
    private readonly maxBodyBytes: number,
  ) {}

  /** @param maxBodyBytes - The product's own limit by default. */
  static async of(origin: string, maxBodyBytes = defaultMaxBodyBytes): Promise<BenchStore> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-bench-"));
    return new BenchStore(origin, folder, maxBodyBytes);
  }

  /** A store that has nothing in memory. */
  store(): SeriesStore {
    const folder = new SeriesFolder(this.folder, () => 8 * gibibyte);
    const files = new SeriesFiles(folder, "owner", async (file, content) => {
      const write = writeCheckedFile(file, content);
      this.writes.add(write);
      await folder.added(await write);
      this.writes.delete(write);
      this.writtenCount += 1;
    });
    return new SeriesStore({ client: this.client(), worker: this.worker, files, writeDelayMs: 0 });
  }

  /** Waits until so many series have been written since the folder was empty: they are returned before. */
  async written(count: number): Promise<void> {
    while (this.writtenCount < count) await setTimeout(1);
  }

  /** One that has asked nothing yet. */
  client(): ServiceClient {
    const typed = parseBaseUrl(this.origin);
    if (!typed.ok) throw new Error(typed.problem);
    return new ServiceClient({
      baseUrl: typed.baseUrl,
      apiKey: () => Promise.resolve(benchKey),
      transport: this.transport,
      maxBodyBytes: this.maxBodyBytes,
    });
  }

  /** Forgets what is kept on disk. */
  async clear(): Promise<void> {
    // A series is returned before it is on disk.
    await Promise.allSettled(this.writes);
    this.writes.clear();
    this.writtenCount = 0;
    await rm(this.folder, { recursive: true, force: true });
  }

  async dispose(): Promise<void> {
    this.worker.dispose();
    this.transport.dispose();
    await this.clear();
  }
}

/** 2020-01-01 */
const dayOfYear2020 = 18_262;

/**
 * The series of so many versions as of a day behind their last one: such a vintage is checked, final, and kept for
 * good.
 */
export function vintages(count: number): SignalRef[] {
  const asOf = endOfDay(dayOfYear2020);
  return Array.from({ length: count }, (_, version) => ({ ...latest, version, asOf }));
}

/** For walks that go on beyond this century. */
export const latest: SignalRef = signalRef({
  code: "WALK",
  version: 0,
  tags: { country_iso: "US" },
  dataKind: "FIT",
  asOf: "latest",
});
