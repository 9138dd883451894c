import assert from "node:assert/strict";
import {
  type ViewState,
  defaultViewState,
} from "../../../../../src/features/chart/model/viewState";
import {
  type ChartPlace,
  chartPlaceOf,
  type PanelChartPlace,
} from "../../../../../src/shared/chartPlace";
import { instantOfText } from "../../../../../src/shared/instant";
import {
  type SignalRef,
  forecastRef,
  panelRef,
  signalRef,
} from "../../../../../src/shared/reference";
import {
  withAsOf,
  withKind,
  withSeries,
} from "../../../../../src/features/chart/host/changedPlace";
import { movedViewState } from "../../../../../src/features/chart/host/movedViewState";
import { type SeriesTarget, targetPath } from "../../../../../src/shared/place";

const vintage = instantOfText("20240628T235959Z") ?? "latest";

function signal(country: string, change: Partial<SignalRef> = {}): SeriesTarget {
  const tags = { country_iso: country };
  const latest = signalRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" });
  return { connectionId: "acme", reference: { ...latest, ...change } };
}

const us = signal("US");
const de = signal("DE");
const fr = signal("FR");
const usFit = signal("US", { dataKind: "FIT" });
const spx: SeriesTarget = {
  connectionId: "acme",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};

function placeOf(...series: readonly SeriesTarget[]): ChartPlace {
  const place = chartPlaceOf(series);
  assert.ok(place !== undefined);
  return place;
}

function panelOf(): PanelChartPlace {
  const tags = { country_iso: "*" } as const;
  const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" });
  assert.ok(panel.family === "panel");
  return { connectionId: "acme", reference: panel };
}

function hiding(...series: readonly SeriesTarget[]): ViewState {
  return { ...defaultViewState, hidden: series.map(targetPath) };
}

function hiddenAt(state: ViewState, from: ChartPlace, to: ChartPlace): readonly string[] {
  return movedViewState(state, from, to).hidden;
}

describe("the view of a chart that moves to another place", () => {
  it("keeps days, columns, component and table at every place", () => {
    const state: ViewState = {
      ...defaultViewState,
      range: { from: 18_000, to: 19_000 },
      columns: ["Level", "Momentum"],
      component: "Trend",
      isTable: true,
      arrangement: "panes",
      values: "rank",
      seriesSort: { by: "name", isAscending: true },
    };
    for (const to of [placeOf(usFit), placeOf(us, de), placeOf(spx)]) {
      assert.deepEqual(movedViewState(state, placeOf(us), to), state);
    }
  });

  it("keeps the tag value while all series have it, and its order while they are the same", () => {
    const ofUs = {
      tagKind: "country_iso",
      value: "US",
      count: 61,
      order: "distance",
      failed: 1,
    } as const;
    const state: ViewState = { ...defaultViewState, profile: ofUs };
    const growth = signal("US", { code: "GROW" });
    const from = placeOf(us, growth);
    const profileAt = (to: ChartPlace): ViewState["profile"] =>
      movedViewState(state, from, to).profile;
    assert.deepEqual(profileAt(placeOf(growth, us)), ofUs);
    const chosen = { ...ofUs, order: "choice", failed: 0 };
    for (const to of [placeOf(us), placeOf(us, growth, signal("US", { code: "HOUSE" }))])
      assert.deepEqual(profileAt(to), chosen);
    assert.deepEqual(profileAt(withKind(from, "FIT")), chosen);
    for (const to of [placeOf(us, de), placeOf(us, spx)]) assert.equal(profileAt(to), null);
    assert.equal(movedViewState(state, from, panelOf()).profile, null);
  });

  it("compares with the other kind after the kind was switched", () => {
    const state = { ...defaultViewState, isKindCompared: true };
    const from = placeOf(us, de);
    assert.equal(movedViewState(state, from, withKind(from, "FIT")).isKindCompared, true);
  });

  it("ends a comparison with a series of the chart, and without a signal", () => {
    const state = { ...defaultViewState, isKindCompared: true, vintage };
    const ended: [to: ChartPlace, isKindCompared: boolean, asOf: string | null][] = [
      [withAsOf(placeOf(us), vintage), true, null],
      [placeOf(spx), false, null],
      [placeOf(spx, us), true, vintage],
    ];
    for (const [to, isKindCompared, asOf] of ended) {
      const moved = movedViewState(state, placeOf(us), to);
      assert.deepEqual([moved.isKindCompared, moved.vintage], [isKindCompared, asOf]);
    }
  });

  it("restores its comparison after it was a chart of several signals, which has none", () => {
    const state = { ...defaultViewState, isKindCompared: true, vintage };
    const several = movedViewState(state, placeOf(us), placeOf(us, de));
    assert.deepEqual(movedViewState(several, placeOf(us, de), placeOf(us)), state);
  });

  it("keeps a bridge while there is a forecast to explain", () => {
    const bridge = { from: 19_000, to: 19_030, component: "Forecast" } as const;
    const state = { ...defaultViewState, bridge };
    const from = placeOf(spx, us);
    assert.deepEqual(movedViewState(state, from, placeOf(spx)).bridge, bridge);
    assert.equal(movedViewState(state, from, placeOf(us)).bridge, null);
  });

  it("hides the hidden series in another kind and as of another time too", () => {
    const from = placeOf(us, de);
    assert.deepEqual(hiddenAt(hiding(de), from, placeOf(us, de, fr)), [targetPath(de)]);
    assert.deepEqual(hiddenAt(hiding(de), from, withKind(from, "FIT")), [
      targetPath(signal("DE", { dataKind: "FIT" })),
    ]);
    assert.deepEqual(hiddenAt(hiding(de), from, withAsOf(from, vintage)), [
      targetPath(signal("DE", { asOf: vintage })),
    ]);
  });

  it("leaves each series its color when another is removed or added", () => {
    const all = placeOf(us, de, fr);
    const removed = movedViewState(defaultViewState, all, placeOf(us, fr));
    assert.deepEqual(removed.colours, [us, de, fr].map(targetPath));
    // A new one takes the color that none has; one that comes back has its own.
    const added = movedViewState(removed, placeOf(us, fr), placeOf(us, fr, spx));
    assert.deepEqual(added.colours, [us, spx, fr].map(targetPath));
    assert.deepEqual(movedViewState(removed, placeOf(us, fr), all).colours, []);
    const frFit = signal("FR", { dataKind: "FIT" });
    const fit = movedViewState(removed, placeOf(us, fr), placeOf(usFit, frFit));
    assert.deepEqual(fit.colours, [usFit, de, frFit].map(targetPath));
  });

  it("shows an added series, even beside a hidden one of another kind", () => {
    const from = placeOf(us, de);
    const to = withSeries(from, usFit);
    assert.ok(to !== undefined);
    assert.deepEqual(hiddenAt(hiding(us), from, to), [targetPath(us)]);
  });

  it("shows the one that replaces both a hidden and a shown series", () => {
    const from = placeOf(us, usFit, de);
    const old = signal("US", { asOf: vintage });
    assert.deepEqual(hiddenAt(hiding(us), from, placeOf(old, de)), []);
    assert.deepEqual(hiddenAt(hiding(us, usFit), from, placeOf(old, de)), [targetPath(old)]);
  });

  it("never hides everything, nor names removed series", () => {
    const from = placeOf(us, de, fr);
    assert.deepEqual(hiddenAt(hiding(us, de), from, placeOf(us, de)), []);
    assert.deepEqual(hiddenAt(hiding(de), from, placeOf(de)), []);
    assert.deepEqual(hiddenAt(hiding(de), from, placeOf(us, fr)), []);
  });

  it("keeps the highlighted variant of a panel in another kind and as of another time", () => {
    const state = { ...defaultViewState, highlighted: targetPath(us), sort: "change" } as const;
    const full = movedViewState(
      { ...state, fullSize: targetPath(us) },
      panelOf(),
      withKind(panelOf(), "FIT"),
    );
    assert.equal(full.fullSize, targetPath(usFit));
    const from = panelOf();
    const moved = [withKind(from, "FIT"), withAsOf(from, vintage)].map((to) =>
      movedViewState(state, from, to),
    );
    assert.deepEqual(
      moved.map(({ highlighted, sort }) => [highlighted, sort]),
      [
        [targetPath(usFit), "change"],
        [targetPath(signal("US", { asOf: vintage })), "change"],
      ],
    );
  });

  it("drops the highlight and hidden and compared series for the chart of a variant", () => {
    const range = { from: 19_000, to: 19_030 };
    const kept = { ...defaultViewState, range, isTable: true };
    const state = {
      ...kept,
      highlighted: targetPath(us),
      fullSize: targetPath(us),
      hidden: [targetPath(us)],
      isKindCompared: true,
    };
    assert.deepEqual(movedViewState(state, panelOf(), placeOf(us)), kept);
  });

  it("hides a compared series as long as it is compared", () => {
    const state = { ...hiding(usFit), isKindCompared: true };
    assert.deepEqual(hiddenAt(state, placeOf(us), placeOf(us, spx)), [targetPath(usFit)]);
    assert.deepEqual(hiddenAt(state, placeOf(us), placeOf(usFit)), []);
    assert.deepEqual(hiddenAt(state, placeOf(us), placeOf(spx)), []);
  });
});
