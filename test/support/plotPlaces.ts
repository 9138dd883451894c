/** What lies over the inside of each plot of a chart page, across which the days in sight are spread. */
export const plotInside = ".plot-inside";

/** The canvas of each plot. */
export const plotCanvas = ".plot canvas";
