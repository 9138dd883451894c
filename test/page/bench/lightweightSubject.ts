import { type IChartApi, LineSeries, type Time, createChart } from "lightweight-charts";
import { type Subject, lineColours, secondsPerDay } from "./subject";

let chart: IChartApi | undefined;

/** lightweight-charts, which draws all given points. */
export const subject: Subject = {
  draw(parent, { days, values }, width, height) {
    const made = createChart(parent, { width, height, timeScale: { minBarSpacing: 1e-5 } });
    for (const [index, each] of values.entries()) {
      const series = made.addSeries(LineSeries, {
        lineWidth: 1,
        color: lineColours[index] ?? "black",
      });
      series.setData(Array.from(each, (value, row) => ({ time: timeOf(days[row] ?? 0), value })));
    }
    made.timeScale().fitContent();
    chart = made;
  },
  zoom(from, to) {
    chart?.timeScale().setVisibleRange({ from: timeOf(from), to: timeOf(to) });
  },
};

function timeOf(day: number): Time {
  return (day * secondsPerDay) as Time;
}
