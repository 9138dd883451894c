import assert from "node:assert/strict";
import { type PanelVariantFrame, type Panel } from "../../../src/store/panel";
import { type PanelTable, type WrittenTable, panelAhead } from "../../../src/store/panelAhead";
import { panelLayout, panelParts } from "../../../src/store/panelTable";
import { tableBlocks } from "../../../src/store/tableBlocks";
import { deferred } from "../../support/deferred";
import { PanelService, answerUsual, panelOf, valueOf } from "../../support/panelService";
import { parquetParts } from "../../support/parquetParts";

const wanted: PanelTable = {
  reference: panelOf(),
  format: "parquet",
  metadata: ({ reference, variants }) => ({ said: `${variants.length} as of ${reference.asOf}` }),
};

function bytesOf(table: WrittenTable | undefined): Buffer {
  assert.ok(table !== undefined, "nothing was written ahead");
  return Buffer.concat(table.blocks);
}

describe("a panel that is written ahead", () => {
  let service: PanelService;

  beforeEach(async () => {
    service = await PanelService.start();
  });
  afterEach(() => service.stop());

  const ahead = (table: Partial<PanelTable> = {}): ReturnType<typeof panelAhead> =>
    panelAhead(service.panels, service.worker, { ...wanted, ...table });

  /** What is written when all has come. */
  async function writtenAfter(
    panel: Panel,
    { format, metadata, slice }: PanelTable,
  ): Promise<Buffer> {
    const source = { panel, panels: service.panels, ...(slice === undefined ? {} : { slice }) };
    const table = { format, layout: panelLayout(source), metadata: () => metadata(panel) };
    const blocks: Uint8Array[] = [];
    for await (const block of tableBlocks(service.worker, table, panelParts(source))) {
      blocks.push(block);
    }
    return Buffer.concat(blocks);
  }

  it("has a variant's frame before the last has come, in the order of the variants", async () => {
    const gate = deferred<undefined>();
    service.answer = (country, request, response) => {
      // Holds back one in the middle, too, behind which others come.
      const held = { C002: 100, C039: undefined }[country];
      if (country === "C039") void gate.promise.then(() => answerUsual(country, request, response));
      else setTimeout(() => answerUsual(country, request, response), held ?? 0);
    };
    const seen: PanelVariantFrame[] = [];
    let followed: Promise<void> | undefined;
    const onFrames = (frames: AsyncIterable<PanelVariantFrame>): void => {
      const follow = async (): Promise<void> => {
        for await (const each of frames) {
          seen.push(each);
          // Two are on their way while one is used.
          if (seen.length === 37) gate.resolve(undefined);
        }
      };
      followed = follow();
    };
    const panel = await service.panels.panel(panelOf(), { onFrames });
    await followed;
    assert.deepEqual(
      seen.map(({ variant }) => variant),
      panel.variants,
    );
    assert.deepEqual(
      seen.map(({ frame }) => frame.columns[0]?.values[0]),
      service.countries.map(valueOf),
    );
  });

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
    const [early, late] = [one, other].map(({ table }) => parquetParts(bytesOf(table)));
    assert.deepEqual(late, early);
    assert.equal(service.asked().length, 41);
  });

  for (const format of ["parquet", "csv", "json"] as const) {
    for (const slice of [undefined, { from: 19_724 }] as const) {
      it(`holds as ${format} what is written when all has come${slice ? ", of a part too" : ""}`, async () => {
        const isMissing = (country: string): boolean => country.endsWith("5");
        service.answer = (country, request, response) => {
          if (isMissing(country)) response.writeHead(404).end("no such variant");
          else answerUsual(country, request, response);
        };
        const table = { ...wanted, format, ...(slice === undefined ? {} : { slice }) };
        const come = await ahead(table);
        const after = await writtenAfter(come.panel, table);
        const shown = (bytes: Buffer): unknown =>
          format === "parquet" ? parquetParts(bytes) : bytes.toString();
        assert.deepEqual(shown(bytesOf(come.table)), shown(after));
        assert.equal(come.panel.variants.length, 36);
      });
    }
  }

  it("says in its footer what came", async () => {
    const { panel, table } = await ahead();
    const { footer } = parquetParts(bytesOf(table)) as {
      footer: { metadata: Map<string, string> };
    };
    assert.equal(footer.metadata.get("said"), "40 as of 20261120T140501Z");
    assert.equal(panel.variants.length, 40);
  });

  it("is not written where a later variant has a column more", async () => {
    service.answer = (country, _request, response) => {
      const more = country === "C030";
      response.end(`Date,Level${more ? ",Note" : ""}\n2024-01-01,1${more ? ",x" : ""}\n`);
    };
    const { panel, table } = await ahead();
    assert.equal(panel.variants.length, 40);
    assert.equal(table, undefined);
  });

  it("is not written where some of it failed", async () => {
    service.answer = (country, request, response) => {
      if (country === "C003") response.writeHead(500).end("broken");
      else answerUsual(country, request, response);
    };
    const { panel, table } = await ahead();
    assert.equal(panel.failed.length, 1);
    assert.equal(table, undefined);
  });

  it("is not written of what is kept: its frames are there at once", async () => {
    await service.panels.panel(panelOf());
    const { panel, table } = await ahead();
    assert.equal(panel.variants.length, 40);
    assert.equal(table, undefined);
  });

  it("is written by whoever wants it where its metadata cannot be made", async () => {
    const metadata = (): never => {
      throw new RangeError("no metadata");
    };
    const { panel, table } = await ahead({ metadata });
    assert.equal(panel.variants.length, 40);
    assert.equal(table, undefined);
  });

  it("fails as its panel does", async () => {
    service.answer = (_country, _request, response) => void response.writeHead(401).end("who?");
    await assert.rejects(ahead(), { name: "UnauthorizedError" });
  });

  it("ends its requests and its thread when it is cancelled", async () => {
    const waits = deferred<undefined>();
    service.answer = (country, request, response) => {
      if (service.asked().length <= 10) answerUsual(country, request, response);
      else waits.resolve(undefined);
    };
    const forks = new Set<{ dispose(): void }>();
    const worker = {
      fork: (): ReturnType<typeof service.worker.fork> => {
        const own = service.worker.fork();
        const dispose = own.dispose.bind(own);
        own.dispose = () => {
          forks.delete(own);
          dispose();
        };
        forks.add(own);
        return own;
      },
    };
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const writing = panelAhead(service.panels, worker, wanted, { signal });
    await waits.promise;
    assert.equal(forks.size, 1);
    cancelled.abort();
    await assert.rejects(writing, { name: "AbortError" });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(forks.size, 0);
  });
});
