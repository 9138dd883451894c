import assert from "node:assert/strict";
import { testClient } from "../support/testClient";
import { startServer } from "../support/testServer";

describe("a listing without an end", () => {
  it("is left after 1,000 pages, and said to be incomplete", async () => {
    const server = await startServer((request, response) => {
      const page = Number(/page=(\d+)/.exec(request.url ?? "")?.[1] ?? 1);
      response.end(JSON.stringify({ results: [`S${page}`], next: page + 1 }));
    });
    const { client, dispose } = testClient(server.origin);
    const { items, isComplete } = await client.listSignals();
    dispose();
    await server.close();
    assert.deepEqual([items.length, isComplete, server.requests.length], [1_000, false, 1_000]);
  });
});
