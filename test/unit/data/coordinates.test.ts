import assert from "node:assert/strict";
import { arrangedSeries, distinctCoordinates } from "../../../src/data/coordinates";
import {
  type SeriesRef,
  type SignalRef,
  forecastRef,
  signalRef,
} from "../../../src/shared/reference";
import { endOfDay } from "../../../src/shared/instant";

const signal = (tags: Record<string, string>, parts: Partial<SignalRef> = {}): SignalRef =>
  signalRef({ code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest", ...parts, tags });
const us = { country_iso: "US" };
const energy = { country_iso: "US", sector: "Energy" };
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const dax = forecastRef({ market: "DAX", currency: "EUR", horizon: "12 Months" });

function arranged(references: readonly SeriesRef[], services: readonly string[] = []): unknown {
  const items = references.map((reference, at) => ({
    reference,
    service: services[at] ?? "sample",
  }));
  const { names, series } = arrangedSeries(items);
  return [names.map(({ name }) => name), ...series.map(({ coordinates }) => [...coordinates])];
}

describe("arrangedSeries", () => {
  const cases: [what: string, references: SeriesRef[], table: unknown][] = [
    [
      "has the tag kinds of the variants of one signal, sorted by them",
      [signal(us), signal({ country_iso: "DE" }), signal({ country_iso: "Ä" })],
      [["country_iso"], ["DE"], ["US"], ["Ä"]],
    ],
    [
      "has code and version where they differ, and versions as numbers",
      [signal(us, { version: 10 }), signal(us), signal(us, { code: "GROWTH" })],
      [
        ["code", "version", "country_iso"],
        ["GROWTH", 2, "US"],
        ["INFL", 2, "US"],
        ["INFL", 10, "US"],
      ],
    ],
    [
      "has kind and as-of where they differ",
      [signal(us), signal(us, { dataKind: "FIT" }), signal(us, { asOf: endOfDay(19_902) })],
      [
        ["country_iso", "kind", "as_of"],
        ["US", "FIT", "latest"],
        ["US", "SNAP", "20240628T235959Z"],
        ["US", "SNAP", "latest"],
      ],
    ],
    [
      "has all tag kinds of any signal; what one does not have comes first",
      [signal(energy), signal(us)],
      [
        ["country_iso", "sector"],
        ["US", null],
        ["US", "Energy"],
      ],
    ],
    [
      "has market, currency and horizon of forecasts",
      [spx, dax],
      [
        ["market", "currency", "horizon"],
        ["DAX", "EUR", "12 Months"],
        ["SPX", "USD", "12 Months"],
      ],
    ],
    [
      "tells a signal from a forecast by its code",
      [spx, signal({})],
      [
        ["code", "market", "currency", "horizon"],
        [null, "SPX", "USD", "12 Months"],
        ["INFL", null, null, null],
      ],
    ],
    [
      "keeps tag kinds apart that have the name of another coordinate",
      [signal({ code: "x" }), signal({ code: "x" }, { code: "GROWTH" })],
      [
        ["code", "code"],
        ["GROWTH", "x"],
        ["INFL", "x"],
      ],
    ],
  ];
  for (const [what, references, table] of cases) {
    it(what, () => assert.deepEqual(arranged(references), table));
  }

  it("has the service where several give the same series", () => {
    assert.deepEqual(arranged([signal(us), signal(us)], ["https://b.example/", "sample"]), [
      ["country_iso", "service"],
      ["US", "https://b.example/"],
      ["US", "sample"],
    ]);
  });

  it("has only what differs where names are to be short", () => {
    const items = [energy, { ...energy, country_iso: "DE" }].map((tags) => ({
      reference: signal(tags),
      service: "sample",
    }));
    const { names, series } = distinctCoordinates(arrangedSeries(items));
    assert.deepEqual(names, [{ name: "country_iso", type: "text" }]);
    assert.deepEqual(
      series.map(({ coordinates }) => coordinates),
      [["DE"], ["US"]],
    );
  });
});
