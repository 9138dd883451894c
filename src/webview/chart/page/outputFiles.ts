// What leaves the chart, in one program of its own: most charts are looked at only.
import "./editorWords";
export { chartPicture } from "../draw/chartPicture";
export { pngOf } from "../draw/pngOf";
export { svgOf } from "../draw/svgOf";
export { shownCsv, shownTsv } from "../model/shownText";
