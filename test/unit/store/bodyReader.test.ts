import assert from "node:assert/strict";
import fc from "fast-check";
import { ContractError } from "../../../src/service/errors";
import { type BodyToRead, readBody } from "../../../src/service/readBody";
import { sharedMemory } from "../../../src/shared/sharedMemory";
import { bodyReader, readAtOnceBytes } from "../../../src/store/bodyReader";
import { FlatValue, flatParts, stepsOfPart } from "../../../src/store/flatValue";
import { FrameWorker } from "../../../src/store/frameWorker";
import { frameWorkerFile } from "../../support/builtFiles";
import { runs } from "../../support/propertyRuns";
import { rejection } from "../../support/rejection";
import { testClient } from "../../support/testClient";
import { startServer } from "../../support/testServer";
import { withMembers } from "../../support/withMembers";

const facts = { request: "GET /listing/", attempts: 1 };

function bodyOf<F extends BodyToRead["form"]>(form: F, text: string): BodyToRead<F> {
  return { form, bytes: Buffer.from(text), facts };
}

describe("bodyReader", () => {
  let worker: FrameWorker;
  /** How often a thread of its own was asked for, and how many of them may be used again. */
  let counts: { forks: number; returned: number };

  beforeEach(() => {
    worker = new FrameWorker(frameWorkerFile);
    counts = { forks: 0, returned: 0 };
  });
  afterEach(() => worker.dispose());

  const counted = (): FrameWorker =>
    withMembers(worker, {
      fork: () => {
        counts.forks += 1;
        return worker.fork();
      },
      takeBack: (own: FrameWorker) => {
        counts.returned += 1;
        worker.takeBack(own);
      },
    });

  it("reads a small body in this thread (HOST-07)", async () => {
    const body = bodyOf("signals", `["A"${" ".repeat(readAtOnceBytes - 5)}]`);
    const { items } = await bodyReader(counted())(body);
    assert.deepEqual([items.length, counts.forks], [1, 0]);
  });

  const values = Array.from({ length: 30_000 }, (_, index) => `Fund ${index}`);
  const few = values.slice(0, 3_000);
  const tags = [{ kind: "fund", values, sub_tags: [{ kind: "__proto__", values: ["x"] }] }];
  const large: [form: BodyToRead["form"], wire: unknown][] = [
    ["signals", { results: [{ code: "A", tags }, 7, ...values], next: "?page=2" }],
    ["definition", { name: "Funds", tags }],
    [
      "latestForecasts",
      few.map((_, index) => ({
        market_code: `SPX ${Math.floor(index / 900)}`,
        currency_iso: "USD",
        horizon: `${index} Months`,
        hedging: "Local",
        latest: { kind: "Forecast", forecast: index === 3 ? null : 0.5, drivers: [] },
        attributions: [{ signal_code: "INFL", variant: { country_iso: "US" }, forecast: 0.1 }],
      })),
    ],
    [
      "latestSignals",
      few.map((name, index) => ({
        ...(index === 5 ? {} : { signal_code: "INFL" }),
        version: index % 3,
        company_name: name,
        sector_name: index === 7 ? null : "Energy",
        latest: { Date: "2024-06-28T00:00:00", Level: index, Momentum: null, Aggregate: 0.5 },
        ...(index === 9 ? {} : { point_in_time: "2024-06-28T18:03:12.25" }),
      })),
    ],
  ];
  for (const [form, wire] of large) {
    it(`reads a large body of ${form} in a thread of its own, to the same (HOST-07)`, async () => {
      const text = JSON.stringify(wire);
      const body = bodyOf(form, text);
      const expected = readBody(bodyOf(form, text));
      assert.deepEqual(await bodyReader(counted())(body), expected);
      assert.deepEqual(counts, { forks: 1, returned: 1 });
    });
  }

  it("leaves the bytes of a large body where they are, and gets columns in one piece (HOST-07)", async () => {
    const [form, wire] = large.find(([each]) => each === "latestSignals") ?? [];
    assert.ok(form === "latestSignals");
    const text = JSON.stringify(wire);
    const bytes = sharedMemory.bytes(Buffer.byteLength(text));
    Buffer.from(bytes.buffer).write(text);
    const body = { ...bodyOf(form, ""), bytes };
    const { items } = await bodyReader(counted())(body);
    assert.equal(Buffer.from(body.bytes).toString(), text);
    const { buffer, byteLength } = items.packed.bytes;
    assert.equal(buffer.byteLength, byteLength);
    assert.ok(
      Object.values<unknown>({ ...items.columns }).every(
        (column) => ArrayBuffer.isView(column) && column.buffer === buffer,
      ),
    );
  });

  const hostile: [what: string, unit: string, problem: RegExp][] = [
    ["brackets alone", "[", /nested deeper/],
    ["empty objects", "{},", /more than 2000000 values/],
    ["what is no JSON", "x", /not valid JSON/],
  ];
  for (const [what, unit, problem] of hostile) {
    it(`refuses ${what}, and reads the next body in the same thread (HOST-07)`, async () => {
      const read = bodyReader(counted());
      const bytes = Buffer.alloc(8 * 1024 * 1024, unit);
      bytes[0] = 0x5b;
      const refused = await rejection(read({ form: "signals", bytes, facts }), ContractError);
      assert.match(refused.problem, problem);
      assert.equal(refused.request, facts.request);
      const next = await read(bodyOf("signals", JSON.stringify(values)));
      assert.equal(next.items.length, values.length);
      assert.deepEqual(counts, { forks: 2, returned: 2 });
    }).timeout(60_000);
  }

  it("ends the thread of a body that nobody waits for any more (HTTP-07)", async () => {
    const cancel = new AbortController();
    const reading = bodyReader(counted())(bodyOf("signals", JSON.stringify(values)), cancel.signal);
    cancel.abort(new Error("left"));
    await assert.rejects(reading, /left/);
    assert.deepEqual(counts, { forks: 1, returned: 0 });
  });

  it("is what a client reads a listing with", async () => {
    const server = await startServer((_request, response) => {
      response.end(JSON.stringify(values));
    });
    const { client, dispose } = testClient(server.origin, { readBody: bodyReader(counted()) });
    const { items } = await client.listSignals();
    dispose();
    await server.close();
    assert.deepEqual([items.length, counts.forks], [values.length, 1]);
  });
});

describe("flatParts", () => {
  function back(value: unknown): unknown {
    const flat = new FlatValue();
    for (const part of flatParts(value, 1e6)) flat.add(structuredClone(part));
    return flat.value;
  }

  it("keeps every plain value", () => {
    const plain = fc.jsonValue({ stringUnit: "grapheme" });
    fc.assert(
      fc.property(plain, (value) => assert.deepEqual(back(value), value)),
      { numRuns: runs() },
    );
    const odd = { a: Number.NaN, b: undefined, c: [[], {}, [{}]], "": "" };
    assert.deepEqual(back(odd), odd);
    const own = JSON.parse('{"__proto__": {"x": 1}}') as object;
    assert.deepEqual(Object.keys(back(own) as object), ["__proto__"]);
  });

  it("makes parts of a bounded size, however large the value is (HOST-07)", () => {
    const value = Array.from({ length: 50_000 }, (_, index) => ({ index }));
    const parts = [...flatParts({ value }, 1e6)];
    assert.ok(parts.every(({ steps }) => steps.length <= stepsOfPart));
    assert.ok(parts.every(({ values }) => values.length <= 2 * stepsOfPart));
    // For each entry a record, its value and its end; and two arrays or records around them.
    assert.equal(parts.length, Math.ceil((3 * 50_000 + 4) / stepsOfPart));
    assert.deepEqual(
      parts.map(({ isLast }) => isLast),
      parts.map((_, index) => index === parts.length - 1),
    );
  });

  it("refuses one object named so often that its copies would fill the heap (HOST-07)", () => {
    const shared = Array.from({ length: 1_000 }, String);
    const value = Array.from({ length: 1_000 }, () => shared);
    assert.throws(() => [...flatParts(value, 100_000)], /holds more than 100000 values/);
  });
});
