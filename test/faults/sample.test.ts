import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { startSampleWorker } from "../../src/sample/sampleWorker";

/** As built by esbuild.mjs: what the extension and `npm run sample` start. */
const file = path.resolve("dist/sample.cjs");
const listing = "/api/v3/forecast/hedging/";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [file, ...args], { stdio: "pipe" });
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...texts };
}

/** What the service prints, up to its last line. */
async function welcome(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes("Ctrl+C")) break;
  }
  return text;
}

describe("dist/sample.cjs on the command line", function () {
  this.timeout(30_000);

  it("prints its URL and a curl line that works, and ends with Ctrl-C", async () => {
    const child = start("--key", "demo", "--until", "2020-12-31");
    const text = await welcome(child);
    const [, header = "", url = ""] = /curl -H "X-API-KEY: (.*)" "(.*)"/.exec(text) ?? [];
    const response = await fetch(url, { headers: { "X-API-KEY": header } });
    const body = await response.text();
    child.kill("SIGINT");
    const { code, stderr } = await ended(child);
    assert.equal(header, "demo");
    assert.match(text, /Synthetic macro data at http:\/\/127\.0\.0\.1:\d+\n/);
    assert.match(body, /^Date,Level,Momentum,Aggregate\r?\n1990-01-01,/);
    assert.match(body, /\n2020-12-31,[^\n]+\r?\n$/);
    assert.deepEqual([code, stderr], [0, ""]);
  });

  it("writes Parquet with the module beside it", async () => {
    const child = start("--key", "demo");
    const text = await welcome(child);
    const [, url = ""] = /"(http.*)&fmt=csv"/.exec(text) ?? [];
    const response = await fetch(url, { headers: { "X-API-KEY": "demo" } });
    const body = Buffer.from(await response.arrayBuffer());
    child.kill("SIGTERM");
    await ended(child);
    assert.equal(response.status, 200);
    assert.equal(body.subarray(0, 4).toString() + body.subarray(-4).toString(), "PAR1PAR1");
  });

  it("makes a key of its own when none is given", async () => {
    const keys: string[] = [];
    for (const child of [start(), start()]) {
      const text = await welcome(child);
      child.kill("SIGTERM");
      await ended(child);
      keys.push(/API key: (.*)/.exec(text)?.[1] ?? "");
    }
    assert.match(keys[0] ?? "", /^[\w-]{32}$/);
    assert.notEqual(keys[0], keys[1]);
  });

  it("explains itself", async () => {
    const { code, stdout } = await ended(start("--help"));
    assert.equal(code, 0);
    assert.match(stdout, /--port[^]*--key[^]*--until/);
  });

  const refused: string[][] = [["--port", "abc"], ["--until", "2024-02-30"], ["--nonsense"]];
  for (const args of refused) {
    it(`refuses ${args.join(" ")} with one line and code 2`, async () => {
      const { code, stdout, stderr } = await ended(start(...args));
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.match(stderr, /^[^\n]+\n$/);
    });
  }

  it("refuses a busy port with one line and code 2", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await ended(start("--port", String(port)));
    other.close();
    assert.equal(code, 2);
    assert.match(stderr, new RegExp(`^[^\\n]*${port}[^\\n]*\\n$`));
  });
});

describe("startSampleWorker", function () {
  this.timeout(30_000);

  it("serves from a thread with a key of its own until it is disposed", async () => {
    const worker = await startSampleWorker(file);
    const response = await fetch(worker.url + listing, { headers: { "X-API-KEY": worker.apiKey } });
    const names = (await response.json()) as { name: string }[];
    await worker.dispose();
    await worker.ended;
    assert.equal(names.length, 3);
    await assert.rejects(fetch(worker.url + listing), TypeError);
    await worker.dispose();
  });

  it("tells the time it was given", async () => {
    const nowMs = Date.parse("2024-07-01T12:00:00Z");
    const worker = await startSampleWorker(file, { apiKey: "demo", nowMs });
    const response = await fetch(worker.url + listing, { headers: { "X-API-KEY": "demo" } });
    await worker.dispose();
    assert.equal(response.headers.get("date"), "Mon, 01 Jul 2024 12:00:00 GMT");
  });

  it("fails with what the thread failed with", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await assert.rejects(startSampleWorker(file, { port }), { code: "EADDRINUSE" });
    other.close();
  });

  it("fails when the file is not there", async () => {
    await assert.rejects(startSampleWorker(path.resolve("dist/none.cjs")), {
      code: "MODULE_NOT_FOUND",
    });
  });
});
