import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { coverageOf } from "../../../src/data/coverage";
import { HttpError, NetworkError } from "../../../src/service/errors";
import { endOfDay } from "../../../src/shared/instant";
import { signalRef } from "../../../src/shared/reference";
import { type Panel } from "../../../src/store/panel";
import { SeriesFiles } from "../../../src/store/seriesFiles";
import { SeriesFolder } from "../../../src/store/seriesFolder";
import {
  PanelService,
  answerUsual,
  countryNames,
  panelOf,
  valueOf,
} from "../../support/panelService";
import { noRepairs } from "../../support/frames";
import { temporaryFolder } from "../../support/temporaryFolder";

const asOf = "2026-11-20T14%3A05%3A01";
const instant = "20261120T140501Z";

/** As usual, but for one country. */
const answerBroken: typeof answerUsual = (country, request, response) => {
  if (country === "C003") response.writeHead(500).end("broken");
  else answerUsual(country, request, response);
};

describe("PanelStore", () => {
  const folder = temporaryFolder("panels");
  let service: PanelService;

  beforeEach(async () => {
    service = await PanelService.start();
  });

  /** Waits until a panel's series are on disk. */
  async function written({ variants }: Panel): Promise<void> {
    for (const { reference } of variants) await service.series.cachedBody(reference);
  }

  afterEach(() => service.stop());
  after(() => folder.remove());

  it("returns all forty variants whose last month ends after the as-of, and reports it once (DATA-17)", async () => {
    const body = await readFile("test/fixtures/cases/future-month-end.parquet");
    service.answer = (_country, _request, response) => response.end(body);
    service.nowMs = Date.parse("2024-06-14T12:00:00Z");
    for (const asked of [panelOf(), panelOf("*", endOfDay(19_887))]) {
      const panel = await service.panels.panel(asked);
      assert.deepEqual([panel.variants.length, panel.missing, panel.failed], [40, [], []]);
      assert.deepEqual(coverageOf(panel).repairs, {
        ...noRepairs,
        hasDaysAfterAsOf: true,
        cameAs: "parquet",
      });
    }
  });

  it("asks for all of forty as of one instant, and reads them again without a request", async () => {
    const counts: [number, number][] = [];
    const panel = await service.panels.panel(panelOf(), {
      onProgress: (...count) => counts.push(count),
    });
    // The first is asked for as the latest, whose time becomes the as-of of all, its own among them.
    const first = { country: "C000", asOf: undefined };
    const others = service.countries.map((country) => ({ country, asOf }));
    const byText = (one: object, other: object): number =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
    assert.deepEqual(service.asked().toSorted(byText), [first, ...others].toSorted(byText));
    assert.deepEqual(panel.reference, { ...panelOf(), asOf: instant });
    assert.deepEqual(
      panel.variants.map(({ reference }) => reference),
      service.countries.map((country) =>
        signalRef({ ...panelOf(), tags: { country_iso: country }, asOf: panel.reference.asOf }),
      ),
    );
    assert.deepEqual([panel.missing, panel.failed], [[], []]);
    assert.deepEqual(counts.at(-1), [40, 40]);
    assert.equal(counts.length, 41);

    const { length } = service.server.requests;
    service.nowMs += 14 * 60_000;
    assert.deepEqual(await service.panels.panel(panelOf()), panel);
    assert.deepEqual((await service.panels.panel(panel.reference)).variants, panel.variants);
    for await (const { variant, frame } of service.panels.frames(panel)) {
      assert.equal(
        frame.columns[0]?.values[0],
        valueOf(variant.reference.tags["country_iso"] ?? ""),
      );
    }
    assert.equal(service.server.requests.length, length);
  });

  it("knows the columns, the rows, and the days with a value of each", async () => {
    const [variant] = (await service.panels.panel(panelOf())).variants;
    assert.deepEqual(variant, {
      reference: variant?.reference,
      columns: [{ name: "Level", type: "number" }],
      // 2024-01-01: `date -ud 2024-01-01 +%s` / 86400
      observed: Int32Array.of(19_723),
      rows: 2,
      repairs: noRepairs,
    });
  });

  it("knows what of each answer is not in it as it came (DATA-10)", async () => {
    service.answer = (_country, _request, response) => {
      response.end("Date,Level\n2024-01-01,1.5\n2024-01-01,1.5\n");
    };
    const [variant] = (await service.panels.panel(panelOf())).variants;
    assert.equal(variant?.repairs.duplicateRows, 1);
  });

  it("lets latest become another instant when it is old, and when it is refreshed", async () => {
    const first = await service.panels.panel(panelOf());
    service.nowMs += 1_000;
    const refreshed = await service.panels.panel(panelOf(), { isRefresh: true });
    service.nowMs += 15 * 60_000;
    const later = await service.panels.panel(panelOf());
    const [one, two, three] = [first, refreshed, later].map((each) => each.reference.asOf);
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    assert.ok(one < two && two < three, [one, two, three].join(" "));
    assert.equal(service.asked().length, 3 * 41);
  });

  it("finds the variants that are new and gone when it is refreshed", async () => {
    await service.panels.panel(panelOf());
    service.countries = ["C001", "C777"];
    const { variants } = await service.panels.panel(panelOf(), { isRefresh: true });
    assert.deepEqual(
      variants.map(({ reference }) => reference.tags["country_iso"]),
      ["C001", "C777"],
    );
  });

  it("takes what the service does not have for coverage, and asks for it once", async () => {
    const isMissing = (country: string): boolean => /[05]$|^XX$/.test(country);
    service.answer = (country, request, response) => {
      if (isMissing(country)) response.writeHead(404).end("no such variant");
      else answerUsual(country, request, response);
    };
    const wanted = panelOf(["XX", ...service.countries]);
    const panel = await service.panels.panel(wanted);
    assert.deepEqual(
      panel.missing.map(({ tags }) => tags["country_iso"]),
      [...service.countries.filter(isMissing), "XX"],
    );
    assert.equal(panel.variants.length, 32);
    assert.deepEqual(panel.failed, []);
    const { length } = service.server.requests;
    assert.equal(length, 1 + 41);
    assert.deepEqual(await service.panels.panel(wanted), panel);
    assert.equal(service.server.requests.length, length);
  });

  it("tells what is kept of a panel by what was asked for and by its instant, without a request", async () => {
    assert.equal(await service.panels.cachedCoverage(panelOf()), undefined);
    service.answer = (country, request, response) => {
      if (country === "C004") response.writeHead(404).end();
      else answerUsual(country, request, response);
    };
    const panel = await service.panels.panel(panelOf());
    const { length } = service.server.requests;
    for (const reference of [panelOf(), panel.reference]) {
      const cached = await service.panels.cachedCoverage(reference);
      assert.deepEqual([cached?.panel.variants.length, cached?.panel.missing.length], [39, 1]);
      assert.equal(cached?.unknown, 0);
    }
    assert.equal(await service.panels.cachedCoverage(panelOf("*", endOfDay(20_000))), undefined);
    assert.equal(service.server.requests.length, length);
  });

  it("reads from disk once what is kept of a panel that is looked at again", async () => {
    service.reopen(new SeriesFiles(new SeriesFolder(folder.path, () => 1e8), "looking"));
    const panel = await service.panels.panel(panelOf());
    const { reference } = panel;
    await written(panel);
    // As of a panel that was fetched long ago.
    service.panels.forgetCached();
    const read = async (): Promise<number> => {
      service.series.forgetCached();
      const cached = await service.panels.cachedCoverage(reference);
      assert.deepEqual([cached?.panel.variants.length, cached?.unknown], [40, 0]);
      return service.series.allCachedSeries().length;
    };
    assert.equal(await read(), 40);
    assert.equal(await read(), 0);
    service.panels.forgetCached();
    assert.equal(await read(), 40);
  });

  it("ends with three hundred right or named when a tenth fails, and gets the rest anew", async () => {
    service.countries = countryNames(300);
    let isHealed = false;
    let count = 0;
    service.answer = (country, request, response) => {
      count += 1;
      if (country.endsWith("7") && !isHealed) response.writeHead(500).end("broken");
      else if (count % 10 === 0) response.socket?.destroy();
      else answerUsual(country, request, response);
    };
    const panel = await service.panels.panel(panelOf());
    const named = [...panel.variants, ...panel.failed].map(({ reference }) => reference);
    assert.deepEqual(
      named.map(({ tags }) => tags["country_iso"]).sort(),
      service.countries.toSorted(),
    );
    assert.ok(panel.failed.length >= 30);
    assert.ok(
      panel.failed.every(
        ({ error }) => error instanceof HttpError || error instanceof NetworkError,
      ),
    );

    isHealed = true;
    const before = service.asked().length;
    let whole = panel;
    while (whole.failed.length > 0) whole = await service.panels.retry(whole);
    const again = service.asked().slice(before);
    assert.deepEqual(
      new Set(again.map(({ country }) => country)),
      new Set(panel.failed.map(({ reference }) => reference.tags["country_iso"])),
    );
    assert.ok(again.every((each) => each.asOf === service.asked()[1]?.asOf));
    assert.equal(whole.reference.asOf, panel.reference.asOf);
    const values: unknown[] = [];
    for await (const { variant, frame } of service.panels.frames(whole)) {
      assert.equal(variant.reference.tags["country_iso"], service.countries[values.length]);
      values.push(frame.columns[0]?.values[0]);
    }
    assert.deepEqual(values, service.countries.map(valueOf));
    // What was completed is the panel from now on.
    assert.deepEqual(await service.panels.panel(panelOf()), whole);
  });

  it("asks again for what has failed, and for nothing else, when it is read again", async () => {
    service.answer = answerBroken;
    const { failed } = await service.panels.panel(panelOf());
    assert.equal(failed.length, 1);
    service.answer = answerUsual;
    const before = service.asked().length;
    assert.deepEqual((await service.panels.panel(panelOf())).failed, []);
    assert.deepEqual(service.asked().slice(before), [{ country: "C003", asOf }]);
  });

  it("stands as a new one for who had what failed asked for, and is as old as it was for others", async () => {
    service.answer = answerBroken;
    const old = await service.panels.panel(panelOf());
    service.nowMs += 16 * 60_000;
    service.answer = answerUsual;
    const shown = await service.panels.retry(old);
    assert.deepEqual(shown.reference, old.reference);
    service.nowMs += 14 * 60_000;
    assert.equal(await service.panels.panel(panelOf(), { shown }), shown);
    const newer = await service.panels.panel(panelOf());
    assert.ok(newer.reference.asOf > old.reference.asOf);
    assert.deepEqual((await service.panels.panel(panelOf(), { shown })).reference, newer.reference);
    await service.panels.retry(old);
    assert.deepEqual((await service.panels.panel(panelOf())).reference, newer.reference);
  });

  it("is asked for anew by who shows it a quarter of an hour after it was completed", async () => {
    service.answer = answerBroken;
    const old = await service.panels.panel(panelOf());
    service.answer = answerUsual;
    const shown = await service.panels.retry(old);
    service.nowMs += 15 * 60_000;
    const newer = await service.panels.panel(panelOf(), { shown });
    assert.ok(newer.reference.asOf > shown.reference.asOf);
  });

  it("never stands before a newer one, however late it was completed", async () => {
    service.answer = answerBroken;
    const old = await service.panels.panel(panelOf());
    service.nowMs += 60_000;
    service.answer = answerUsual;
    const refreshed = await service.panels.panel(panelOf(), { isRefresh: true });
    service.nowMs += 10 * 60_000;
    const shown = await service.panels.retry(old);
    assert.equal(shown.reference.asOf, instant);
    // The refreshed one has grown old, the completed one has not.
    service.nowMs += 6 * 60_000;
    const newer = await service.panels.panel(panelOf(), { shown });
    assert.ok(newer.reference.asOf > refreshed.reference.asOf);
  });

  it("does not stand any more once all that is kept is forgotten, though it was completed", async () => {
    service.answer = answerBroken;
    const old = await service.panels.panel(panelOf());
    service.answer = answerUsual;
    const shown = await service.panels.retry(old);
    service.nowMs += 60_000;
    service.panels.forgetCached();
    const newer = await service.panels.panel(panelOf(), { shown });
    assert.ok(newer.reference.asOf > shown.reference.asOf);
  });

  it("holds on to no frame", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage = vm.runInNewContext("gc") as () => void;
    const panel = await service.panels.panel(panelOf());
    const frames: WeakRef<object>[] = [];
    for await (const { frame } of service.panels.frames(panel))
      frames.push(new WeakRef(frame.days));
    assert.equal(frames.length, 40);
    service.series.forgetCached();
    await turn();
    collectGarbage();
    const left = frames.filter((frame) => frame.deref() !== undefined);
    // The last one may still stand in a register.
    assert.ok(left.length <= 1, `${left.length} frames are still there`);
    assert.equal(panel.variants.length, 40);
  });

  it("reads its frames from disk, and without that from the service as of the same instant", async () => {
    const files = new SeriesFiles(new SeriesFolder(folder.path, () => 1e8), "owner");
    service.reopen(files);
    const panel = await service.panels.panel(panelOf());
    await written(panel);
    const { length } = service.server.requests;
    const values = async (): Promise<unknown[]> => {
      const all: unknown[] = [];
      for await (const { frame } of service.panels.frames(panel))
        all.push(frame.columns[0]?.values[0]);
      return all;
    };
    service.series.forgetCached();
    assert.deepEqual(await values(), service.countries.map(valueOf));
    assert.equal(service.server.requests.length, length);
    service.reopen();
    assert.deepEqual(await values(), service.countries.map(valueOf));
    assert.deepEqual(
      new Set(
        service
          .asked()
          .slice(-40)
          .map((each) => each.asOf),
      ),
      new Set([asOf]),
    );
    assert.equal(service.server.requests.length, length + 40);
  });

  it("keeps an as-of that was asked for, and asks for it anew only when it is refreshed", async () => {
    const vintage = panelOf(["C001", "C002"], endOfDay(19_902));
    const panel = await service.panels.panel(vintage);
    assert.deepEqual(panel.reference, vintage);
    service.nowMs += 60 * 60_000;
    assert.equal((await service.panels.panel(vintage)).variants.length, 2);
    assert.equal(service.asked().length, 2);
    await service.panels.panel(vintage, { isRefresh: true });
    assert.equal(service.asked().length, 4);
  });
});
