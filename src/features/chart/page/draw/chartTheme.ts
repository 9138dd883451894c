/** Colours of a chart, resolved from the editor's theme: CSS colours that SVG and canvas accept. */
export interface ChartTheme {
  readonly background: string;
  readonly foreground: string;
  /** The color of axis labels and notes. */
  readonly muted: string;
  readonly grid: string;
  /** The color of the stronger grid lines and of the axis of days. */
  readonly guide: string;
  /** The color of zero lines. */
  readonly axis: string;
  /** The color of a line that others are compared with. */
  readonly behind: string;
  readonly cursor: string;
  /** The color of marks where components do not add up. */
  readonly warning: string;
  /** Colours that colour-blind people can tell apart in this order; at least eight. */
  readonly lines: readonly string[];
  /** The same colours for text, closer to the foreground so that it is legible. */
  readonly inks: readonly string[];
  /**
   * In pixels; the first is empty, for a solid line. Used beside colours in high contrast, and always for compared
   * series.
   */
  readonly dashes: readonly (readonly number[])[];
  readonly isHighContrast: boolean;
  readonly font: string;
}
