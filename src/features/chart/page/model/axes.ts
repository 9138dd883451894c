import { type ShownUnit } from "../../../../shared/series/numberText";
import { type AxisChoice } from "../../model/viewState";
import { t } from "../../../../ui/l10n";
import { type Axis, type Layer, type Line } from "./pane";

/**
 * One axis for each unit of what a pane shows, in the order in which they first appear.
 *
 * @param choice - For the first of them; a second one always fits what is in sight.
 * @param part - The name of the part that is shown instead of the whole forecast.
 */
export function axesOf(
  shown: readonly (Line | Layer)[],
  choice: AxisChoice,
  part?: string,
): readonly Axis[] {
  const units = [...new Set(shown.map(({ unit }) => unit))];
  return units.map((unit, index) => axisOf(unit, index === 0 ? choice : "fit", part));
}

/** A forecast is what the service says, of whatever period. */
function axisOf(unit: ShownUnit, choice: AxisChoice, part?: string): Axis {
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
