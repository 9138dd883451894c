import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { type ViewState } from "../../../src/shared/chart/viewState";
import { chartPlaceOfUri } from "../../../src/shared/chartPlace";
import { FrameWorker } from "../../../src/store/frameWorker";
import { openProfile } from "../../../src/vscode/latest/openProfile";
import { describeInNewest } from "../../support/describeInNewest";
import { type WireSignal } from "../../support/sampleChanges";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

const apiKey = "key-of-the-tests";
const vintage = { dataKind: "FIT", asOf: "latest" } as const;

/** The region stands beside a country. */
const notTags = new Set(["point_in_time", "region_name"]);

describeInNewest("the profile of a tag value", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let sample: SampleService;
  let services: TestServices;
  let records: readonly WireSignal[];
  const views: ViewState[] = [];

  before(async () => {
    sample = await startSampleService({ apiKey });
    services = new TestServices(sample.url, worker, { key: apiKey });
    const address = `${sample.url}/api/v3/signal/latest/`;
    const response = await fetch(address, { headers: { "X-API-KEY": apiKey } });
    records = (await response.json()) as readonly WireSignal[];
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    services.dispose();
    worker.dispose();
    await sample.close();
  });

  /** The series of the chart that opens, as code, version and tag values: `INFL 2 ES`, `TERMS 1 ES Gold`. */
  async function profileOf(tagKind: string, value: string): Promise<readonly string[]> {
    const chosen = Object.fromEntries([[tagKind, value]]);
    // Ends once its message is closed.
    const charts = { giveView: (_: unknown, view: ViewState) => void views.push(view) };
    void openProfile({ services, charts }, { connectionId: "acme", chosen, ...vintage });
    const place = await until("the chart", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom
        ? chartPlaceOfUri(input.uri.toString())
        : undefined;
    });
    return place.parts.map(({ reference }) => {
      assert.ok(reference.family === "signal" && reference.dataKind === "FIT");
      const { code, version, tags } = reference;
      return nameOf(code, version, Object.values(tags));
    });
  }

  /** The same of the service's own records that have a value. */
  function recordsOf(value: string): readonly string[] {
    return records.flatMap(({ signal_code: code, version = 0, ...fields }) => {
      const tags = Object.entries(fields).flatMap(([field, text]) =>
        typeof text === "string" && !notTags.has(field) ? [text] : [],
      );
      return tags.includes(value) ? [nameOf(code, version, tags)] : [];
    });
  }

  function nameOf(code: string, version: number, tags: readonly string[]): string {
    return [code, version, ...tags.toSorted()].join(" ");
  }

  it("is one chart of every signal's series for it", async () => {
    const expected = recordsOf("Gold");
    assert.ok(expected.length > 20 && expected.length <= 40);
    const shown = await profileOf("commodity", "Gold");
    assert.deepEqual(shown.toSorted(), expected.toSorted());
    const { arrangement, seriesSort } = views.at(-1) ?? {};
    assert.deepEqual([arrangement, seriesSort?.by], ["panes", "distance"]);
  });

  it("shows series without further tags first, and 40 at most", async () => {
    const expected = recordsOf("ES");
    assert.ok(expected.length > 40);
    const shown = await profileOf("country_iso", "ES");
    assert.equal(shown.length, 40);
    const alone = expected.filter((name) => name.endsWith(" ES") && name.split(" ").length === 3);
    assert.deepEqual(shown.slice(0, alone.length).toSorted(), alone.toSorted());
    assert.ok(shown.every((name) => expected.includes(name)));
  });
});
