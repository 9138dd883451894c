import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { writeAnyEditor } from "../support/anyEditorModule";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";

interface Activation {
  readonly work: readonly string[];
  readonly commands: readonly unknown[];
}

describe("activation with a connection and nothing kept yet", () => {
  const folder = temporaryFolder("activation");
  const program = path.join(folder.path, "watchedActivation.cjs");
  const storage = path.join(folder.path, "storage");
  let server: TestServer;

  before(async () => {
    const entryPoints = ["test/support/watchedActivation.ts"];
    const options = { bundle: true, platform: "node", format: "cjs" } as const;
    await build({ ...options, entryPoints, outfile: program });
    await writeAnyEditor(folder.path);
    server = await startServer((_, response) => response.end());
  });
  after(async () => {
    await server.close();
    folder.remove();
  });

  async function activated(...more: string[]): Promise<Activation> {
    const env = { ...process.env, NODE_PATH: folder.path };
    const args = [program, server.origin, storage, ...more];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout) as Activation;
  }

  it("makes no request, opens no file and makes no folder (LIFE-01)", async () => {
    const { work, commands } = await activated();
    assert.deepEqual(work, []);
    assert.deepEqual(server.requests, []);
    assert.equal(existsSync(storage), false);
    // It is the connection that it was activated with.
    const told = commands.map((each) => JSON.stringify(each));
    assert.ok(told.includes('["setContext","macroSignals.hasConnection",true]'), told.join("\n"));
  });

  it("would be seen to do any of it", async () => {
    const { work } = await activated(program);
    assert.deepEqual(
      ["fs.readFile", "FSREQCALLBACK", "TCPWRAP"].filter((each) => !work.includes(each)),
      [],
    );
  });
});
