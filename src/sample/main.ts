/** Entry point of dist/sample.cjs: a worker thread of the extension, or the command line. */
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { randomApiKey } from "./sampleKey";
import { exitCodeOfUsage, UsageError } from "../shared/usageError";
import { parseCommandLine, usage } from "./commandLine";
import { type SampleService, startSampleService } from "./sampleService";
import { type ListeningMessage, type SampleWorkerData } from "./workerMessages";

async function runInThread(): Promise<void> {
  const { nowMs, ...options } = workerData as SampleWorkerData;
  const service = await startSampleService({
    ...options,
    ...(nowMs === undefined ? {} : { now: () => nowMs }),
  });
  const message: ListeningMessage = { type: "listening", url: service.url, port: service.port };
  // The only message is the one to close; a port without listeners does not keep the thread alive.
  parentPort?.once("message", () => void service.close());
  parentPort?.postMessage(message);
}

async function runOnCommandLine(): Promise<void> {
  const { isHelp, apiKey = randomApiKey(), ...options } = parseCommandLine(process.argv.slice(2));
  if (isHelp) {
    process.stdout.write(usage);
    return;
  }
  const service = await startSampleService({ ...options, apiKey });
  process.stdout.write(welcome(service, apiKey));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void service.close());
  }
}

function welcome({ url }: SampleService, apiKey: string): string {
  const example = `${url}/api/v3/signal/INFL/2/data/?country_iso=US&fmt=csv`;
  return [
    `Synthetic macro data at ${url}`,
    `API key: ${apiKey}`,
    "Try it:",
    `  curl -H "X-API-KEY: ${apiKey}" "${example}"`,
    "Press Ctrl+C to stop.\n",
  ].join("\n");
}

/** One line for what the user can fix, the whole error for anything unexpected. */
function reportFailure(error: unknown): void {
  const isExpected = error instanceof UsageError || isListenError(error);
  process.stderr.write(`${isExpected ? messageOf(error) : String(error)}\n`);
  process.exitCode = isExpected ? exitCodeOfUsage : 1;
}

function messageOf(error: UsageError | NodeJS.ErrnoException): string {
  return "code" in error && error.code === "EADDRINUSE"
    ? `${error.message}. Another program uses this port: choose another with --port, or 0 for any free one.`
    : error.message;
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && error.syscall === "listen";
}

if (isMainThread) runOnCommandLine().catch(reportFailure);
else void runInThread();
