import { createHash } from "node:crypto";
import { mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { type Agent } from "undici";

/**
 * The same steps put together by hand, each by the fastest way known: undici's body, its SHA-256, a file that is synced
 * and renamed, and the fastest safe decoding in a thread. Nothing is checked, bounded, retried or remembered. What this
 * reaches is what this computer has room for.
 */
export class StepsByHand {
  private readonly thread = new Worker(path.resolve("dist/bench/decodeThread.cjs"));
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly agent: Agent,
    private readonly origin: string,
    private readonly folder: string,
  ) {
    this.thread.on("message", () => this.waiting.shift()?.());
  }

  static async of(agent: Agent, origin: string): Promise<StepsByHand> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-by-hand-"));
    return new StepsByHand(agent, origin, folder);
  }

  async take(name: number): Promise<void> {
    const { body } = await this.agent.request({
      origin: this.origin,
      path: `/${name}`,
      method: "GET",
    });
    const bytes = new Uint8Array(await body.arrayBuffer());
    await Promise.all([this.decode(bytes), this.keep(name, bytes)]);
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder);
  }

  async dispose(): Promise<void> {
    await this.thread.terminate();
    await rm(this.folder, { recursive: true, force: true });
  }

  private decode(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.thread.postMessage(bytes);
    });
  }

  private async keep(name: number, bytes: Uint8Array): Promise<void> {
    const file = path.join(this.folder, `${name}`);
    const digest = createHash("sha256").update(bytes).digest("hex");
    const handle = await open(`${file}.part`, "wx");
    await handle.write(`${digest}\n`);
    await handle.write(bytes);
    await handle.sync();
    await handle.close();
    await rename(`${file}.part`, file);
  }
}
