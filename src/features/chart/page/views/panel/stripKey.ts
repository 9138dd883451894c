import { element } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";
import { sizeCanvas } from "../../draw/canvas";
import { type ChartTheme } from "../../draw/chartTheme";
import { paintCanvas } from "../../draw/pageCanvas";
import { stripKeyMarks } from "../../draw/stripMarks";
import { type Shown } from "../shown";

const size = { width: 200, height: 24 };

/** Explains the colours of a heat strip. */
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
    if (!isShown) return;
    const ratio = devicePixelRatio;
    sizeCanvas(this.canvas, size, ratio);
    const marks = stripKeyMarks(theme, { left: 0, top: 2, ...size });
    paintCanvas(this.canvas, ratio, theme.font, () => marks);
  }
}
