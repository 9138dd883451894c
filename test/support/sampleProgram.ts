import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { type Program, startProgram } from "./program";

/** A sample service that runs as a program of its own. */
export interface SampleProgram {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** The last production of a sample service that tests run against, so that its data never change. */
export const sampleUntil = "2026-06-30";

const program = path.resolve("dist/sample.cjs");

export interface SampleProgramOptions {
  /** File that gets what the program prints. */
  readonly log?: string;
  /** A random one unless it is given. */
  readonly key?: string;
  /** Whether its data end yesterday, as those of the extension's own service do, instead of {@link sampleUntil}. */
  readonly isCurrent?: boolean;
  /** The last day of its data, instead of the usual one. */
  readonly until?: string;
}

/** Starts the built sample service on a free port. */
export async function startSampleProgram({
  log,
  key = randomBytes(16).toString("hex"),
  isCurrent = false,
  until: lastDay = sampleUntil,
}: SampleProgramOptions = {}): Promise<SampleProgram> {
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build`);
  const until = isCurrent ? [] : ["--until", lastDay];
  const args = [program, "--port", "0", "--key", key, ...until];
  const service: Program = startProgram(process.execPath, args, log === undefined ? {} : { log });
  try {
    const [url] = await service.line(/http:\/\/[\w.:[\]-]+(?:\/[\w./-]*)?/, 20_000);
    return { url: url.replace(/\/$/, ""), key, stop: () => service.stop() };
  } catch (error) {
    await service.stop();
    throw error;
  }
}
