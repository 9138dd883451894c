import assert from "node:assert/strict";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { CachedSeries } from "../../../src/features/notebook/lines/cachedSeries";
import { seriesDrift } from "../../../src/features/notebook/lines/driftFlow";
import { lineHover } from "../../../src/features/notebook/lines/hoverText";
import { LineActions } from "../../../src/features/notebook/lines/lineActions";
import { LaterThanAsOfError } from "../../../src/store/asOfGate";
import { LineBench, placesIn, seriesPlaceIn } from "../../support/lineBench";
import { sampleSignal } from "../../support/sampleSeries";

const { signal } = new AbortController();
const bound = "20250331T235959Z" as Instant;
const later = "20260930T235959Z" as Instant;

describe("reference lines in a window with an as-of", () => {
  let bench: LineBench;
  let actions: LineActions;
  let failures: unknown[];
  /** Of each question: how many lines are later, and than what. */
  let asked: [count: number, bound: AsOf][];
  let mayGoBack: boolean;
  beforeEach(() => {
    bench = new LineBench();
    bench.services.gate.set(bound);
    [failures, asked, mayGoBack] = [[], [], true];
    const { services, connections, worker } = bench;
    const report = (error: unknown): Promise<void> => Promise.resolve(void failures.push(error));
    actions = new LineActions(
      { services, connections, worker, failures: { report } },
      (count, than) => {
        asked.push([count, than]);
        return Promise.resolve(mayGoBack);
      },
    );
  });
  afterEach(async () => {
    actions.dispose();
    await bench.dispose();
  });

  const asOfs = (document: Parameters<typeof placesIn>[0]): AsOf[] =>
    placesIn(document).map(({ line: { reference } }) =>
      reference.family === "forecast" ? "latest" : reference.asOf,
    );

  it("are refreshed as of it", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "request"));
    await actions.refreshAll();
    assert.deepEqual([failures, asked, asOfs(document)], [[], [], [bound]]);
  });

  it("that are later ask before they are refreshed as of it", async () => {
    bench.services.gate.set("latest");
    const codes = [
      await bench.code({ ...sampleSignal(), asOf: later }, "request"),
      await bench.code(sampleSignal("US"), "request"),
    ];
    const document = await bench.script(codes.join("\n\n# %%\n"));
    const text = document.getText();
    bench.services.gate.set(bound);
    mayGoBack = false;
    await actions.refreshAll();
    assert.deepEqual([asked, document.getText()], [[[1, bound]], text]);
    mayGoBack = true;
    await actions.refreshAll();
    assert.deepEqual([failures, asOfs(document)], [[], [bound, bound]]);
  });

  it("are compared with what was known at it", async () => {
    const document = await bench.script(await bench.code(sampleSignal(), "request"));
    const { services, connections, worker } = bench;
    const place = seriesPlaceIn(document);
    const { head, isLater } = await seriesDrift({ services, connections, worker }, place, {
      signal,
    });
    assert.deepEqual([head.after, isLater], ["31 Mar 2025", true]);
  });

  it("that are later cannot be compared", async () => {
    bench.services.gate.set("latest");
    const code = await bench.code({ ...sampleSignal(), asOf: later }, "request");
    const document = await bench.script(code);
    bench.services.gate.set(bound);
    const { services, connections, worker } = bench;
    const comparing = seriesDrift({ services, connections, worker }, seriesPlaceIn(document), {
      signal,
    });
    await assert.rejects(comparing, LaterThanAsOfError);
  });

  it("show no later values in a hover, though they are cached", async () => {
    const { services, connections } = bench;
    const known = new CachedSeries({ connections, services });
    const hover = async (asOf: AsOf): Promise<string> => {
      const { href } = services.connection.baseUrl;
      const text = `# macro-signals: signals/INFL/2/country_iso=US/FIT/${asOf} @ ${href}`;
      const line = parseReferenceLine(text) ?? assert.fail();
      return (await lineHover(line, known, signal))?.value ?? "";
    };
    services.gate.set("latest");
    await services.series.series({ ...sampleSignal(), asOf: "latest" });
    await services.series.series({ ...sampleSignal(), asOf: later });
    const shown = await Promise.all([hover("latest"), hover(later)]);
    for (const text of shown) assert.match(text, /Level/);
    services.gate.set(bound);
    for (const asOf of ["latest", later, bound] as const) {
      assert.doesNotMatch(await hover(asOf), /Level/, asOf);
    }
    await services.series.series({ ...sampleSignal(), asOf: bound });
    for (const asOf of ["latest", later, bound] as const) {
      assert.match(await hover(asOf), /Level/, asOf);
    }
  });
});
