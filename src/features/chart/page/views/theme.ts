import { type ChartTheme } from "../draw/chartTheme";
import { type Colour, blend, colourOf } from "../draw/colour";

/**
 * The colours of lines after blue and orange, which all pages share. Any two of the eight differ by at least 8
 * (CIEDE2000), and the first four by at least 15, for normal vision and for each of the three types of colour blindness
 * (Machado 2009); each has a contrast of at least 3 to its background.
 */
const othersOnLight = ["#00a680", "#8e095d", "#6a4e17", "#607fff", "#5a020c", "#566f5d"];
const othersOnDark = ["#53ecb5", "#a86ca2", "#f0e68a", "#e2424c", "#8a6cf0", "#c4c4c4"];

/** The share of a line's colour in text of that colour; the rest is the foreground, for contrast. */
const inkShare = 0.74;

const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3], [14, 4], [5, 2], [2, 6], [9, 3, 2, 3, 2, 3]];

/** The current colours of the editor. */
export function currentTheme(): ChartTheme {
  const styles = getComputedStyle(document.body);
  const isHighContrast = document.body.className.includes("vscode-high-contrast");
  const isLight = /vscode-(high-contrast-)?light/.test(document.body.className);
  const variable = (name: string, otherwise: string): Colour =>
    colourOf(styles.getPropertyValue(`--vscode-${name}`).trim()) ?? colourOf(otherwise) ?? black;
  const background = variable("editor-background", isLight ? "#ffffff" : "#1f1f1f");
  const foreground = variable("editor-foreground", isLight ? "#1f1f1f" : "#d8d8d8");
  const family = styles.getPropertyValue("--vscode-font-family").trim();
  const pair = ["--blue", "--orange"].map((name) => styles.getPropertyValue(name).trim());
  const lines = [...pair, ...(isLight ? othersOnLight : othersOnDark)];
  const mixed = (colour: Colour, share: number): string => blend(background, colour, share);
  return {
    background: mixed(background, 1),
    foreground: mixed(foreground, 1),
    muted: isHighContrast
      ? mixed(foreground, 1)
      : mixed(variable("descriptionForeground", isLight ? "#616161" : "#a0a0a0"), 1),
    grid: mixed(foreground, isHighContrast ? 0.3 : 0.09),
    guide: mixed(foreground, isHighContrast ? 0.45 : 0.2),
    axis: mixed(foreground, isHighContrast ? 1 : 0.55),
    behind: mixed(foreground, isHighContrast ? 0.6 : 0.45),
    cursor: mixed(foreground, isHighContrast ? 1 : 0.6),
    warning: mixed(variable("editorWarning-foreground", isLight ? "#8a6100" : "#e0b000"), 1),
    lines,
    inks: lines.map((line) =>
      isHighContrast ? line : blend(foreground, colourOf(line) ?? foreground, inkShare),
    ),
    dashes,
    isHighContrast,
    font: family === "" ? "sans-serif" : family,
  };
}

const black: Colour = [0, 0, 0, 1];

/** Calls a function at each change of the editor's theme, and of the pixel ratio of the screen. */
export function watchTheme(onChange: () => void): void {
  const changes = new MutationObserver(onChange);
  changes.observe(document.documentElement, { attributeFilter: ["style", "class"] });
  changes.observe(document.body, { attributeFilter: ["class"] });
  watchPixels(onChange);
}

/** A media query reports only the first change of its ratio, so it is created again after each. */
function watchPixels(onChange: () => void): void {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
    "change",
    () => {
      onChange();
      watchPixels(onChange);
    },
    { once: true },
  );
}
