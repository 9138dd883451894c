import { valueTicks } from "../../../../ui/valueTicks";
import { type ValueAxis } from "../model/pane";
import { type PlotScale } from "./marks";

/** The values at which an axis has a label and a line, ascending; ranks have only whole numbers. */
export function axisTicks({ unit }: ValueAxis, { box, values }: PlotScale): readonly number[] {
  const ticks = valueTicks(values, box.height);
  return unit === "rank" ? ticks.filter(Number.isInteger) : ticks;
}
