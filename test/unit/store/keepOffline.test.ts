import assert from "node:assert/strict";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { coverageOf } from "../../../src/data/coverage";
import { NotFoundError } from "../../../src/service/errors";
import { type SeriesRef, signalRef } from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { type Instant } from "../../../src/shared/instant";
import { AsOfGate, LaterThanAsOfError } from "../../../src/store/asOfGate";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { keepOffline, type OfflineOutcome } from "../../../src/store/keepOffline";
import { OfflineFullError } from "../../../src/store/offlineFolder";
import { type SeriesFiles } from "../../../src/store/seriesFiles";
import { SeriesStore } from "../../../src/store/seriesStore";
import { PanelService, answerUsual, panelOf } from "../../support/panelService";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const block = 4096;

function seriesOf(country: string): SeriesRef {
  return signalRef({
    ...{ code: "INFL", version: 2, tags: { country_iso: country } },
    ...{ dataKind: "FIT", asOf: "latest" },
  });
}

describe("what is kept offline", () => {
  let root: TemporaryFolder;
  let service: PanelService;
  let capacity: number;
  let offlineLimit: number;

  beforeEach(async () => {
    root = temporaryFolder("keep-offline");
    service = await PanelService.start();
    [capacity, offlineLimit] = [1 << 20, 1 << 20];
    reopen();
  });
  afterEach(async () => {
    await service.stop();
    root.remove();
  });

  function folder(): CacheFolder {
    return new CacheFolder(
      root.path,
      () => capacity,
      () => offlineLimit,
    );
  }

  let files: SeriesFiles;
  /** As another window, or the same after a reload. */
  function reopen(): void {
    files = folder().filesOf("acme").series;
    service.reopen(files);
  }

  /** Without a service that answers. */
  async function goOffline(): Promise<void> {
    await service.server.close();
    reopen();
  }

  function keep(
    name: string,
    of: readonly SeriesRef[] | ReturnType<typeof panelOf>,
    options?: Parameters<typeof keepOffline>[2],
  ): Promise<OfflineOutcome> {
    const { series, panels } = service;
    return keepOffline({ series, panels, files }, { name, of }, options);
  }

  function filesIn(kind: string): string[] {
    const own = path.join(root.path, kind, "acme");
    const names = existsSync(own) ? readdirSync(own) : [];
    return names.filter((name) => name.endsWith(".series"));
  }

  async function stateOf(name: string): Promise<string> {
    const { series, copies } = (await files.copies?.states())?.get(name) ?? {};
    return `${copies} of ${series}`;
  }

  it("opens after a reload while the service cannot be reached, though the cache has been emptied", async () => {
    const series = [seriesOf("C001"), seriesOf("C002")];
    const { bytes, ...kept } = await keep("pin", series);
    assert.deepEqual(kept, { copies: 2, errors: [] });
    assert.ok(bytes > 2 * "Date,Level".length && bytes < 2 * block, `${bytes} bytes`);
    assert.deepEqual([filesIn("series"), filesIn("offline").length], [[], 2]);
    await folder().clearAll();
    await goOffline();
    for (const each of series) {
      const { frame, staleBecause } = await service.series.series(each);
      assert.deepEqual([...frame.days].length, 2);
      assert.equal(staleBecause, undefined);
    }
    service.nowMs += 24 * 60 * 60 * 1000;
    reopen();
    assert.ok((await service.series.series(seriesOf("C001"))).staleBecause);
  });

  it("needs no request for what is cached and current, also where it is only in memory", async () => {
    capacity = 0;
    reopen();
    await service.series.series(seriesOf("C001"));
    await keep("pin", [seriesOf("C001")]);
    assert.equal(service.asked().length, 1);
    assert.equal(filesIn("offline").length, 1);
  });

  it("is requested again by a refresh, and replaced by every newer answer", async () => {
    await keep("pin", [seriesOf("C001")]);
    service.nowMs += 1_000;
    service.answer = (_, __, response) => response.end("Date,Level\n2024-01-01,7\n");
    assert.equal((await keep("pin", [seriesOf("C001")], { isRefresh: true })).copies, 1);
    assert.equal(service.asked().length, 2);
    service.nowMs += 1_000;
    await service.series.series(seriesOf("C001"), { isRefresh: true });
    await service.series.cachedBody(seriesOf("C001"));
    assert.deepEqual([filesIn("series"), filesIn("offline").length], [[], 1]);
    reopen();
    assert.equal((await files.read(seriesOf("C001")))?.fetchedAtMs, service.nowMs);
  });

  it("is never deleted for the limit of the cache, whichever window tidies up", async () => {
    await keep("pin", [seriesOf("C001"), seriesOf("C002")]);
    capacity = 4 * block;
    const other = folder().filesOf("other").series;
    const { body, fetchedAtMs } = await service.series.series(seriesOf("C003"));
    for (const country of ["C004", "C005", "C006", "C007", "C008", "C009"]) {
      await other.write(seriesOf(country), { body, fetchedAtMs });
    }
    assert.equal(filesIn("offline").length, 2);
    assert.ok(readdirSync(path.join(root.path, "series", "other")).length <= 4);
    reopen();
    assert.ok(await files.read(seriesOf("C001")));
  });

  it("is copied though another window deletes the cached file at the same time", async () => {
    await service.series.series(seriesOf("C001"));
    await service.series.cachedBody(seriesOf("C001"));
    rmSync(path.join(root.path, "series"), { recursive: true });
    assert.equal((await keep("pin", [seriesOf("C001")])).copies, 1);
    await goOffline();
    assert.ok(await service.series.openCached(seriesOf("C001")));
  });

  it("has a limit of its own: beyond it nothing is added, and nothing deleted", async () => {
    await keep("pin", [seriesOf("C001")]);
    offlineLimit = (await folder().offline.size()).bytes + 10;
    reopen();
    const { copies, errors } = await keep("more", [seriesOf("C002")]);
    assert.equal(copies, 0);
    assert.ok(errors[0] instanceof OfflineFullError);
    assert.deepEqual(await stateOf("pin"), "1 of 1");
    assert.deepEqual(await stateOf("more"), "0 of 1");
    // What is there can still be renewed.
    assert.equal((await keep("pin", [seriesOf("C001")], { isRefresh: true })).copies, 1);
  });

  it("has room for as much as was released, without a reload", async () => {
    const [first, second] = ["C001", "C002"].map(seriesOf);
    assert.ok(first && second);
    const { bytes } = await keep("pin", [first]);
    const listBytes = (await folder().offline.size()).bytes - bytes;
    const bodyBytes = (await files.read(first))?.body.bytes.byteLength ?? NaN;
    // There is no room for two beside the list of their item.
    offlineLimit = listBytes + 1.5 * bodyBytes;
    await files.releaseOthers(new Set());
    assert.deepEqual(await keep("more", [second]).then(({ errors }) => errors), []);
  });

  it("reports each series that the service does not have, and keeps the others", async () => {
    service.answer = (country, request, response) => {
      if (country === "C002") response.writeHead(404).end("{}");
      else answerUsual(country, request, response);
    };
    const { copies, errors } = await keep("pin", [seriesOf("C001"), seriesOf("C002")]);
    assert.equal(copies, 1);
    assert.ok(errors[0] instanceof NotFoundError);
    assert.equal(await stateOf("pin"), "1 of 2");
  });

  it("shows as incomplete when it was interrupted, and the next fetch requests only the rest", async () => {
    const all = ["C001", "C002", "C003"].map(seriesOf);
    const stopped = new AbortController();
    const onSettled = (): void => stopped.abort();
    await assert.rejects(keep("pin", all, { signal: stopped.signal, onSettled }));
    const before = filesIn("offline").length;
    assert.equal(await stateOf("pin"), `${before} of 3`);
    reopen();
    assert.equal((await keep("pin", all)).copies, 3);
    assert.equal(await stateOf("pin"), "3 of 3");
    assert.equal(new Set(service.asked().map(({ country }) => country)).size, 3);
  });

  it("includes nothing later than the window's as-of", async () => {
    const gate = new AsOfGate();
    gate.set("20200131T235959Z" as Instant);
    await service.series.series(seriesOf("C001"));
    const { client } = (service.series as unknown as { options: { client: never } }).options;
    const bound = new SeriesStore({ client, worker: service.worker, files, gate });
    const requests = service.asked().length;
    await assert.rejects(bound.keepOffline(seriesOf("C001")), LaterThanAsOfError);
    bound.dispose();
    assert.deepEqual([filesIn("offline"), service.asked().length], [[], requests]);
  });

  it("can be a panel, which opens as of the instant of its copies while the service cannot be reached", async () => {
    const panel = panelOf();
    const { copies, bytes } = await keep("panel", panel);
    assert.equal(copies, 40);
    const onDisk = filesIn("offline").map((name) =>
      statSync(path.join(root.path, "offline", "acme", name)),
    );
    assert.equal(
      bytes,
      onDisk.reduce((sum, { size }) => sum + size, 0),
    );
    await folder().clearAll();
    await goOffline();
    const shown = await service.panels.panel(panel);
    assert.equal(coverageOf(shown).variants.length, 40);
    assert.ok(shown.staleBecause);
    assert.deepEqual([shown.asked.asOf, shown.reference.asOf.slice(0, 8)], ["latest", "20261120"]);
    let frames = 0;
    for await (const { frame } of service.panels.frames(shown))
      frames += frame.days.length > 0 ? 1 : 0;
    assert.equal(frames, 40);
    await assert.rejects(service.panels.panel(panel, { isRefresh: true }));
    assert.ok((await service.panels.panel(panel)).staleBecause);
  });

  it("returns to the cache once nothing needs it, and what another item needs stays", async () => {
    await keep("one", [seriesOf("C001"), seriesOf("C002")]);
    await keep("other", [seriesOf("C002")]);
    await files.releaseOthers(new Set(["other"]));
    assert.deepEqual([filesIn("series").length, filesIn("offline").length], [1, 1]);
    assert.deepEqual([...((await files.copies?.states())?.keys() ?? [])], ["other"]);
    reopen();
    assert.ok(await files.read(seriesOf("C001")));
    const [cached] = await files.list();
    assert.equal(cached && referencePath(cached.reference), referencePath(seriesOf("C001")));
    assert.equal((await files.list()).length, 2);
  });

  it("is deleted with the key of its service, and on request, never with the cache", async () => {
    await keep("pin", [seriesOf("C001")]);
    await folder().clearAll();
    assert.equal((await folder().offline.size()).series, 1);
    assert.deepEqual(await folder().clear((owner) => owner === "acme"), []);
    assert.deepEqual(await folder().offline.size(), { series: 0, bytes: 0 });
    await keep("pin", [seriesOf("C001")]);
    const { series, bytes } = await folder().clearOffline();
    assert.equal(series, 1);
    assert.ok(bytes > 0);
    assert.deepEqual(await folder().offline.size(), { series: 0, bytes: 0 });
  });

  it("is not read where a file was damaged", async () => {
    await keep("pin", [seriesOf("C001")]);
    const [name = ""] = filesIn("offline");
    writeFileSync(path.join(root.path, "offline", "acme", name), "x".repeat(200));
    reopen();
    assert.equal(await files.read(seriesOf("C001")), undefined);
    assert.equal(await stateOf("pin"), "0 of 1");
  });
});
