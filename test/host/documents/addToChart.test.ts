import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartPlaceOf, chartUri } from "../../../src/shared/chartPlace";
import { sampleConnection } from "../../../src/shared/place";
import { addToChart } from "../../../src/features/chart/host/addToChart";
import { RecentCharts } from "../../../src/features/chart/host/recentCharts";
import { sampleSignal } from "../../support/sampleSeries";
import { until } from "../../support/until";
import { chartsWith } from "../../support/chartsWith";

const target = { connectionId: sampleConnection, reference: sampleSignal("US") };

describe("adding a series to a chart", () => {
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));

  it("adds each of several, however soon one follows the other", async () => {
    const charts = new RecentCharts();
    try {
      const editors = chartsWith({ handOver: () => undefined });
      const countries = ["US", "DE", "FR", "ES"];
      const adding = countries.map((country) =>
        addToChart(
          [{ connectionId: sampleConnection, reference: sampleSignal(country) }],
          charts,
          editors,
        ),
      );
      await Promise.all(adding);
      const shown = charts.latest?.place.parts.map(({ reference }) => reference);
      assert.deepEqual(
        shown,
        countries.map((country) => sampleSignal(country)),
      );
    } finally {
      charts.dispose();
    }
  });

  it("says that the chart shows it already", async () => {
    const { connectionId: connection, reference } = target;
    const place = chartPlaceOf([{ connectionId: connection, reference }]);
    assert.ok(place !== undefined);
    const uri = vscode.Uri.parse(chartUri(place), true);
    await vscode.commands.executeCommand("vscode.open", uri);
    const charts = new RecentCharts();
    try {
      await until("the chart", () => charts.latest);
      const reported: string[] = [];
      const handOver = (): never => assert.fail("the tab does not move");
      const editors = chartsWith({ handOver });
      await addToChart([target], charts, editors, (words) => reported.push(words));
      assert.deepEqual(reported, ["Already in the chart"]);
      assert.equal(charts.latest?.uri.toString(), uri.toString());
    } finally {
      charts.dispose();
    }
  });

  it("says how many of the selected rows are not series", async () => {
    const { showInformationMessage } = vscode.window;
    const charts = new RecentCharts();
    const said: string[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: (words: string) => Promise.resolve(void said.push(words)),
    });
    try {
      const editors = chartsWith({ handOver: () => undefined });
      await addToChart([{ target }, { label: "Commodity Inventories" }], charts, editors);
      const shown = await until("the chart", () => charts.latest?.place.parts);
      assert.deepEqual(
        shown.map(({ reference }) => reference),
        [sampleSignal("US")],
      );
      assert.deepEqual(said, ["1 of 2 selected rows is not a single series and was not added."]);
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
      charts.dispose();
    }
  });
});
