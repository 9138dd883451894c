import { LineChart } from "echarts/charts";
import {
  DataZoomComponent,
  DatasetComponent,
  GridComponent,
  LegendComponent,
  TooltipComponent,
} from "echarts/components";
import { type ECharts, init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { type Lines, type Subject, secondsPerDay } from "./subject";

use([
  LineChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  DataZoomComponent,
  DatasetComponent,
  CanvasRenderer,
]);

let chart: ECharts | undefined;

/** ECharts without animation, reducing points to the extremes of each pixel column (`sampling: "minmax"`). */
export const subject: Subject = {
  draw(parent, lines, width, height) {
    chart = init(parent, null, { renderer: "canvas", width, height });
    chart.setOption({
      animation: false,
      legend: {},
      tooltip: { trigger: "axis" },
      xAxis: { type: "time" },
      yAxis: { type: "value", scale: true },
      dataZoom: [{ type: "inside" }],
      series: lines.values.map((values, index) => ({
        type: "line",
        name: `line ${index}`,
        showSymbol: false,
        sampling: "minmax",
        dimensions: ["time", "value"],
        data: pairs(lines.days, values),
        lineStyle: { width: 1 },
      })),
    });
  },
  zoom(from, to) {
    const [startValue, endValue] = [from, to].map((day) => day * secondsPerDay * 1000);
    chart?.dispatchAction({ type: "dataZoom", startValue, endValue });
  },
};

function pairs(days: Lines["days"], values: Float64Array): Float64Array {
  const flat = new Float64Array(days.length * 2);
  for (const [row, value] of values.entries()) {
    flat[2 * row] = (days[row] ?? Number.NaN) * secondsPerDay * 1000;
    flat[2 * row + 1] = value;
  }
  return flat;
}
