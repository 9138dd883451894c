import assert from "node:assert/strict";
import { type ServerResponse } from "node:http";
import { type FrameWorker } from "../../../src/store/frameWorker";
import { type FetchPanelOptions } from "../../../src/store/panel";
import { type WantedTable, prefetchPanel } from "../../../src/store/prefetchPanel";
import { type PrefetchedTable } from "../../../src/store/tableBlocks";
import { deferred } from "../../support/deferred";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { itWith } from "../../support/interpreters";
import {
  PanelService,
  answerUsual,
  countryNames,
  panelOf,
  valueOf,
} from "../../support/panelService";
import { parquetParts } from "../../support/parquetParts";
import { until } from "../../support/until";
import { withMembers } from "../../support/withMembers";

const wanted: WantedTable = {
  reference: panelOf(),
  format: "parquet",
  metadata: ({ reference, variants }) => ({ said: `${variants.length} as of ${reference.asOf}` }),
};

async function bytesOf(table: PrefetchedTable | undefined): Promise<Buffer> {
  const blocks = await table?.blocks;
  assert.ok(blocks !== undefined, "nothing was written ahead");
  return Buffer.concat(blocks);
}

/** Three days, of which the second has no value. */
const answerThreeDays: typeof answerUsual = (country, _request, response) => {
  const value = valueOf(country);
  response.end(`Date,Level\n2024-01-01,${value}\n2024-01-02,\n2024-01-03,${-value}\n`);
};

describe("a panel that is written ahead", () => {
  let service: PanelService;

  beforeEach(async () => {
    service = await PanelService.start();
  });
  afterEach(() => service.stop());

  const ahead = (
    table: Partial<WantedTable> = {},
    options: FetchPanelOptions = {},
  ): ReturnType<typeof prefetchPanel> =>
    prefetchPanel(service.panels, service.worker, { ...wanted, ...table }, options);

  /** A worker whose thread never completes a table, and when that has ended. */
  function unfinishedWorker(onFork: (own: FrameWorker) => void): {
    readonly worker: FrameWorker;
    readonly ended: Promise<undefined>;
  } {
    const ended = deferred<undefined>();
    const fork = (): FrameWorker => {
      const own = service.worker.fork();
      const dispose = own.dispose.bind(own);
      own.dispose = () => {
        dispose();
        ended.resolve(undefined);
      };
      onFork(own);
      return own;
    };
    const takeBack = (): never => assert.fail("it is not done");
    return { worker: withMembers(service.worker, { fork, takeBack }), ended: ended.promise };
  }

  it("gives all frames to who asks for the panel while it is fetched", async () => {
    const gate = deferred<undefined>();
    service.answer = (country, request, response) => {
      if (country !== "C039") answerUsual(country, request, response);
      else void gate.promise.then(() => answerUsual(country, request, response));
    };
    const first = ahead();
    const half = deferred<undefined>();
    const watching = service.panels.panel(panelOf(), {
      onProgress: (done) => {
        if (done > 20) half.resolve(undefined);
      },
    });
    await half.promise;
    const second = ahead();
    gate.resolve(undefined);
    const [one, other] = await Promise.all([first, second, watching]);
    const [early, late] = await Promise.all([one, other].map((each) => bytesOf(each.prefetched)));
    assert.ok(early !== undefined && late !== undefined);
    assert.deepEqual(parquetParts(late), parquetParts(early));
    assert.equal(service.asked().length, 41);
  });

  it("holds all variants that the service has, sorted", async () => {
    service.countries = ["C002", "C000", "C001", "C003"];
    service.answer = (country, request, response) => {
      if (country === "C001") response.writeHead(404).end("no such variant");
      else answerThreeDays(country, request, response);
    };
    const { panel, prefetched: table } = await ahead({ format: "csv" });
    assert.equal(
      (await bytesOf(table)).toString(),
      [
        "Date,country_iso,Level",
        "2024-01-01,C000,0.5",
        "2024-01-02,C000,",
        "2024-01-03,C000,-0.5",
        "2024-01-01,C002,2.5",
        "2024-01-02,C002,",
        "2024-01-03,C002,-2.5",
        "2024-01-01,C003,3.5",
        "2024-01-02,C003,",
        "2024-01-03,C003,-3.5",
        "",
      ].join("\n"),
    );
    assert.equal(panel.missing.length, 1);
  });

  it("holds the part that is wanted", async () => {
    service.countries = ["C000", "C001"];
    service.answer = answerThreeDays;
    // 2024-01-02: `date -ud 2024-01-02 +%s` / 86400
    const { prefetched: table } = await ahead({ format: "csv", slice: { from: 19_724 } });
    assert.equal(
      (await bytesOf(table)).toString(),
      [
        "Date,country_iso,Level",
        "2024-01-02,C000,",
        "2024-01-03,C000,-0.5",
        "2024-01-02,C001,",
        "2024-01-03,C001,-1.5",
        "",
      ].join("\n"),
    );
  });

  itWith(duckDb, "DuckDB")(
    "is a Parquet file of all values, whose footer says what came, read by DuckDB",
    async () => {
      service.answer = answerThreeDays;
      const duck = await DuckFiles.open();
      try {
        await duck.write(await bytesOf((await ahead()).prefetched));
        const rows = await duck.rows("SELECT Date::VARCHAR, country_iso, Level FROM FILE");
        const expected = service.countries.flatMap((country) => [
          ["2024-01-01", country, valueOf(country)],
          ["2024-01-02", country, null],
          ["2024-01-03", country, -valueOf(country)],
        ]);
        assert.deepEqual(rows, expected);
        assert.equal((await duck.metadata())["said"], "40 as of 20261120T140501Z");
      } finally {
        await duck.close();
      }
    },
  );

  it("is written anew when the panel is refreshed", async () => {
    await service.panels.panel(panelOf());
    const { panel, prefetched: table } = await ahead({ format: "csv" }, { isRefresh: true });
    const lines = (await bytesOf(table)).toString().trimEnd().split("\n");
    assert.equal(lines.length, 1 + 2 * panel.variants.length);
  });

  it("is left to its next reader when it grows too large", async () => {
    const { panel, prefetched: table } = await ahead({ format: "csv", maxBytes: 200 });
    assert.equal(panel.variants.length, 40);
    assert.equal(await table?.blocks, undefined);
  });

  for (const [what, head, row] of [
    ["another column", "Date,Level,Note", "2024-01-01,1,x"],
    ["texts where the first has numbers", "Date,Level", "2024-01-01,x"],
  ] as const) {
    it(`is left to its next reader where a later variant has ${what}`, async () => {
      service.answer = (country, request, response) => {
        if (country === "C030") response.end(`${head}\n${row}\n`);
        else answerUsual(country, request, response);
      };
      const { panel, prefetched: table } = await ahead();
      assert.equal(panel.variants.length, 40);
      assert.equal(await table?.blocks, undefined);
    });
  }

  it("is written where a later variant lacks a column", async () => {
    service.countries = ["C000", "C001"];
    service.answer = (country, request, response) => {
      if (country === "C000") response.end("Date,Level,Note\n2024-01-01,1,x\n");
      else answerUsual(country, request, response);
    };
    const { prefetched: table } = await ahead({ format: "csv" });
    assert.equal(
      (await bytesOf(table)).toString(),
      "Date,country_iso,Level,Note\n2024-01-01,C000,1,x\n2024-01-01,C001,1.5,\n2024-01-02,C001,,\n",
    );
  });

  it("is not written where some of it failed", async () => {
    service.answer = (country, request, response) => {
      if (country === "C003") response.writeHead(500).end("broken");
      else answerUsual(country, request, response);
    };
    const { panel, prefetched: table } = await ahead();
    assert.equal(panel.failed.length, 1);
    assert.equal(table, undefined);
  });

  it("is not written of what is kept: its frames are there at once", async () => {
    await service.panels.panel(panelOf());
    const { panel, prefetched: table } = await ahead();
    assert.equal(panel.variants.length, 40);
    assert.equal(table, undefined);
  });

  it("is written by its next reader where its metadata cannot be made", async () => {
    const metadata = (): never => {
      throw new RangeError("no metadata");
    };
    const { panel, prefetched: table } = await ahead({ metadata });
    assert.equal(panel.variants.length, 40);
    assert.equal(await table?.blocks, undefined);
  });

  it("fails as its panel does", async () => {
    service.answer = (_country, _request, response) => void response.writeHead(401).end("who?");
    await assert.rejects(ahead(), { name: "UnauthorizedError" });
  });

  it("ends its requests and its thread when it is cancelled", async () => {
    const held: ServerResponse[] = [];
    service.answer = (country, request, response) => {
      if (service.asked().length <= 10) answerUsual(country, request, response);
      else held.push(response);
    };
    const begun = deferred<undefined>();
    const { worker, ended } = unfinishedWorker(() => begun.resolve(undefined));
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const writing = prefetchPanel(service.panels, worker, wanted, { signal });
    await begun.promise;
    await until("requests that wait", () => (held.length > 0 ? true : undefined));
    cancelled.abort();
    await assert.rejects(writing, { name: "AbortError" });
    await ended;
    await until("closed requests", () =>
      held.every(({ destroyed }) => destroyed) ? true : undefined,
    );
  });

  it("ends when who wanted it has left, though the panel has come", async () => {
    // So few that none waits for those before it to be written.
    service.countries = countryNames(8);
    const answered = deferred<undefined>();
    const { worker, ended } = unfinishedWorker((own) => {
      // It takes its time.
      own.writeTable = () => answered.promise.then(() => new Uint8Array());
    });
    const left = new AbortController();
    const { prefetched: table } = await prefetchPanel(service.panels, worker, wanted, {
      signal: left.signal,
    });
    left.abort();
    answered.resolve(undefined);
    assert.equal(await table?.blocks, undefined);
    await ended;
  });
});
