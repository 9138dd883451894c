import { type ViewState } from "../../../shared/chart/viewState";

/** Shows a column of signals, or hides it; the last one stays. */
export function withColumnToggled(state: ViewState, column: string): ViewState {
  const columns = toggled(state.columns, column);
  return columns.length === 0 ? state : { ...state, columns };
}

/** Hides a part of the chart, or shows it again. */
export function withPartToggled(state: ViewState, id: string): ViewState {
  return { ...state, hidden: toggled(state.hidden, id) };
}

function toggled(texts: readonly string[], text: string): readonly string[] {
  return texts.includes(text) ? texts.filter((each) => each !== text) : [...texts, text];
}
