import { type Unit } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { type Axis, type Layer, type Line } from "./pane";

/** One axis for each unit of what a pane shows, in the order in which they first appear. */
export function axesOf(shown: readonly (Line | Layer)[]): readonly Axis[] {
  return [...new Set(shown.map(({ unit }) => unit))].map(axisOf);
}

/** Scores stand between bands of one and two; forecasts are said as they were served, of whatever period. */
function axisOf(unit: Unit): Axis {
  return unit === "score"
    ? { unit, domain: "symmetric", label: t("Score"), guides: [-2, -1, 0, 1, 2] }
    : { unit, domain: "zero", label: t("Forecast, as served"), guides: [0] };
}
