import assert from "node:assert/strict";
import { type SignalVariant } from "../../../src/catalog/groupByTag";
import { LabelOrder } from "../../../src/catalog/labelOrder";
import { ReadableNames } from "../../../src/catalog/readableNames";
import { filteredRows, type RowTest, signalTest } from "../../../src/catalog/rowFilter";
import { SignalRows } from "../../../src/catalog/signalRows";
import { type SignalsNode } from "../../../src/catalog/signalsNode";
import { type Tag } from "../../../src/service/parseTags";

function ended<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const rows = new SignalRows({
  connectionId: "c",
  dataKind: "SNAP",
  asOf: "latest",
  names: new ReadableNames("en"),
  order: new LabelOrder("en"),
});

function definitionOf(...tags: readonly Tag[]): SignalVariant["signal"] {
  return { code: "S", version: 1, name: "Signal", tags, unreadable: [] };
}

const texts = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at}`);

/** The rows below a signal that lead to some of its variants. */
function found(
  signal: SignalVariant["signal"],
  ...tags: readonly SignalVariant["tags"][]
): { readonly passes: RowTest<SignalsNode>; readonly below: readonly SignalsNode[] } {
  const variants = tags.map((each) => ({ signal, tags: each }));
  const passes = ended(signalTest(variants, []));
  const [top] = ended(filteredRows(rows.signals([signal]), passes));
  assert.equal(top?.kind, "signal");
  const below = ended(filteredRows(rows.inSignal(top, signal), passes));
  return { passes, below };
}

const labels = (all: readonly SignalsNode[]): readonly string[] =>
  all.map((row) => ("label" in row ? row.label : row.kind));

describe("filteredRows", () => {
  const country = { kind: "country", values: ["US", "DE"], subTags: [] };
  const sector = { kind: "sector", values: ["Energy", "Banks"] };

  it("leaves the way to each match", () => {
    const signal = definitionOf({ ...country, subTags: [sector] });
    const { below, passes } = found(signal, { country: "DE", sector: "Banks" });
    assert.deepEqual(labels(below), ["Germany"]);
    const [group] = below;
    assert.equal(group?.kind, "variantGroup");
    assert.deepEqual(labels(ended(filteredRows(rows.inGroup(group), passes))), ["Banks"]);
  });

  it("leaves out a variant and a way whose tags are only part of a match", () => {
    const signal = definitionOf(country, { ...country, subTags: [sector] });
    const { below, passes } = found(signal, { country: "DE", sector: "Banks" });
    const [address, ...others] = below;
    assert.equal(address?.kind, "address");
    assert.deepEqual(address.tagKinds, ["country", "sector"]);
    assert.deepEqual(others, []);
    const plain = rows.inSignal(
      {
        kind: "signal",
        ...{ id: "s", parent: undefined, label: "", description: "" },
        ...{ signal, chosen: {} },
      },
      definitionOf(country),
    );
    assert.deepEqual(ended(filteredRows(plain, passes)), []);
  });

  it("keeps the row about further values, which may match", () => {
    const signal = definitionOf({ kind: "id", values: texts("X", 10_001), subTags: [] });
    const { below } = found(signal, { id: "X7" });
    assert.deepEqual(labels(below), ["X7", "more"]);
  });

  it("pauses before it has looked at many rows or matches", () => {
    const signal = definitionOf({
      ...{ kind: "country", values: texts("C", 400) },
      subTags: [{ kind: "sector", values: texts("S", 500) }],
    });
    const all = texts("C", 400).flatMap((each) =>
      texts("S", 500).map((other) => ({ country: each, sector: other })),
    );
    const variants = all.map((tags) => ({ signal, tags }));
    const passes = ended(signalTest(variants, []));
    const [top] = rows.signals([signal]);
    assert.equal(top?.kind, "signal");
    const steps = filteredRows(rows.inSignal(top, signal), passes);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count++;
    assert.equal(step.value.length, 400);
    // One for each match, once, and one for each row.
    assert.equal(count, all.length + 400);
  });
});
