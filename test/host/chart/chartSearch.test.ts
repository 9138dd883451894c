import assert from "node:assert/strict";
import { type RequestListener, type ServerResponse } from "node:http";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { type ToChart } from "../../../src/features/chart/protocol";
import { signalRef } from "../../../src/shared/reference";
import { ChartSearch } from "../../../src/features/chart/host/chartSearch";
import { type TestServer, startServer } from "../../support/testServer";
import { TreeServices } from "../../support/treeServices";
import { until } from "../../support/until";
import { type SeriesTarget, targetPath } from "../../../src/shared/place";

const vintage = { dataKind: "SNAP", asOf: "latest" } as const;
const definition = { tags: [{ kind: "country_iso", values: ["US", "DE"] }] };

function signal(country: string): SeriesTarget {
  const tags = { country_iso: country };
  return {
    connectionId: "acme",
    reference: signalRef({ code: "INFL", version: 0, tags, ...vintage }),
  };
}

type Found = Extract<ToChart, { type: "found" }>;

describe("the search of a chart", () => {
  /** Definitions and markets that a test lets wait. */
  let waiting: ServerResponse[];
  let isWaiting: boolean;
  let listing: string;
  let server: TestServer;
  let services: TreeServices;
  let search: ChartSearch;
  let found: Found[];

  const listener: RequestListener = ({ url = "" }, response) => {
    if (url === "/api/v3/signal/") response.end(listing);
    else if (isWaiting) waiting.push(response);
    else if (url.startsWith("/api/v3/signal/")) response.end(JSON.stringify(definition));
    else response.end("[]");
  };

  async function open(): Promise<void> {
    server = await startServer(listener);
    services = new TreeServices(server.origin);
    search = new ChartSearch({
      connectionId: "acme",
      connect: services.get,
      names: new ReadableNames("en"),
      vintage,
      post: (message) => {
        assert.ok(message.type === "found");
        found.push(message);
      },
    });
  }

  beforeEach(() => {
    [waiting, isWaiting, found, listing] = [[], false, [], '["INFL"]'];
  });

  afterEach(async () => {
    search.dispose();
    services.dispose();
    for (const response of waiting) response.end("[]");
    await server.close();
  });

  it("offers series by the ids that parts of a chart have", async () => {
    await open();
    search.search({ generation: 1, text: "infl" });
    const { rows } = await until("what it found", () => found.find((each) => each.rows.length > 0));
    assert.deepEqual(
      rows.map(({ id, label }) => [id, label]),
      [
        [targetPath(signal("US")), "INFL v0 · United States"],
        [targetPath(signal("DE")), "INFL v0 · Germany"],
      ],
    );
  });

  it("marks which of its hits are superseded", async () => {
    const versions = [2, 1].map((version) => ({ code: "INFL", version }));
    listing = JSON.stringify(versions);
    await open();
    search.search({ generation: 1, text: "infl germany" });
    const { rows } = await until("both", () => found.find((each) => each.rows.length > 1));
    assert.deepEqual(
      rows.map(({ label, description }) => [label, description]),
      [
        ["INFL v2 · Germany", "INFL · DE"],
        ["INFL v1 · Germany", "INFL · DE · superseded"],
      ],
    );
  });

  it("reports once, and last, that its lists are loading", async () => {
    isWaiting = true;
    await open();
    search.search({ generation: 1, text: "" });
    assert.equal(found.at(-1)?.note, "loading…");
    const listed = await until("the signals", () =>
      found.find(({ note }) => note.includes("variants")),
    );
    assert.equal(listed.note, "0 variants of 0 of 1 signal; loading…");
  });
});
