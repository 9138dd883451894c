import UPlot from "uplot";
import { type Subject, lineColours, secondsPerDay } from "./subject";

let plot: UPlot | undefined;

/** uPlot as on the first page of its documentation: all points, straight lines. */
export const subject: Subject = {
  draw(parent, { days, values }, width, height) {
    const times = Float64Array.from(days, (day) => day * secondsPerDay);
    const series = lineColours.slice(0, values.length).map((stroke) => ({ stroke }));
    plot = new UPlot(
      { width, height, scales: { x: { time: true } }, series: [{}, ...series] },
      [times, ...values],
      parent,
    );
  },
  zoom(from, to) {
    plot?.setScale("x", { min: from * secondsPerDay, max: to * secondsPerDay });
  },
};
