import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../../src/service/baseUrl";
import { defaultViewState } from "../../../../../src/features/chart/model/viewState";
import { forecastRef, panelRef, type Reference } from "../../../../../src/shared/reference";
import {
  type SavedChart,
  type SavedSeries,
} from "../../../../../src/features/chart/host/savedChart";
import { savedChartPlace } from "../../../../../src/features/chart/host/savedChartPlace";
import { type KnownConnections } from "../../../../../src/connect/connectionOfService";

const acmeUrl = parseBaseUrl("https://api.acme.com/prefix");
assert.ok(acmeUrl.ok);
const connections: KnownConnections = {
  active: undefined,
  sample: { kind: "sample", id: "sample", name: "Sample" },
  services: [{ kind: "service", id: "acme", name: "Acme", baseUrl: acmeUrl.baseUrl }],
};

const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const dax = forecastRef({ market: "DAX", currency: "EUR", horizon: "12 Months" });
const { version: _, ...usual } = defaultViewState;

function saved(...series: SavedSeries[]): SavedChart {
  return { series, view: { ...usual, years: 5 } };
}

function one(reference: Reference, service: string, isHidden = false): SavedSeries {
  return { reference, service, isHidden };
}

describe("savedChartPlace", () => {
  const acme = acmeUrl.baseUrl.href;

  it("finds the connections by the addresses of their services", () => {
    const found = savedChartPlace(saved(one(spx, "sample"), one(dax, acme, true)), connections);
    assert.ok("place" in found && "parts" in found.place);
    assert.deepEqual(
      found.place.parts.map(({ connectionId }) => connectionId),
      ["sample", "acme"],
    );
    assert.deepEqual(found.view, {
      ...defaultViewState,
      years: 5,
      hidden: ["acme/forecasts/DAX/EUR/12 Months"],
    });
  });

  it("shows all series if all are hidden", () => {
    const found = savedChartPlace(saved(one(spx, "sample", true)), connections);
    assert.deepEqual("view" in found && found.view.hidden, []);
  });

  it("gives each series its saved color", () => {
    const series = [
      { ...one(spx, "sample"), colourPlace: 0 },
      { ...one(dax, acme), colourPlace: 2 },
    ];
    const found = savedChartPlace(saved(...series), connections);
    const [first, second] = [
      "sample/forecasts/SPX/USD/12 Months",
      "acme/forecasts/DAX/EUR/12 Months",
    ];
    assert.deepEqual("view" in found && found.view.colours, [first, "", second]);
  });

  it("finds a panel", () => {
    const tags = { country_iso: "*" } as const;
    const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" });
    const found = savedChartPlace(saved(one(panel, acme)), connections);
    assert.deepEqual("place" in found && found.place, { connectionId: "acme", reference: panel });
  });

  it("names each service without a connection once, and shows nothing of the others", () => {
    const elsewhere = "https://elsewhere.example/";
    const all = [one(spx, "sample"), one(spx, elsewhere), one(dax, elsewhere)];
    const found = savedChartPlace(saved(...all), connections);
    assert.deepEqual(found, { unknownServices: [elsewhere] });
  });

  it("matches only the exact address of a connection", () => {
    for (const service of ["https://api.acme.com/", "http://api.acme.com/prefix/", "acme"]) {
      const found = savedChartPlace(saved(one(spx, service)), connections);
      assert.deepEqual(found, { unknownServices: [service] });
    }
  });
});
