import assert from "node:assert/strict";
import { type ServerResponse } from "node:http";
import { UnknownAddressError } from "../../../src/catalog/panelErrors";
import { NetworkError, NotFoundError, UnauthorizedError } from "../../../src/service/errors";
import { signalRef } from "../../../src/shared/reference";
import { deferred } from "../../support/deferred";
import { PanelService, answerUsual, panelOf } from "../../support/panelService";
import { rejection } from "../../support/rejection";
import { until } from "../../support/until";

describe("PanelStore, when it does not come to its end", () => {
  let service: PanelService;

  beforeEach(async () => {
    service = await PanelService.start();
  });
  afterEach(() => service.stop());

  it("ends its requests when it is cancelled, and keeps nothing half", async () => {
    const held: ServerResponse[] = [];
    service.answer = (country, request, response) => {
      if (service.asked().length > 10) held.push(response);
      else answerUsual(country, request, response);
    };
    const cancelled = new AbortController();
    const panel = service.panels.panel(panelOf(), { signal: cancelled.signal });
    await until("requests that wait", () => (held.length > 0 ? true : undefined));
    cancelled.abort();
    await assert.rejects(panel, { name: "AbortError" });
    await until("closed requests", () =>
      held.every(({ destroyed }) => destroyed) ? true : undefined,
    );
    const count = service.asked().length;
    assert.ok(count < 41);
    service.answer = answerUsual;
    assert.equal((await service.panels.panel(panelOf())).variants.length, 40);
  });

  it("is fetched once for two who ask, of whom one may leave", async () => {
    const gate = deferred<undefined>();
    service.answer = (country, request, response) => {
      if (country !== "C039") answerUsual(country, request, response);
      else void gate.promise.then(() => answerUsual(country, request, response));
    };
    const cancelled = new AbortController();
    const one = service.panels.panel(panelOf(), { signal: cancelled.signal });
    const progress = deferred<[number, number]>();
    const onProgress = (...count: [number, number]): void => {
      if (count[0] === 39) progress.resolve(count);
    };
    const other = service.panels.panel(panelOf(), { onProgress });
    assert.deepEqual(await progress.promise, [39, 40]);
    cancelled.abort();
    await assert.rejects(one, { name: "AbortError" });
    const late = deferred<[number, number]>();
    const third = service.panels.panel(panelOf(), {
      onProgress: (...count) => late.resolve(count),
    });
    assert.deepEqual(await late.promise, [39, 40]);
    gate.resolve(undefined);
    assert.deepEqual(await third, await other);
    assert.equal(service.asked().length, 41);
  });

  it("lets the series that a person clicks overtake", async () => {
    const held: (() => void)[] = [];
    service.reopen(undefined, { maxConcurrentRequests: () => 4 });
    service.answer = (country, request, response) => {
      if (service.asked().length < 3) answerUsual(country, request, response);
      else held.push(() => answerUsual(country, request, response));
    };
    const cancelled = new AbortController();
    const panel = service.panels.panel(panelOf(), { signal: cancelled.signal });
    await until("a panel that waits", () => (held.length === 3 ? true : undefined));
    const clicked = service.series.series(
      signalRef({ ...panelOf(), tags: { country_iso: "C900" }, asOf: "latest" }),
    );
    await until("the click", () => (held.length === 4 ? true : undefined));
    assert.equal(service.asked().at(-1)?.country, "C900");
    for (const give of held) give();
    assert.equal((await clicked).frame.days.length, 2);
    cancelled.abort();
    await assert.rejects(panel, { name: "AbortError" });
  });

  it("stops reading frames when it is cancelled", async () => {
    const panel = await service.panels.panel(panelOf());
    const cancelled = new AbortController();
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { variant } of service.panels.frames(panel, cancelled.signal)) {
        read.push(variant.reference.tags["country_iso"] ?? "");
        cancelled.abort();
      }
    };
    await assert.rejects(reading(), { name: "AbortError" });
    assert.deepEqual(read, ["C000"]);
  });

  it("fails as a whole when the service cannot be reached", async () => {
    await service.panels.panel(panelOf(["C001", "C002"]));
    await service.server.close();
    service.nowMs += 60 * 60_000;
    await rejection(service.panels.panel(panelOf(["C001", "C002"])), NetworkError);
  });

  it("fails as a whole when the key is refused", async () => {
    service.answer = (_country, _request, response) => response.writeHead(401).end();
    await rejection(service.panels.panel(panelOf()), UnauthorizedError);
    assert.equal(service.asked().length, 3);
  });

  it("refuses a signal that the service does not have, and kinds that address nothing", async () => {
    const { tags } = panelOf();
    await rejection(
      service.panels.panel({ ...panelOf(), tags: { ...tags, sector: "*" } }),
      UnknownAddressError,
    );
    service.respond = (_request, response) => response.writeHead(404).end();
    service.reopen();
    await rejection(service.panels.panel(panelOf()), NotFoundError);
    assert.equal(service.asked().length, 0);
  });

  it("ends what is under way when it is disposed", async () => {
    const gate = deferred<undefined>();
    service.answer = () => gate.resolve(undefined);
    const panel = service.panels.panel(panelOf());
    await gate.promise;
    service.panels.dispose();
    await assert.rejects(panel, { name: "AbortError" });
    await assert.rejects(service.panels.panel(panelOf()), { name: "AbortError" });
  });
});
