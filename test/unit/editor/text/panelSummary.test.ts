import assert from "node:assert/strict";
import { type Panel } from "../../../../src/store/panel";
import { panelSummary } from "../../../../src/editor/text/panelSummary";
import { fetchedPanel } from "../../../support/panelChart";

describe("panelSummary", () => {
  it("looks at the days of a panel once, and at those of another one anew", () => {
    let looks = 0;
    const counted = (countries: readonly string[]): Panel => {
      const panel = fetchedPanel(countries);
      const { variants } = panel;
      return {
        ...panel,
        get variants() {
          looks++;
          return variants;
        },
      };
    };
    const two = counted(["DE", "US"]);
    const first = panelSummary(two);
    const looked = looks;
    assert.ok(looked > 0);
    assert.deepEqual([first.ok, first.noData, panelSummary(two)], [2, 1, first]);
    assert.equal(looks, looked);
    assert.equal(panelSummary(counted(["DE", "FR", "US"])).ok, 3);
  });
});
