import assert from "node:assert/strict";
import { testClient, testKey } from "../../support/testClient";
import { startServer, type TestServer } from "../../support/testServer";

describe("listings of several pages", () => {
  let server: TestServer;
  /** By request target below the API; any other is an empty page. */
  let pages: Record<string, unknown>;

  beforeEach(async () => {
    pages = {};
    server = await startServer((request, response) => {
      const target = (request.url ?? "").replace("/v/api/v3/signal/", "");
      response.end(JSON.stringify(pages[target] ?? { results: [] }));
    });
  });

  afterEach(() => server.close());

  async function list() {
    const { client, dispose } = testClient(`${server.origin}/v`);
    const { items, isComplete, notice, unreadable } = await client.listSignals();
    dispose();
    return { codes: items.map((item) => item.code), isComplete, notice, unreadable };
  }

  const links: [how: string, next: (origin: string) => unknown, target: string][] = [
    ["a whole address", (origin) => `${origin}/v/api/v3/signal/?page=2`, "?page=2"],
    ["a path", () => "/v/api/v3/signal/?cursor=a%20b", "?cursor=a%20b"],
    ["a query", () => "?page=2", "?page=2"],
    ["a number", () => 2, "?page=2"],
    ["a number in digits", () => "2", "?page=2"],
    ["an object", () => ({ href: "?page=2" }), "?page=2"],
    ["a path with steps that stay", () => "../signal/x/../?page=2", "?page=2"],
    [
      "a path of encoded names",
      () => "/v/api/v3/signal/a%20b.c%3B%C3%A9/?page=2",
      "a%20b.c%3B%C3%A9/?page=2",
    ],
    ["a query with encoded steps", () => "?cursor=..%2f..%5c%252e", "?cursor=..%2f..%5c%252e"],
    ["an address with a key", () => "?api_key=k&page=2", "?page=2"],
  ];
  for (const [how, next, target] of links) {
    it(`goes on where the next page is named by ${how}`, async () => {
      pages = {
        "": { results: ["A"], next: next(server.origin) },
        [target]: { results: ["B", 7] },
      };
      assert.deepEqual(await list(), {
        codes: ["A", "B"],
        isComplete: true,
        notice: undefined,
        unreadable: [{ position: 2, reason: "is neither a code nor an object" }],
      });
      assert.deepEqual(
        server.requests.map((request) => [request.target, request.headers["x-api-key"]]),
        [
          ["/v/api/v3/signal/", testKey],
          [`/v/api/v3/signal/${target}`, testKey],
        ],
      );
    });
  }

  const elsewhere: [where: string, next: string][] = [
    ["another origin", "https://evil.example/v/api/v3/signal/?page=2"],
    ["another port", "http://127.0.0.1:1/v/api/v3/signal/"],
    ["another origin without a scheme", "//evil.example/v/"],
    ["a path outside the prefix", "/api/v3/signal/?page=2"],
    ["a path that begins like the prefix", "/vault/"],
    ["steps that leave the prefix", "/v/../admin/"],
    ["encoded steps that leave the prefix", "/v/%2e%2E/admin/"],
    ["steps with an encoded slash", "/v/api%2f../../..%2fadmin/"],
    ["steps with a capital encoded slash", "/v/..%2F..%2Fadmin/"],
    ["a step before an encoded slash", "/v/api/v3/signal/..%2f"],
    ["a step after an encoded slash", "/v/%2f../admin"],
    ["steps with an encoded backslash", "/v/..%5c..%5Cadmin/"],
    ["steps encoded twice", "/v/%252e%252e/admin/"],
    ["a slash encoded twice", "/v/..%252fadmin/"],
    ["steps with parameters", "/v/..;/admin/"],
    ["steps with named parameters", "/v/..;a=b/..;/admin/"],
    ["steps with encoded parameters", "/v/..%3b/admin/"],
    ["steps of full-width dots", "/v/%EF%BC%8E%EF%BC%8E/admin/"],
    ["steps of one two-dot character", "/v/%E2%80%A5/admin/"],
    ["a full-width slash", "/v/..%EF%BC%8Fadmin/"],
    ["overlong dots", "/v/%c0%ae%c0%ae/admin/"],
    ["an overlong slash", "/v/..%c0%afadmin/"],
    ["steps with an encoded NUL", "/v/..%00/admin/"],
    ["steps with an encoded blank", "/v/..%20/admin/"],
    ["steps after an encoded line break", "/v/%0a../admin/"],
    ["steps of three dots", "/v/.../admin/"],
    ["a broken escape", "/v/%2/../%zz/admin/"],
    ["an address with a user", "http://user@127.0.0.1/v/"],
    ["a script", "javascript:alert(1)"],
    ["no address", "https://["],
  ];
  for (const [where, next] of elsewhere) {
    it(`shows the part that came when the next page is at ${where}`, async () => {
      pages = { "": { results: ["A"], next } };
      const { codes, isComplete, notice } = await list();
      assert.deepEqual([codes, isComplete, server.requests.length], [["A"], false, 1]);
      assert.match(notice ?? "", /outside/);
    });
  }

  it("counts pages by their numbers", async () => {
    pages = {
      "": { page: 1, pages: 3, results: ["A"] },
      "?page=2": { page: 2, pages: 3, results: ["B"] },
      "?page=3": { page: 3, pages: 3, results: ["C"] },
    };
    assert.deepEqual((await list()).codes, ["A", "B", "C"]);
  });

  it("puts the columns of latest signals together", async () => {
    const record = (code: string, country: string, level: number): unknown => ({
      signal_code: code,
      version: 1,
      country_iso: country,
      latest: { Date: "2024-06-28", Level: level, Momentum: 0, Aggregate: 0 },
    });
    pages = {
      "latest/": { results: [record("A", "US", 1), record("B", "US", 2)], next: "?page=2" },
      "latest/?page=2": { results: [7, record("B", "DE", 3)], next: "?page=3" },
      "latest/?page=3": { results: [record("US", "A", 4)] },
    };
    const { client, dispose } = testClient(`${server.origin}/v`);
    const { items, unreadable } = await client.listLatestSignals();
    dispose();
    assert.deepEqual(
      Array.from(items, ({ code, tags, level }) => [code, tags["country_iso"], level]),
      [
        ["A", "US", 1],
        ["B", "US", 2],
        ["B", "DE", 3],
        ["US", "A", 4],
      ],
    );
    assert.deepEqual(unreadable, [{ position: 2, reason: "has no latest values" }]);
  });

  it("stops when the service gives the same page again", async () => {
    pages = {
      "": { results: ["A"], next: "?page=2" },
      "?page=2": { results: ["B"], next: "?page=2" },
    };
    const { codes, isComplete, notice } = await list();
    assert.deepEqual([codes, isComplete, server.requests.length], [["A", "B"], false, 2]);
    assert.match(notice ?? "", /already read/);
  });
});
