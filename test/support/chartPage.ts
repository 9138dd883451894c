import { type FromChart } from "../../src/features/chart/messages";
import { type ToChart } from "../../src/features/chart/protocol";
import { type EditorPage } from "./editorPage";
import { type UsedEditorPages, useEditorPages } from "./useEditorPages";

export type ChartPage = EditorPage<ToChart, FromChart>;

/** Gives the `describe` block that calls it pages of charts. */
export function useChartPages(): UsedEditorPages<ToChart, FromChart> {
  return useEditorPages("chart", { width: 1000, height: 640 });
}
