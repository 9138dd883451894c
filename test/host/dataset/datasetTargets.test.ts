import assert from "node:assert/strict";
import { type Connections } from "../../../src/connect/connections";
import { datasetTargets } from "../../../src/features/dataset/datasetTargets";
import { pinRows } from "../../../src/features/pinned/pinRows";
import { sampleConnection, type Target } from "../../../src/shared/place";
import { referencePath } from "../../../src/shared/referencePath";
import { AsOfGate } from "../../../src/store/asOfGate";

const us = "signals/INFL/2/country_iso=US/SNAP/latest";
const panel = "signals/INFL/2/country_iso=*/SNAP/latest";
const spx = "forecasts/SPX/USD/12 Months";

describe("the series of a new dataset", () => {
  it("are those of the pins in a folder, each once", async () => {
    const sample = { kind: "sample", id: sampleConnection, name: "Sample" } as const;
    const connections = { sample, services: [], active: sample } as unknown as Connections;
    const pins = [us, panel, spx].map((reference) => `${reference} @ sample`);
    const setting = [{ name: "Study", pins }, pins[0]];
    const gate = new AsOfGate();
    const pinned = await pinRows(setting, { connections, gate, folders: [] });
    assert.deepEqual(
      pinned.map(({ kind }) => kind),
      ["folder", "pin"],
    );
    const withTargets = async (
      rows: readonly unknown[],
      use: (targets: readonly Target[]) => Promise<void>,
    ): Promise<void> =>
      use(rows.flatMap((row) => (row as { readonly target?: Target }).target ?? []));
    const found = await datasetTargets({ rows: [], withTargets, connections, pinned });
    const paths = found?.map(({ reference }) => referencePath(reference));
    assert.deepEqual(paths, [us, panel, spx]);
  });
});
