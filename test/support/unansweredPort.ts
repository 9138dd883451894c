import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A port whose system drops each new connection until the listening program accepts some. */
export interface UnansweredPort {
  readonly port: number;
  /** Accepts connections from now on. The client's system retries after a second. */
  readonly answer: () => void;
  readonly close: () => Promise<void>;
}

/** Listens, and blocks until a byte arrives. */
const program = `
  const [port, host] = process.argv.slice(1);
  const server = require("node:net").createServer((socket) => socket.on("error", () => undefined));
  server.listen({ port: Number(port), host, backlog: 1 }, () => {
    require("node:fs").writeSync(1, String(server.address().port));
    require("node:fs").readSync(0, Buffer.alloc(1));
  });`;

/** Works only on Linux; other systems refuse connections that they cannot queue. */
export async function startUnansweredPort(host: string, port = 0): Promise<UnansweredPort> {
  const child = spawn(process.execPath, ["-e", program, String(port), host], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [written] = (await once(child.stdout, "data")) as [Buffer];
  const listening = Number(written.toString());
  const queued: Socket[] = [];
  for (let count = 0; count < 2; count++) {
    const socket = connect({ host, port: listening });
    socket.on("error", () => socket.destroy());
    queued.push(socket);
    await once(socket, "connect");
  }
  return {
    port: listening,
    answer: () => void child.stdin.write("."),
    close: async () => {
      for (const socket of queued) socket.destroy();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
