import { type ChartView, chartView } from "../model/chartView";
import { type Shown } from "./shown";

/** The view with full titles, for text that is read outside the page. */
export function viewInFull({ parts, panel, state, view }: Shown): ChartView {
  if (panel !== null) return view;
  const inFull = parts.map((part) => ({ ...part, title: part.fullTitle }));
  return chartView(inFull, state);
}
