import { once } from "node:events";
import { bodyOf } from "./bodies";
import { type CacheJob, jobReference } from "./cacheJob";
import { CacheFolder } from "../../src/store/cacheFolder";

// A window that writes one kept series again and again; it runs as a program of its own, so that it can be killed.
const {
  folder,
  letter,
  sizeBytes,
  count,
  isOffline = false,
} = JSON.parse(process.argv[2] ?? "") as CacheJob;
const files = new CacheFolder(folder, () => Number.MAX_SAFE_INTEGER).filesOf("acme").series;

void run();

async function run(): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    // Told before each write, so that who kills then kills a writer.
    if (!process.stdout.write("writing\n")) await once(process.stdout, "drain");
    await write(index).catch(reportFailure);
  }
}

async function write(index: number): Promise<void> {
  const body = bodyOf(Buffer.alloc(sizeBytes, letter), "csv");
  // What is kept offline is written again only if it is another answer.
  if (isOffline) await files.keepOffline(jobReference, { body, fetchedAtMs: 10 + index });
  else await files.write(jobReference, { body, fetchedAtMs: 5 });
}

function reportFailure(error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  process.stdout.write(`failed ${code}\n`);
}
