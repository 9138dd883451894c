import { type ShownUnit } from "../../../../shared/series/numberText";
import { type AxisChoice } from "../../model/viewState";
import { t } from "../../../../ui/l10n";
import { type ValueAxis, type Layer, type Line } from "./pane";

/**
 * Returns one axis for each unit of a pane's lines and layers, in order of first appearance.
 *
 * @param choice - The domain of the first axis; a second one always fits the values in sight.
 * @param part - The name of the component shown instead of the whole forecast; labels the axis.
 */
export function axesOf(
  shown: readonly (Line | Layer)[],
  choice: AxisChoice,
  part?: string,
): readonly ValueAxis[] {
  const units = [...new Set(shown.map(({ unit }) => unit))];
  return units.map((unit, index) => axisOf(unit, index === 0 ? choice : "fit", part));
}

/** The label of a forecast names no period, because the service does not state one. */
function axisOf(unit: ShownUnit, choice: AxisChoice, part?: string): ValueAxis {
  switch (unit) {
    case "score":
      return { unit, domain: choice, label: t("Score"), guides: [-2, -1, 0, 1, 2] };
    case "deviations":
      return { unit, domain: choice, label: t("z-score, σ"), guides: [-2, -1, 0, 1, 2] };
    case "rank":
      return { unit, domain: "fit", label: t("Rank (1 is the largest)"), guides: [] };
    case "fraction":
      return {
        unit,
        domain: choice === "three" ? "fit" : choice,
        label: t("{0}, %", part ?? t("Forecast")),
        guides: [0],
      };
  }
}
