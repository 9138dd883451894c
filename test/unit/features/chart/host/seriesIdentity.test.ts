import assert from "node:assert/strict";
import { parseBaseUrl } from "../../../../../src/service/baseUrl";
import {
  forecastRef,
  type PanelRef,
  panelRef,
  signalRef,
  type TagSet,
} from "../../../../../src/shared/reference";
import {
  panelIdentity,
  panelTitle,
  seriesIdentity,
  varyingKind,
} from "../../../../../src/features/chart/host/seriesIdentity";
import { type Instant } from "../../../../../src/shared/instant";
import { panelChartName, panelTabTitle } from "../../../../../src/features/chart/host/tabTitle";
import { type ServiceConnection } from "../../../../../src/connect/connection";
import { chartNames } from "../../../../support/chartNames";

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
  it("identifies a signal", () => {
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

  it("has a readable title when the name is known", () => {
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

  it("has neither kind nor as-of for a forecast", () => {
    const reference = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    const identity = seriesIdentity({ ...placed, reference }, connectionNamed("Acme"), chartNames);
    const { subject, variant, dataKind, asOf } = identity;
    assert.deepEqual([subject, variant, dataKind, asOf], ["SPX USD 12 Months", "", null, null]);
  });

  it("names a connection called by its host once, and marks sample data", () => {
    const byHost = seriesIdentity(placed, connectionNamed("api.acme.com"), chartNames);
    assert.equal(byHost.service, "api.acme.com");
    const sample = seriesIdentity({ ...placed, connectionId: "sample" }, undefined, chartNames);
    assert.deepEqual([sample.service, sample.isSample], ["Sample data", true]);
  });

  it("names no service before its connection is known, but all else", () => {
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

  it("identifies a panel as requested", () => {
    const panel = panelOf({ country_iso: "*", sector: ["Energy"] });
    const place = { connectionId: "acme", reference: panel };
    assert.deepEqual(
      panelIdentity(place, connectionNamed("Acme"), chartNames, "Inflation · 2\nx"),
      {
        service: "Acme · api.acme.com",
        isSample: false,
        title: "Inflation · 2 x",
        subject: "INFL v2",
        variant: "all countries · Energy",
        dataKind: "FIT",
        asOf: "latest",
        path: "signals/INFL/2/country_iso=*,sector=Energy/FIT/latest",
      },
    );
  });

  it("names a few values, and counts many", () => {
    const variantOf = (...values: string[]): string =>
      panelIdentity(
        { connectionId: "sample", reference: panelOf({ country_iso: values }) },
        undefined,
        chartNames,
        "",
      ).variant;
    assert.equal(variantOf("US", "DE"), "United States, Germany");
    assert.equal(variantOf("US", "DE", "FR", "IT", "ES"), "5 countries");
  });

  const titles: [title: string, tags: Readonly<Record<string, TagSet>>, count: number][] = [
    ["Inflation · 40 countries", { country_iso: "*" }, 40],
    ["Inflation · 2 countries · Energy", { country_iso: ["US", "DE"], sector: ["Energy"] }, 2],
    ["Inflation · 11 sectors · Germany", { country_iso: ["DE"], sector: "*" }, 11],
    ["Inflation · 1 country", { country_iso: "*" }, 1],
    ["Inflation · 120 variants", { country_iso: "*", sector: "*" }, 120],
  ];
  for (const [title, tags, count] of titles) {
    it(`has the title «${title}»`, () => {
      assert.equal(panelTitle("Inflation", panelOf(tags), count, chartNames), title);
    });
  }

  it("has the same in its tab, with the kind and the as-of unless they are SNAP and latest", () => {
    const reference = { ...panelOf({ country_iso: "*" }), asOf: "20240628T235959Z" as Instant };
    const place = { connectionId: "sample", reference };
    assert.equal(
      panelChartName(reference, "Inflation v2 · 40 countries", chartNames),
      "Inflation v2 · 40 countries · FIT · as of 28 Jun 2024",
    );
    const latest = { ...place, reference: { ...reference, asOf: "latest" as const } };
    assert.equal(
      panelTabTitle(latest, "Inflation v2 · 40 countries", chartNames),
      "SAMPLE Inflation v2 · 40 countries · FIT",
    );
    assert.equal(
      panelTabTitle(latest, "Unemployment Expectations · 40 countries", chartNames),
      "SAMPLE Unemploymen… · 40 countries · FIT",
    );
  });

  it("runs over one tag kind, or over several", () => {
    assert.equal(varyingKind(panelOf({ country_iso: "*", sector: ["Energy"] })), "country_iso");
    assert.equal(varyingKind(panelOf({ country_iso: "*", sector: "*" })), null);
  });
});
