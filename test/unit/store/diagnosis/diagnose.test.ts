import assert from "node:assert/strict";
import { type RequestListener, type ServerResponse } from "node:http";
import { variantsOf } from "../../../../src/catalog/variants";
import { type SampleService, startSampleService } from "../../../../src/sample/sampleService";
import {
  AsOfNotHonouredError,
  HttpError,
  NetworkError,
  NotFoundError,
  ServiceError,
  UnauthorizedError,
} from "../../../../src/service/errors";
import { DecodeError } from "../../../../src/data/errors";
import { diagnose } from "../../../../src/store/diagnosis/diagnose";
import {
  type Finding,
  stepNames,
  type StepFacts,
  type StepName,
} from "../../../../src/store/diagnosis/findings";
import { type NetworkPath } from "../../../../src/store/diagnosis/pathSteps";
import {
  ProxyUnreachableError,
  type TunnelProxy,
} from "../../../../src/store/diagnosis/tunnelProxy";
import { endpointOf } from "../../../../src/service/openSocket";
import { FrameWorker } from "../../../../src/store/frameWorker";
import { type Clock } from "../../../../src/shared/clock";
import { frameWorkerFile } from "../../../support/builtFiles";
import { MovedClock } from "../../../support/movedClock";
import { testClient, testKey } from "../../../support/testClient";
import { type TestServer, startServer } from "../../../support/testServer";
import { until } from "../../../support/until";

/** The steps that reached a state, in order. */
function namesWith(findings: readonly Finding[], state: string): StepName[] {
  return findings.filter(({ result }) => result.state === state).map(({ step }) => step);
}

/** The failures that kept steps from being tried. */
function blockersIn(findings: readonly Finding[]): StepName[] {
  return findings.flatMap(({ result }) => (result.state === "not-tried" ? [result.because] : []));
}

/** The reason why a step failed, which it must have. */
function errorOf(findings: readonly Finding[], name: StepName): unknown {
  const result = findings.find(({ step }) => step === name)?.result;
  assert.ok(result?.state === "failed", `${name}: ${result?.state}`);
  return result.error;
}

/** The finding of a step, which must have one. */
function factsOf<S extends StepName>(findings: readonly Finding[], name: S): StepFacts[S] {
  const result = findings.find(({ step }) => step === name)?.result;
  assert.ok(result?.state === "passed" || result?.state === "warning", `${name}: ${result?.state}`);
  return result.facts as StepFacts[S];
}

const direct: NetworkPath = {
  carrier: "undici",
  proxyFor: () => undefined,
  certificates: () => [],
};

const variants = [{ kind: "country_iso", values: ["US", "DE"], sub_tags: null }];
const rows = "Date,Level\n2024-06-27,1.5\n2024-06-28,2.5\n";
const jsonRows = '[{"Date":"2024-06-27","Level":1.5},{"Date":"2024-06-28","Level":2.5}]';

/** A service with one signal, whose series are CSV and JSON; Parquet is no Parquet. */
function answer(target: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(target, "http://127.0.0.1");
  if (pathname === "/api/v3/signal/") {
    response.end(JSON.stringify([{ code: "INFL", version: 2, tags: variants }]));
  } else if (searchParams.get("fmt") === "csv") response.end(rows);
  else if (searchParams.get("fmt") === "json") response.end(jsonRows);
  else response.end("PAR1 and nothing more PAR1");
}

describe("diagnose", () => {
  const worker = new FrameWorker(frameWorkerFile);
  const closing: (() => unknown)[] = [];
  after(() => worker.dispose());
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function serverWith(listener: RequestListener): Promise<TestServer> {
    const server = await startServer(listener);
    closing.push(() => server.close());
    return server;
  }

  interface Circumstances {
    readonly network?: Partial<NetworkPath>;
    readonly signal?: AbortSignal;
    readonly clock?: Clock;
    readonly key?: string;
  }

  async function findingsAt(
    address: string,
    { network, signal, clock, key = testKey }: Circumstances = {},
  ): Promise<readonly Finding[]> {
    const { client, dispose } = testClient(address, { apiKey: () => Promise.resolve(key) });
    closing.push(dispose);
    const findings: Finding[] = [];
    const options = {
      client,
      worker,
      variantsOf,
      network: { ...direct, ...network },
      ...(clock === undefined ? {} : { clock }),
    };
    for await (const finding of diagnose(options, signal ?? new AbortController().signal)) {
      findings.push(finding);
    }
    return findings;
  }

  describe("of the sample service", () => {
    let sample: SampleService;
    before(async () => (sample = await startSampleService({ apiKey: testKey })));
    after(() => sample.close());

    it("passes every step that there is, in order", async () => {
      const findings = await findingsAt(sample.url);
      assert.deepEqual(
        findings.map(({ step }) => step),
        stepNames,
      );
      const notNeeded = { name: "address", proxy: "no-proxy", tls: "no-tls" };
      assert.deepEqual(
        Object.fromEntries(
          findings.flatMap(({ step, result }) =>
            result.state === "not-needed" ? [[step, result.why]] : [],
          ),
        ),
        notNeeded,
      );
      const passed = stepNames.filter((name) => !Object.hasOwn(notNeeded, name));
      assert.deepEqual(namesWith(findings, "passed"), passed);
    });

    it("reads the same rows in each format", async () => {
      const findings = await findingsAt(sample.url);
      const [parquet, csv, json] = (["parquet", "csv", "json"] as const).map((format) =>
        factsOf(findings, format),
      );
      assert.ok(parquet !== undefined && parquet.rows > 1_000);
      assert.deepEqual(parquet.columns, ["Level", "Momentum", "Aggregate"]);
      const shapeOf = (facts: typeof parquet | undefined): unknown[] => [
        facts?.rows,
        facts?.columns,
        facts?.firstDay,
        facts?.lastDay,
      ];
      assert.deepEqual([shapeOf(csv), shapeOf(json)], [shapeOf(parquet), shapeOf(parquet)]);
      assert.match(parquet.request, /fmt=parquet$/);
    });

    it("finds the vintage of a year ago shorter than the latest series", async () => {
      const { lastDay, latestLastDay } = factsOf(await findingsAt(sample.url), "asOf");
      assert.ok(lastDay !== undefined && latestLastDay - lastDay >= 360, `${lastDay}`);
    });

    it("counts the requests, its own among them", async () => {
      const { sent, answered, failed } = factsOf(await findingsAt(sample.url), "requests");
      assert.ok(sent >= 5);
      assert.deepEqual([answered, failed], [sent, 0]);
    });

    it("stops at a key that is refused, but compares the clocks", async () => {
      const findings = await findingsAt(sample.url, { key: "wrong" });
      assert.ok(errorOf(findings, "key") instanceof UnauthorizedError);
      const notTried = ["listing", "parquet", "csv", "json", "asOf"];
      assert.deepEqual(namesWith(findings, "not-tried"), notTried);
      assert.deepEqual(namesWith(findings, "passed"), [
        "connection",
        "answer",
        "clock",
        "requests",
      ]);
    });

    it("says that this computer's clock is off", async () => {
      const clock = new MovedClock(Date.now() + 7_200_000);
      const findings = await findingsAt(sample.url, { clock });
      const { aheadMs } = factsOf(findings, "clock");
      assert.deepEqual(namesWith(findings, "warning"), ["clock"]);
      assert.equal(Math.round(aheadMs / 600_000), 12);
    });
  });

  describe("when the way is blocked", () => {
    async function closedOrigin(): Promise<string> {
      const server = await startServer(() => undefined);
      await server.close();
      return server.origin;
    }

    it("tries nothing behind a connection that is refused", async () => {
      const findings = await findingsAt(await closedOrigin());
      assert.deepEqual(namesWith(findings, "failed"), ["connection"]);
      assert.equal(Reflect.get(Object(errorOf(findings, "connection")), "code"), "ECONNREFUSED");
      const notTried = stepNames.slice(stepNames.indexOf("answer"), -1);
      assert.deepEqual(namesWith(findings, "not-tried"), notTried);
      assert.deepEqual([...new Set(blockersIn(findings))], ["connection"]);
    });

    it("names the first failure, not those that follow from it", async () => {
      const findings = await findingsAt("https://service.invalid");
      assert.deepEqual(namesWith(findings, "failed"), ["name"]);
      assert.deepEqual([...new Set(blockersIn(findings))], ["name"]);
    });

    it("blames the proxy that does not answer, and says who named it (PROXY-03)", async () => {
      const { host } = new URL(await closedOrigin());
      const proxy: TunnelProxy = {
        host,
        source: "HTTPS_PROXY",
        hasCredentials: true,
        endpoint: endpointOf(`http://${host}`),
        openTunnel: () => Promise.reject(new Error("it was not reached")),
      };
      const network = { proxyFor: () => proxy };
      const findings = await findingsAt("https://service.invalid", { network });
      assert.deepEqual(namesWith(findings, "failed"), ["connection", "proxy"]);
      const error = errorOf(findings, "proxy");
      assert.ok(error instanceof ProxyUnreachableError);
      assert.equal(error.proxy.source, "HTTPS_PROXY");
      assert.equal(errorOf(findings, "connection"), error);
      assert.deepEqual([...new Set(blockersIn(findings))], ["connection"]);
    });

    it("asks the service all the same where the editor has ways of its own", async () => {
      const network = { carrier: "editor" } as const;
      const findings = await findingsAt(await closedOrigin(), { network });
      assert.deepEqual(namesWith(findings, "failed"), ["connection", "answer"]);
      assert.ok(errorOf(findings, "answer") instanceof NetworkError);
    });
  });

  describe("of a service with flaws", () => {
    it("tells which format cannot be read", async () => {
      const { origin } = await serverWith(({ url = "" }, response) => answer(url, response));
      const findings = await findingsAt(origin);
      assert.ok(errorOf(findings, "parquet") instanceof DecodeError);
      assert.equal(factsOf(findings, "csv").rows, 2);
      assert.equal(factsOf(findings, "json").rows, 2);
    });

    it("cannot tell about an as-of later than the series' end", async () => {
      const { origin } = await serverWith(({ url = "" }, response) => answer(url, response));
      assert.equal(factsOf(await findingsAt(origin), "asOf").isTold, false);
    });

    it("catches a service that ignores the as-of (DATA-08)", async () => {
      const today = new Date().toISOString().slice(0, 10);
      const { origin } = await serverWith(({ url = "" }, response) => {
        if (url.includes("fmt=csv")) response.end(`${rows}${today},3\n`);
        else answer(url, response);
      });
      assert.ok(errorOf(await findingsAt(origin), "asOf") instanceof AsOfNotHonouredError);
    });

    it("marks a format whose days are others", async () => {
      const { origin } = await serverWith(({ url = "" }, response) => {
        if (url.includes("fmt=json")) response.end('[{"Date":"2024-06-28","Level":2.5}]');
        else answer(url, response);
      });
      assert.ok(namesWith(await findingsAt(origin), "warning").includes("json"));
    });

    it("takes another variant when the service has no data for the first", async () => {
      const { origin } = await serverWith(({ url = "" }, response) => {
        if (url.includes("=US")) response.writeHead(404).end();
        else answer(url, response);
      });
      assert.match(factsOf(await findingsAt(origin), "csv").request, /country_iso=DE/);
    });

    it("tells of the last one when it has data for none", async () => {
      const { origin } = await serverWith(({ url = "" }, response) => {
        if (url.includes("/data/")) response.writeHead(404).end();
        else answer(url, response);
      });
      const findings = await findingsAt(origin);
      assert.ok(errorOf(findings, "parquet") instanceof NotFoundError);
      assert.deepEqual(namesWith(findings, "not-tried"), ["csv", "json", "asOf"]);
    });

    it("asks for no series when nothing is listed", async () => {
      const { origin } = await serverWith((_request, response) => response.end("[]"));
      const findings = await findingsAt(origin);
      assert.deepEqual(namesWith(findings, "warning"), ["listing"]);
      const notNeeded = ["name", "proxy", "tls", "parquet", "csv", "json", "asOf"];
      assert.deepEqual(namesWith(findings, "not-needed"), notNeeded);
    });

    it("does not blame the key for another failure", async () => {
      const { origin } = await serverWith((_request, response) => response.writeHead(410).end());
      const findings = await findingsAt(origin);
      assert.deepEqual(factsOf(findings, "key"), { isAccepted: false });
      assert.ok(errorOf(findings, "listing") instanceof HttpError);
    });

    for (const page of ["<html>Sign in", '{"hello": 1}', "Hello", ""]) {
      it(`does not take the key for accepted by an answer of "${page}"`, async () => {
        const { origin } = await serverWith((_request, response) => response.end(page));
        const findings = await findingsAt(origin);
        assert.deepEqual(factsOf(findings, "key"), { isAccepted: false });
        assert.ok(errorOf(findings, "listing") instanceof ServiceError);
      });
    }

    it("does not blame the key when connections are closed without an answer", async () => {
      const { origin } = await serverWith((request) => request.socket.destroy());
      const findings = await findingsAt(origin);
      assert.deepEqual(namesWith(findings, "failed"), ["answer"]);
      assert.ok(errorOf(findings, "answer") instanceof NetworkError);
      assert.deepEqual([...new Set(blockersIn(findings))], ["answer"]);
    });

    it("does not blame the key for an answer that breaks off", async () => {
      const { origin } = await serverWith((request, response) => {
        response.writeHead(200, { "content-length": "100" }).write("[");
        setImmediate(() => request.socket.destroy());
      });
      const findings = await findingsAt(origin);
      assert.deepEqual(namesWith(findings, "failed"), ["answer"]);
    });

    it("blames the key that is missing, not the way", async () => {
      const { origin, requests } = await serverWith((_request, response) => response.end("[]"));
      const findings = await findingsAt(origin, { key: "" });
      assert.deepEqual([namesWith(findings, "failed"), requests], [["key"], []]);
    });

    it("says nothing of its clock when it has none", async () => {
      const { origin } = await serverWith((_request, response) => {
        response.sendDate = false;
        response.end("[]");
      });
      assert.ok(namesWith(await findingsAt(origin), "not-needed").includes("clock"));
    });
  });

  it("ends at once when it is cancelled, and says what it did not do (HTTP-07)", async () => {
    let isClosed = false;
    const server = await serverWith((_request, response) => {
      response.on("close", () => (isClosed = true));
    });
    const leaving = new AbortController();
    const running = findingsAt(server.origin, { signal: leaving.signal });
    await until("the request", () => server.requests[0]);
    leaving.abort();
    const findings = await running;
    assert.deepEqual(namesWith(findings, "passed"), ["connection", "requests"]);
    const cancelled = stepNames.slice(stepNames.indexOf("answer"), -1);
    assert.deepEqual(namesWith(findings, "cancelled"), cancelled);
    await until("the end of the socket", () => (isClosed ? true : undefined));
  });

  it("tells all the same what it knew before it was cancelled", async () => {
    const server = await serverWith(({ url = "" }, response) => {
      if (!url.includes("/data/")) answer(url, response);
    });
    const leaving = new AbortController();
    const running = findingsAt(server.origin, { signal: leaving.signal });
    await until("the second request", () => server.requests[1]);
    leaving.abort();
    const findings = await running;
    assert.deepEqual(namesWith(findings, "cancelled"), ["parquet", "csv", "json", "asOf"]);
    assert.equal(factsOf(findings, "clock").aheadMs, 0);
  });
});
