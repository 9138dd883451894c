import { type FromChart } from "../../messages";
import { type ImageFormat } from "../../protocol";
import { formatCount } from "../../../../shared/series/numberText";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { drawOnCanvas } from "../draw/canvas";
import { type Picture } from "../draw/marks";
import { svgOf } from "../draw/svg";
import { shownCsv, shownTsv } from "../model/shownText";
import { type NoticeOffer } from "../../../../ui/notice";
import { type ImageExtent, imagesOf, mostScreens, wholeSize } from "./image/pageImage";
import { headOf, type Shown } from "./shown";
import { viewInFull } from "./viewInFull";

const imageScale = 2;

/** Browsers refuse larger canvases. */
const longestSidePx = 16_384;
const maxPx = 2 ** 27;

export interface OutputsOptions {
  readonly page: HTMLElement;
  readonly shown: () => Shown;
  readonly theme: () => ChartTheme;
  readonly post: (message: FromChart) => void;
  /** Shows and announces an outcome, with actions that may follow. */
  readonly report: (words: string, ...offers: readonly NoticeOffer[]) => void;
}

/** Copies and saves pictures and tables of what is in sight. */
export class Outputs {
  constructor(private readonly options: OutputsOptions) {}

  async copyImage(): Promise<void> {
    const { isHigh, pages } = this.asked();
    if (!isHigh) {
      await this.copy("whole");
      return;
    }
    this.ask([
      this.inSight(() => void this.copy("inSight")),
      // The clipboard holds one image.
      { label: t("Save {0} Pages…", pages), run: () => void this.save("png", "pages") },
    ]);
  }

  async saveImage(format: ImageFormat): Promise<void> {
    const { isHigh, pages } = this.asked();
    if (!isHigh) {
      await this.save(format, "whole");
      return;
    }
    this.ask([
      this.inSight(() => void this.save(format, "inSight")),
      { label: t("{0} Pages", pages), run: () => void this.save(format, "pages") },
    ]);
  }

  /** Whether the whole page is too high for one image, and the number of pages into which it divides. */
  private asked(): { readonly isHigh: boolean; readonly pages: string } {
    const { height, pages } = wholeSize(this.options.page);
    return { isHigh: height > mostScreens * innerHeight, pages: formatCount(pages) };
  }

  private ask(offers: readonly NoticeOffer[]): void {
    this.options.report(
      t("The whole chart is more than twice the height of the window."),
      ...offers,
    );
  }

  private inSight(run: () => void): NoticeOffer {
    return { label: t("Visible Part"), run };
  }

  /** The clipboard must be written to immediately: browsers allow that only right after a user's action. */
  private async copy(extent: ImageExtent): Promise<void> {
    const png = this.pngs(extent).then(([image]) => image ?? new Blob());
    try {
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
      this.options.report(t("Image copied"));
    } catch (error) {
      const [image] = await Promise.allSettled([png]);
      const reason: unknown = image.status === "rejected" ? image.reason : error;
      if (reason !== error || !(error instanceof DOMException || error instanceof TypeError)) {
        this.fail(reason);
        return;
      }
      // Browsers and remote editors may block the clipboard; saving a file always works.
      const offer = { label: t("Save PNG"), run: () => void this.save("png", extent) };
      this.options.report(t("The clipboard does not accept images here."), offer);
    }
  }

  private async save(format: ImageFormat, extent: ImageExtent): Promise<void> {
    try {
      const images =
        format === "svg"
          ? this.pictures(extent).map((picture) => new Blob([svgOf(picture)]))
          : await this.pngs(extent);
      const pages = await Promise.all(images.map((image) => image.arrayBuffer()));
      this.options.post({
        type: "saveImage",
        format,
        pages: pages.map((bytes) => new Uint8Array(bytes)),
      });
    } catch (error) {
      this.fail(error);
    }
  }

  saveCsv(): void {
    this.options.post({ type: "saveCsv", text: shownCsv(viewInFull(this.options.shown())) });
  }

  copyShown(): void {
    this.options.post({ type: "copyText", text: shownTsv(viewInFull(this.options.shown())) });
  }

  private fail(error: unknown): void {
    this.options.post({ type: "failed", message: String(error).slice(0, 1000) });
    this.options.report(t("The image could not be made."));
  }

  private async pngs(extent: ImageExtent): Promise<readonly Blob[]> {
    const images: Blob[] = [];
    // One after the other, because a canvas takes many times the memory of its image.
    for (const picture of this.pictures(extent)) images.push(await pngOf(picture, imageScale));
    return images;
  }

  private pictures(extent: ImageExtent): readonly Picture[] {
    const { page, theme } = this.options;
    const shown = this.options.shown();
    const { isSample, view } = shown;
    const { title } = headOf(shown);
    return imagesOf(page, extent, {
      theme: theme(),
      title: isSample ? t("{0} ({1})", title, t("SAMPLE, synthetic")) : title,
      description: [view.comparison ?? "", ...view.facts].filter((line) => line !== "").join("\n"),
      ratio: imageScale,
    });
  }
}

/**
 * Draws a picture as PNG with `scale` pixels for each of its own, or fewer if a canvas cannot hold so many.
 *
 * @throws Error if the browser has no canvas or makes no image.
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
  drawOnCanvas({ context, ratio: possible, font: picture.font }, picture.marks);
  const image = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  // Frees its memory at once.
  canvas.width = 0;
  if (image === null) throw new Error("the browser made no image of the canvas");
  return image;
}

function largestScale({ width, height }: Picture): number {
  return Math.min(longestSidePx / Math.max(width, height), Math.sqrt(maxPx / (width * height)));
}
