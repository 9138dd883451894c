import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  type ViewState,
  defaultViewState,
} from "../../../../../src/features/chart/model/viewState";
import { targetPath } from "../../../../../src/shared/place";
import { longFrame } from "../../../../support/longSeries";
import { SeriesChart, seriesOf, signal, us } from "../../../../support/seriesChart";

describe("ChartSession of a long series", () => {
  const long = { ...seriesOf(us, 1), frame: longFrame() };
  let chart: SeriesChart;
  /** How many rows the page has of a series, in each message. */
  const told = (): (number | "unchanged" | undefined)[] =>
    chart.sent.flatMap((message) =>
      message.type === "part"
        ? [message.part.data === "unchanged" ? message.part.data : message.part.data?.days.length]
        : [],
    );
  const openLong = async (view: ViewState | null = null): Promise<void> => {
    chart = new SeriesChart({ parts: [signal] });
    chart.view = view;
    void chart.session.ready();
    await nextTurn();
    await nextTurn();
    chart.last.resolve(long);
    await nextTurn();
  };
  afterEach(() => chart.session.dispose());

  it("sends an excerpt first, and all of it when the page requests it", async () => {
    await openLong();
    assert.deepEqual(told(), [3_663]);
    const { generation } = chart.session;
    chart.session.tellWhole(generation - 1);
    assert.deepEqual(told(), [3_663]);
    chart.session.tellWhole(generation);
    chart.session.tellWhole(generation);
    assert.deepEqual(told(), [3_663, 20_000]);
    assert.equal(chart.dataOf(targetPath(signal))?.excerpt, null);
  });

  it("sends all of it at once to a page that had all of it before", async () => {
    await openLong();
    chart.session.tellWhole(chart.session.generation);
    void chart.session.refresh();
    await nextTurn();
    chart.last.resolve({ ...long, frame: longFrame(20_001) });
    await nextTurn();
    assert.deepEqual(told(), [3_663, 20_000, "unchanged", 20_001]);
    // The next page is another one.
    chart.session.hide();
    void chart.session.ready();
    await nextTurn();
    await nextTurn();
    const show = chart.sent.findLast(({ type }) => type === "show");
    const parts = show?.type === "show" ? show.parts : [];
    assert.deepEqual(
      parts.map(({ data }) => data?.excerpt !== null),
      [true],
    );
  });

  it("sends all of it at once when the view shows more, and before what is compared with it", async () => {
    await openLong({ ...defaultViewState, isStatistics: true });
    assert.deepEqual(told(), [20_000]);
    chart.session.dispose();
    await openLong();
    const { generation } = chart.session;
    void chart.session.compare({ generation, isKindCompared: true, vintage: null });
    await nextTurn();
    assert.deepEqual(told().slice(0, 2), [3_663, 20_000]);
  });
});
