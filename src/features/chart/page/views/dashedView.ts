import { type ChartTheme } from "../draw/chartTheme";
import { type ChartView } from "../model/chartView";
import { type Pane, totalColour, vintageStrength } from "../model/pane";

interface Drawn {
  readonly colour: number;
  readonly dash: number;
}

/**
 * In high contrast, gives each colour and dash its own dash, by which lines can be told apart without colours. A
 * difference is alone in its plot, and stays solid. The dashes of vintages follow from their age.
 */
export function dashedView(view: ChartView, theme: ChartTheme): ChartView {
  if (!theme.isHighContrast) return view;
  const { legend, panes } = view;
  const isAlone = ({ kind }: Pane): boolean => kind === "difference";
  const lines = panes.flatMap((pane) => (isAlone(pane) ? [] : pane.lines));
  const isLine = ({ swatch }: ChartView["legend"][number]): boolean => swatch !== "area";
  const dashes = ownDashes([...legend.filter(isLine), ...lines], theme);
  const dashed = <T extends Drawn>(drawn: T): T => ({
    ...drawn,
    dash: dashes.get(keyOf(drawn)) ?? drawn.dash,
  });
  return {
    ...view,
    legend: legend.map((entry) => (isLine(entry) ? dashed(entry) : entry)),
    panes: panes.map((pane) => (isAlone(pane) ? pane : { ...pane, lines: pane.lines.map(dashed) })),
  };
}

/** Assigns dashes to compared series last, so that the others keep theirs. */
function ownDashes(all: readonly Drawn[], { dashes }: ChartTheme): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  // The newest vintage is solid.
  const taken = new Set<number>(all.some(isVintage) ? [0] : []);
  const byColour = all.toSorted((one, other) => one.colour - other.colour);
  for (const drawn of byColour.toSorted((one, other) => one.dash - other.dash)) {
    if (found.has(keyOf(drawn)) || isVintage(drawn)) continue;
    let own =
      drawn.colour === totalColour
        ? 0
        : (drawn.colour + 3 * drawn.dash + dashes.length) % dashes.length;
    for (let next = 0; taken.has(own); next++) own = next;
    taken.add(own);
    found.set(keyOf(drawn), own);
  }
  return found;
}

function isVintage({ colour }: Drawn): boolean {
  return vintageStrength(colour) !== undefined;
}

function keyOf({ colour, dash }: Drawn): string {
  return `${colour}/${dash}`;
}
