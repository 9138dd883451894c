import assert from "node:assert/strict";
import { absenceOf } from "../../../../../../../src/features/latest/explorer/page/model/absence";
import {
  type Matrix,
  matrixOf,
  type MatrixRequest,
  placeOf,
  summaryAt,
} from "../../../../../../../src/features/latest/explorer/page/model/matrix";
import { SummaryIndex } from "../../../../../../../src/features/latest/explorer/page/model/summaryIndex";
import { explorerAnswer, type ToldForecast } from "../../../../../../support/explorerAnswers";

const forecasts: readonly ToldForecast[] = [
  ["SPX", "USD", "3 Months", "Local", 0.01],
  ["SPX", "USD", "12 Months", "Local", -0.04],
  ["SPX", "EUR", "12 Months", "Local", 0.08],
  ["SPX", "USD", "12 Months", "Hedged", 0.5],
  ["GOLD", "USD", "12 Months", "Local", 0.02],
  ["GOLD", "USD", "12 Months", "Local", 0.03],
  ["GOLD", "USD", "12 Months", "Local", 0.02],
  ["BUND", "EUR", "3 Months", "Local", Number.NaN],
];
const groups = { SPX: "Equities", GOLD: "Commodities" };
const index = new SummaryIndex(explorerAnswer(forecasts, groups));

const usual: MatrixRequest = {
  axis: "horizons",
  currency: null,
  horizon: null,
  hedging: null,
  usualHedging: null,
  filter: "",
  kept: null,
  pair: null,
  noGroup: "Other",
};

function matrix(request: Partial<MatrixRequest> = {}): Matrix {
  return matrixOf(index, { ...usual, ...request });
}

/** Its rows: a name, then the total of each column. */
function rowsOf(shown: Matrix): readonly (readonly (string | number | null)[])[] {
  return shown.rows.map(({ market, name }, row) =>
    market < 0
      ? [name]
      : [
          name,
          ...shown.columns.map((_, column) => {
            const summary = summaryAt(shown, row, column);
            return summary < 0 ? null : index.totalOf(summary);
          }),
        ],
  );
}

describe("the matrix of forecasts", () => {
  it("has markets by horizon below their groups, for US dollars unless another currency is chosen", () => {
    assert.deepEqual(rowsOf(matrix()), [
      ["Equities"],
      ["The SPX", 0.01, -0.04],
      ["Commodities"],
      ["The GOLD", null, 0.02],
      ["The GOLD", null, 0.03],
    ]);
    assert.equal(matrix().without, 1);
    assert.deepEqual(rowsOf(matrix({ currency: "EUR" })), [
      ["Equities"],
      ["The SPX", null, 0.08],
      ["Other"],
      ["The BUND", Number.NaN, null],
    ]);
  });

  it("has markets by currency for one horizon, twelve months unless another is chosen", () => {
    const shown = matrix({ axis: "currencies" });
    assert.deepEqual(
      shown.columns.map(({ title }) => title),
      ["USD", "EUR"],
    );
    assert.deepEqual(rowsOf(shown)[1], ["The SPX", -0.04, 0.08]);
  });

  it("uses the chosen hedging mode, else the usual one, else the first that any forecast has", () => {
    const modes = new SummaryIndex(
      explorerAnswer([
        ["SPX", "USD", "12 Months", "Local", 0.01],
        ["SPX", "USD", "12 Months", "Hedged", 0.02],
        ["SPX", "USD", "12 Months", "Unhedged", 0.03],
      ]),
    );
    const held = (request: Partial<MatrixRequest>): string => {
      const { held: own } = matrixOf(modes, { ...usual, ...request });
      return modes.nameOf(-1, own).hedging;
    };
    assert.equal(held({}), "Local");
    assert.equal(held({ usualHedging: "Hedged" }), "Hedged");
    assert.equal(held({ usualHedging: "Hedged", hedging: "Unhedged" }), "Unhedged");
    assert.equal(held({ usualHedging: "Half" }), "Local");
  });

  it("has full colour at the largest forecast of each horizon, whatever the filter leaves", () => {
    assert.deepEqual([...matrix({ filter: "gold" }).limits], [0.01, 0.04]);
    // Currencies of one horizon share a scale.
    assert.deepEqual([...matrix({ axis: "currencies" }).limits], [0.08, 0.08]);
  });

  it("has the markets that match a filter by name or code, even those without a forecast", () => {
    assert.deepEqual(
      matrix({ filter: "bund, spx" }).rows.map(({ name }) => name),
      ["Equities", "The SPX", "Other", "The BUND"],
    );
  });

  it("has a column for each side of a comparison, named by what differs", () => {
    const [a, b] = [index.nameOfSummary(1), index.nameOfSummary(3)];
    const shown = matrix({ pair: [a, b] });
    assert.deepEqual(
      shown.columns.map(({ title }) => title),
      ["Local", "Hedged"],
    );
    assert.deepEqual(rowsOf(shown)[1], ["The SPX", -0.04, 0.5]);
    assert.deepEqual(placeOf(index, shown, b), { row: 1, column: 1 });
  });

  it("takes 20,000 summaries, and finds each again", () => {
    const many = Array.from({ length: 20_000 }, (_, at): ToldForecast => [
      `M${Math.floor(at / 20)}`,
      at % 2 === 0 ? "USD" : "EUR",
      `${((at >> 1) % 5) + 1} Years`,
      at % 20 < 10 ? "Local" : "Hedged",
      at / 20_000,
    ]);
    const large = new SummaryIndex(explorerAnswer(many));
    const shown = matrixOf(large, usual);
    assert.equal(shown.rows.length, 1_000);
    for (const at of [0, 4_321, 19_999]) {
      assert.equal(large.find(large.nameOfSummary(at)), at);
    }
  });
});

describe("an absent forecast", () => {
  const key = { market: "SPX", currency: "USD", horizon: "3 Months", hedging: "Local", repeat: 0 };

  it("is explained by the first coordinate that the market lacks, with those that it has", () => {
    const of = (changes: Partial<typeof key>): unknown => absenceOf(index, { ...key, ...changes });
    assert.deepEqual(of({ market: "DAX" }), { of: "market", others: [] });
    assert.deepEqual(of({ market: "BUND" }), { of: "currency", others: ["EUR"] });
    assert.deepEqual(of({ hedging: "Half" }), { of: "hedging", others: ["Local", "Hedged"] });
    assert.deepEqual(of({ hedging: "Hedged" }), { of: "horizon", others: ["12 Months"] });
  });
});
