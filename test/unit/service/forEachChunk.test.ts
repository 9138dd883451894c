import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { rejection } from "../../support/rejection";
import { forEachChunk } from "../../../src/service/attempt";

const chunks = [[1], [2, 3], [], [4]].map((bytes) => Uint8Array.from(bytes));

async function* iterated(): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const bodies: [kind: string, body: () => AsyncIterable<Uint8Array>][] = [
  ["an iterable", iterated],
  ["a stream", () => Readable.from(chunks, { objectMode: true })],
];

describe("forEachChunk", () => {
  for (const [kind, body] of bodies) {
    it(`visits all chunks of ${kind} in their order`, async () => {
      const seen: Uint8Array[] = [];
      await forEachChunk(body(), (chunk) => seen.push(chunk) > 0);
      assert.deepEqual(seen, chunks);
    });

    it(`visits no more of ${kind} than is wanted`, async () => {
      const seen: Uint8Array[] = [];
      await forEachChunk(body(), (chunk) => seen.push(chunk) < 2);
      assert.deepEqual(seen, chunks.slice(0, 2));
    });
  }

  it("closes a stream of which no more is wanted", async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push("x");
    await forEachChunk(stream, () => false);
    assert.equal(stream.destroyed, true);
  });

  it("throws what a stream fails with", async () => {
    const problem = new Error("reset");
    const stream = new Readable({ read: () => undefined });
    stream.push("x");
    const visited = forEachChunk(stream, () => stream.destroy(problem) === stream);
    assert.equal(await rejection(visited, Error), problem);
  });

  it("throws when a stream is closed before its end (DATA-03)", async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push("x");
    const visited = forEachChunk(stream, () => stream.destroy() === stream);
    const error = await rejection(visited, Error);
    assert.equal(Reflect.get(error, "code"), "ERR_STREAM_PREMATURE_CLOSE");
  });
});
