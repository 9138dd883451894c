import { element } from "../../../kit/element";
import { t } from "../../../l10n";
import { drawOnCanvas, sizeCanvas } from "../../draw/canvas";
import { type ChartTheme } from "../../draw/chartTheme";
import { stripKeyMarks } from "../../draw/stripMarks";
import { type Shown } from "../shown";

const size = { width: 200, height: 24 };

/** What the colours of a heat strip mean. */
export class StripKey {
  readonly root = element("div", {
    class: "strip-key",
    role: "img",
    "aria-label": t("Colors: orange at a score of −2.5, gray at zero, blue at +2.5"),
    hidden: "",
  });
  private readonly canvas = element("canvas");

  constructor() {
    this.root.append(element("span", { class: "muted", text: t("Score") }), this.canvas);
  }

  show({ view }: Shown, theme: ChartTheme): void {
    const isShown = (view.panel?.strip ?? null) !== null && view.panel?.full === null;
    this.root.hidden = !isShown;
    const context = this.canvas.getContext("2d");
    if (!isShown || context === null) return;
    const ratio = devicePixelRatio;
    sizeCanvas(this.canvas, size, ratio);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const marks = stripKeyMarks(theme, { left: 0, top: 2, ...size });
    drawOnCanvas({ context, ratio, font: theme.font }, marks);
  }
}
