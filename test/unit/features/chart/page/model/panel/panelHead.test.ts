import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../../src/features/chart/protocol";
import { defaultViewState } from "../../../../../../../src/features/chart/model/viewState";
import {
  panelHead,
  panelHeadValue,
  variantHeading,
  variantCountText,
} from "../../../../../../../src/features/chart/page/model/panel/panelHead";
import { panelView } from "../../../../../../../src/features/chart/page/model/panel/panelView";
import { partOf, signalData } from "../../../../../../support/chartParts";
import { panelBefore, panelOutline } from "../../../../../../support/panelFrames";

function variant(name: string, values: readonly (number | null)[]): ChartPart {
  return partOf(signalData({ Aggregate: values }), { id: name, title: name });
}

function valueOf(parts: readonly ChartPart[]): readonly (string | undefined)[] {
  const value = panelHeadValue(panelView(panelOutline(), parts, defaultViewState));
  return [value?.text, value?.detail];
}

const forty = Array.from({ length: 40 }, (_, place) => variant(`C${place}`, [place]));

describe("the head of a panel", () => {
  it("has code, kind and the common instant of all its variants", () => {
    const identity = { ...panelOutline().identity, title: "Inflation · 40 countries" };
    assert.deepEqual(panelHead(panelOutline({ identity }), forty), {
      title: "Inflation · 40 countries",
      chosen: "",
      subtitle: "INFL v2 · SNAP · as of latest (20 Nov 2026 09:30 UTC), same instant for all 40",
    });
  });

  it("names both kinds when they are compared, and counts each variant once", () => {
    const fit = { ...variant("C0", [1]), role: "kind" } as const;
    const compared = { ...fit, identity: { ...fit.identity, dataKind: "FIT" } } as const;
    assert.equal(
      panelHead(panelOutline(), [...forty, compared]).subtitle,
      "INFL v2 · SNAP and FIT · as of latest (20 Nov 2026 09:30 UTC), same instant for all 40",
    );
  });

  it("has the requested as-of before the variants arrive", () => {
    assert.equal(panelHead(panelBefore(), []).subtitle, "INFL v2 · SNAP · as of latest");
  });

  it("counts the variants above zero, and has the median of all", () => {
    const three = [variant("DE", [5, -3]), variant("JP", [0, 0.06]), variant("US", [1, 2])];
    assert.deepEqual(valueOf(three), ["2 of 3", "above zero on 17 Nov 2026 · median +0.06"]);
    // For an even number, the mean of the two in the middle.
    const four = [...three, variant("FR", [0, 0.1])];
    assert.deepEqual(valueOf(four), ["3 of 4", "above zero on 17 Nov 2026 · median +0.08"]);
  });

  it("does not count a variant that is above zero only by rounding (DATA-14)", () => {
    const two = [variant("DE", [1e-17]), variant("US", [1])];
    assert.equal(valueOf(two)[0], "1 of 2");
  });

  it("counts no variant without a value, and names no day if there are several", () => {
    const uneven = [variant("DE", [5, null]), variant("JP", [null]), variant("US", [1, 0])];
    assert.deepEqual(valueOf(uneven), ["1 of 2", "newest values above zero · median +2.50"]);
    assert.deepEqual(valueOf([variant("JP", [null])]), [undefined, undefined]);
  });
});

describe("the text for the variants of a panel", () => {
  it("uses the noun of the one tag kind that varies", () => {
    const countries = panelOutline({ varying: "country_iso" });
    const several = panelOutline({ varying: null });
    assert.deepEqual(
      [
        variantCountText(countries, 40),
        variantCountText(countries, 1),
        variantCountText(several, 1_200),
      ],
      ["40 countries", "1 country", "1,200 variants"],
    );
    assert.deepEqual([variantHeading(countries), variantHeading(several)], ["Country", "Variant"]);
  });
});
