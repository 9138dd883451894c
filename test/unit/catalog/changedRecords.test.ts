import assert from "node:assert/strict";
import {
  changeScores,
  type Move,
  movesOf,
  productionsOf,
  type SignalChanges,
} from "../../../src/shared/changes";
import {
  changesFixture as fixture,
  changesOf,
  type ExpectedMove,
} from "../../support/changesFixture";

describe("changes of latest signals, as computed by pandas", () => {
  const changes = changesOf(fixture);

  for (const score of changeScores) {
    const expected = fixture.expected[score];
    it(`has the sign flips and the other moves of ${score}, the largest first`, () => {
      const { flips, others } = movesOf(changes.changed, score);
      assertMoves(flips, expected.flips);
      assertMoves(others, expected.others);
    });

    it(`splits changes of ${score} if newer data for the older day is available`, () => {
      const { flips, others } = movesOf(changes.changed, score);
      const split = [...flips, ...others].filter(({ news }) => news !== null);
      const byRow = new Map(expected.split.map((each) => [each.row, each]));
      assert.equal(split.length, byRow.size);
      for (const move of split) {
        const { news = Number.NaN, revision = Number.NaN } = byRow.get(rowOf(move)) ?? {};
        assertNear(move.news ?? Number.NaN, news);
        assertNear(move.revision ?? Number.NaN, revision);
      }
    });

    it(`counts new productions, by ${score}`, () => {
      const found = productionsOf(changes, score).map(({ signal, news, revised, meanSize }) => ({
        ...{ code: signal.code, matched: signal.matched, news, revised },
        ...{ size: meanSize, newestDay: signal.newestDay },
      }));
      found.sort((a, b) => (a.code < b.code ? -1 : 1));
      assert.deepEqual(
        found.map((each) => ({ ...each, size: each.size.toFixed(9) })),
        expected.productions.map((each) => ({ ...each, size: each.size.toFixed(9) })),
      );
    });
  }

  it("lists what appeared, vanished and went stale", () => {
    const names = (all: SignalChanges["appeared"]): string[] =>
      all.map(({ signal, variant }) => `${signal} ${variant}`).sort();
    assert.deepEqual(names(changes.appeared), fixture.appeared);
    assert.deepEqual(names(changes.vanished), fixture.vanished);
    assert.deepEqual(names(changes.stale), fixture.stale);
  });

  it("finds nothing if all scores differ only by rounding, even around zero and for large values (DATA-14)", () => {
    const row = { country: "US", day: 20_000, pit: 0, level: 0.1 + 0.2, momentum: 1e-17 };
    const older = { ...row, code: "INFL", aggregate: 1e9 };
    const newer = { ...older, level: 0.3, momentum: -1e-17, aggregate: 1e9 + 0.5 };
    const none = changesOf({ ...fixture, restated: [], older: [older], newer: [newer] });
    assert.deepEqual([...none.changed.records], []);
    // A move of one score does not turn the rounding of the others into moves.
    const moved = changesOf({
      ...{ ...fixture, restated: [], older: [older] },
      newer: [{ ...newer, level: 0.4 }],
    });
    const found = changeScores.map((score) => {
      const { flips, others } = movesOf(moved.changed, score);
      return [...flips, ...others].map(({ change }) => change.toFixed(3));
    });
    assert.deepEqual(Object.fromEntries(changeScores.map((score, at) => [score, found[at]])), {
      aggregate: [],
      level: ["0.100"],
      momentum: [],
    });
  });

  it("finds nothing between an answer and itself", () => {
    const { changed, appeared, vanished, stale, signals } = changesOf({
      ...{ ...fixture, restated: [] },
      newer: fixture.older,
    });
    assert.deepEqual([...changed.records, ...appeared, ...vanished, ...stale], []);
    assert.deepEqual(
      signals.filter(({ isNew }) => isNew),
      [],
    );
  });

  function rowOf({ entry }: Move): string {
    const { code = "" } = changes.signals[changes.changed.signals[entry] ?? -1] ?? {};
    return `${code} ${changes.changed.variants[entry] ?? ""}`;
  }

  function assertMoves(moves: readonly Move[], expected: readonly ExpectedMove[]): void {
    assert.deepEqual(
      moves.map((move) => [rowOf(move), move.mark, move.change.toFixed(9)]),
      expected.map(({ row, mark, change }) => [row, mark, change.toFixed(9)]),
    );
    for (const [at, { before, now }] of moves.entries()) {
      assertNear(before, expected[at]?.before ?? Number.NaN);
      assertNear(now, expected[at]?.now ?? Number.NaN);
    }
  }
});

function assertNear(found: number, expected: number): void {
  assert.ok(Math.abs(found - expected) < 1e-12, `${found} instead of ${expected}`);
}
