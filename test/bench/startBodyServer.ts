import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

export interface BodyServer {
  readonly origin: string;
  readonly stop: () => void;
}

/** A process that answers every request with a series of so many rows as Parquet. */
export async function startBodyServer(rows: number): Promise<BodyServer> {
  const program = path.resolve("dist/bench/bodyServer.cjs");
  const child = spawn(process.execPath, [program, String(rows)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return {
    origin: `http://127.0.0.1:${port.toString().trim()}`,
    stop: () => void child.kill(),
  };
}
