import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../src/service/baseUrl";
import {
  forecastRef,
  type PanelRef,
  panelRef,
  signalRef,
  type TagSet,
} from "../../../../src/shared/reference";
import { panelIdentity, seriesIdentity } from "../../../../src/vscode/chart/seriesIdentity";
import { type ServiceConnection } from "../../../../src/vscode/connection/connection";
import { chartNames } from "../../../support/chartNames";

const signal = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US", sector: "Energy" },
  dataKind: "FIT",
  asOf: "latest",
});
const placed = { connectionId: "acme", reference: signal };

function connectionNamed(name: string): ServiceConnection {
  const parsed = parseBaseUrl("https://api.acme.com/v1");
  assert.ok(parsed.ok);
  return { kind: "service", id: "acme", name, baseUrl: parsed.baseUrl };
}

describe("seriesIdentity", () => {
  it("tells of a signal what it is", () => {
    assert.deepEqual(seriesIdentity(placed, connectionNamed("Acme"), chartNames), {
      service: "Acme · api.acme.com",
      isSample: false,
      title: "",
      subject: "INFL v2",
      variant: "United States · Energy",
      dataKind: "FIT",
      asOf: "latest",
      path: "signals/INFL/2/country_iso=US,sector=Energy/FIT/latest",
    });
  });

  it("is titled as a person would say it, once its name is known", () => {
    const connection = connectionNamed("Acme");
    assert.equal(
      seriesIdentity(placed, connection, chartNames, "Inflation").title,
      "Inflation · United States · Energy",
    );
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    assert.equal(
      seriesIdentity({ ...placed, reference }, connection, chartNames, "US Large Caps").title,
      "US Large Caps · 12 Months · USD",
    );
  });

  it("tells of a forecast neither kind nor as-of", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const identity = seriesIdentity({ ...placed, reference }, connectionNamed("Acme"), chartNames);
    const { subject, variant, dataKind, asOf } = identity;
    assert.deepEqual([subject, variant, dataKind, asOf], ["SPX USD 12 Months", "", null, null]);
  });

  it("names a connection called by its host once, and the sample data as such", () => {
    const byHost = seriesIdentity(placed, connectionNamed("api.acme.com"), chartNames);
    assert.equal(byHost.service, "api.acme.com");
    const sample = seriesIdentity({ ...placed, connectionId: "sample" }, undefined, chartNames);
    assert.deepEqual([sample.service, sample.isSample], ["Sample data", true]);
  });

  it("names no service before its connection is known, and all else", () => {
    const { service, dataKind, asOf, isSample } = seriesIdentity(placed, undefined, chartNames);
    assert.deepEqual([service, dataKind, asOf, isSample], ["", "FIT", "latest", false]);
  });

  it("shows texts of the service on one line (SEC-13)", () => {
    const odd = { ...signal, code: "IN\u202eFL\n", tags: { sector: "a\nb" } };
    const { subject, variant } = seriesIdentity(
      { ...placed, reference: odd },
      undefined,
      chartNames,
    );
    assert.deepEqual([subject, variant], ["IN FL  v2", "a b"]);
  });
});

describe("panelIdentity", () => {
  function panelOf(tags: Readonly<Record<string, TagSet>>): PanelRef {
    const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: "latest" });
    assert.ok(panel.family === "panel");
    return panel;
  }

  it("tells of a panel what it was asked for as", () => {
    const panel = panelOf({ country_iso: "*", sector: ["Energy"] });
    const place = { connectionId: "acme", reference: panel };
    assert.deepEqual(panelIdentity(place, connectionNamed("Acme"), chartNames), {
      service: "Acme · api.acme.com",
      isSample: false,
      title: "",
      subject: "INFL v2",
      variant: "all countries · Energy",
      dataKind: "FIT",
      asOf: "latest",
      path: "signals/INFL/2/country_iso=*,sector=Energy/FIT/latest",
    });
  });

  it("names a few values, and counts many", () => {
    const variantOf = (...values: string[]): string =>
      panelIdentity(
        { connectionId: "sample", reference: panelOf({ country_iso: values }) },
        undefined,
        chartNames,
      ).variant;
    assert.equal(variantOf("US", "DE"), "United States, Germany");
    assert.equal(variantOf("US", "DE", "FR", "IT", "ES"), "5 countries");
  });
});
