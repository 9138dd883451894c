/** Colours of a chart, resolved from the editor's theme: CSS colours that SVG and canvas take. */
export interface ChartTheme {
  readonly background: string;
  readonly foreground: string;
  /** Of axis labels and notes. */
  readonly muted: string;
  readonly grid: string;
  /** Of what the grid has stronger, and of the axis of days. */
  readonly guide: string;
  /** Of zero lines. */
  readonly axis: string;
  /** Of a line that others are compared with. */
  readonly behind: string;
  readonly cursor: string;
  /** Of marks on what does not add up. */
  readonly warning: string;
  /** Told apart by colour-blind people, in this order; at least eight. */
  readonly lines: readonly string[];
  /** The same colours for text, closer to the foreground so that it is legible. */
  readonly inks: readonly string[];
  /** In pixels; the first is solid: empty. Drawn beside colours in high contrast, and for compared series always. */
  readonly dashes: readonly (readonly number[])[];
  readonly isHighContrast: boolean;
  readonly font: string;
}
