import assert from "node:assert/strict";
import { explorerFacts } from "../../../../../../../src/features/latest/explorer/page/views/explorerLabels";
import { explorerAnswer } from "../../../../../../support/explorerAnswers";

describe("explorerFacts", () => {
  const answer = explorerAnswer([["SPX", "USD", "1 Year", "None", 0.05]]);
  const cases: [unreadable: number, fact: string | undefined][] = [
    [0, undefined],
    [1, "1 forecast could not be read"],
    [1_200, "1,200 forecasts could not be read"],
  ];
  for (const [unreadable, fact] of cases) {
    it(`counts unreadable forecasts: ${unreadable}`, () => {
      assert.equal(explorerFacts({ ...answer, unreadable })[2], fact);
    });
  }
});
