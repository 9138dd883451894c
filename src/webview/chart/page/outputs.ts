import { type FromChart, type ImageFormat } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { drawOnCanvas } from "../draw/canvas";
import { chartPicture, type Picture, pictureFont } from "../draw/chartPicture";
import { svgOf } from "../draw/svg";
import { shownCsv, shownTsv } from "../model/shownText";
import { type Notice } from "../../kit/notice";
import { type Shown } from "./shown";
import { viewInFull } from "./viewInFull";

/** The least size of a picture: that of a figure in a note. */
const least = { width: 640, height: 400 };
/** Pixels of an image for each of the page. */
const imageScale = 2;

/** Browsers refuse larger canvases. */
const longestSidePx = 16_384;
const maxPx = 2 ** 27;

/** What the outputs need of the page. */
export interface OutputsOptions {
  readonly shown: () => Shown;
  readonly theme: () => ChartTheme;
  readonly post: (message: FromChart) => void;
  /** Said to everyone, in words and in sight. */
  readonly notice: Notice;
  readonly report: (words: string) => void;
}

/** What leaves the chart: pictures and tables of what is in sight. */
export class Outputs {
  constructor(private readonly options: OutputsOptions) {}

  /** The image must be asked for at once: the clipboard takes nothing that a person did not just ask for. */
  async copyImage(): Promise<void> {
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": this.png() })]);
      this.say(t("Image copied"));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      // Browsers and remote editors may keep pages from the clipboard: a file always works.
      this.options.report(t("The clipboard does not accept images here."));
      const offer = { label: t("Save PNG"), run: () => void this.saveImage("png") };
      this.options.notice.show(t("The clipboard does not accept images here."), offer);
    }
  }

  async saveImage(format: ImageFormat): Promise<void> {
    const image = format === "svg" ? this.svg() : await this.png();
    const bytes = new Uint8Array(await image.arrayBuffer());
    this.options.post({ type: "saveImage", format, bytes });
  }

  saveCsv(): void {
    this.options.post({ type: "saveCsv", text: shownCsv(viewInFull(this.options.shown())) });
  }

  copyShown(): void {
    this.options.post({ type: "copyText", text: shownTsv(viewInFull(this.options.shown())) });
  }

  private say(words: string): void {
    this.options.report(words);
    this.options.notice.show(words);
  }

  private png(): Promise<Blob> {
    return pngOf(this.picture(), imageScale);
  }

  private svg(): Blob {
    return new Blob([svgOf(this.picture())]);
  }

  private picture(): Picture {
    const { title, view, panel } = this.options.shown();
    const readable = panel?.identity.title ?? "";
    return chartPicture({
      title: readable === "" ? title : readable,
      view,
      theme: this.options.theme(),
      width: Math.max(least.width, innerWidth),
      height: Math.max(least.height, innerHeight),
    });
  }
}

/**
 * The picture as PNG, `scale` pixels for each of its own, fewer where a canvas cannot hold so many.
 *
 * @throws Error when the browser gives no canvas or no image.
 */
async function pngOf(picture: Picture, scale: number): Promise<Blob> {
  const possible = Math.min(scale, largestScale(picture));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * possible);
  canvas.height = Math.round(picture.height * possible);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas to draw on");
  context.fillStyle = picture.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawOnCanvas({ context, ratio: possible, font: pictureFont }, picture.marks);
  const image = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (image === null) throw new Error("the browser made no image of the canvas");
  return image;
}

function largestScale({ width, height }: Picture): number {
  return Math.min(longestSidePx / Math.max(width, height), Math.sqrt(maxPx / (width * height)));
}
