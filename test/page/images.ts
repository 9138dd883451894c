/** The size and the differences of two images. */
export interface Compared {
  readonly size: readonly [width: number, height: number];
  /** The share of pixels of which any colour differs by more than a quarter of its range. */
  readonly different: number;
}

/** Compares two images of the same size. */
export async function compared(
  bytes: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Promise<Compared> {
  const [image, otherImage] = [await pixelsOf(bytes), await pixelsOf(other)];
  const { width, height, data } = image;
  let different = 0;
  for (let at = 0; at < data.length; at += 4) {
    const isDifferent = [0, 1, 2].some(
      (colour) => Math.abs((data[at + colour] ?? 0) - (otherImage.data[at + colour] ?? 0)) > 64,
    );
    if (isDifferent) different++;
  }
  return { size: [width, height], different: different / (width * height) };
}

/** The number of pixels of an image in a colour, as `#rrggbb`. */
export async function countOf(bytes: Uint8Array<ArrayBuffer>, colour: string): Promise<number> {
  const { data } = await pixelsOf(bytes);
  const wanted = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((value, index) => data[at + index] === value)) count++;
  }
  return count;
}

/** The names of the elements of an SVG, its texts and its title, as an XML parser reads them. */
export function contentOf(svg: string): { names: string[]; texts: string[]; title: string } {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const all = [root, ...root.querySelectorAll("*")];
  return {
    names: [...new Set(all.map(({ localName }) => localName))].sort(),
    texts: [...root.querySelectorAll("text")].map(({ textContent }) => textContent),
    title: root.querySelector("title")?.textContent ?? "",
  };
}

/** A text of an image and its position, in pixels of the image. */
export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Whether it lies completely outside of its container. */
  readonly isCut: boolean;
  /** Whether it lies completely inside of its container. */
  readonly isWhole: boolean;
}

/**
 * The texts of an SVG at the positions of a browser, without those that are covered.
 *
 * @param font - Replaces the font of the file, as on a computer without it.
 */
export function placedTexts(svg: string, font?: string): PlacedText[] {
  const host = document.createElement("div");
  host.style.cssText = "position: absolute; left: 0; top: 0";
  host.innerHTML = svg.replace(/^<\?xml[^>]*>/, "");
  const root = host.querySelector("svg");
  if (root === null) throw new Error("This is no SVG");
  if (font !== undefined) root.setAttribute("font-family", font);
  document.body.append(host);
  const { left: x, top: y } = root.getBoundingClientRect();
  const grounds = [...root.querySelectorAll("rect")]
    .filter((each) => each.getAttribute("fill") !== "none" && !each.hasAttribute("fill-opacity"))
    .map((rect) => ({ rect, box: rect.getBoundingClientRect() }));
  const placed = [...root.querySelectorAll("text")].flatMap((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const isCovered = grounds.some(({ rect, box }) => {
      const isWithin = box.left <= (left + right) / 2 && box.right >= (left + right) / 2;
      if (!isWithin || box.top > top + 4 || box.bottom < bottom - 4) return false;
      return (each.compareDocumentPosition(rect) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    });
    if (isCovered) return [];
    const text = each.textContent;
    let [isCut, isWhole] = [false, true];
    for (let outer = each.closest("svg"); outer !== null;) {
      const box = clipOf(outer);
      isCut ||= bottom <= box.top + 3 || top >= box.bottom - 3;
      isWhole &&= top >= box.top - 1 && bottom <= box.bottom + 1;
      outer = outer.parentElement?.closest("svg") ?? null;
    }
    const place = { left: left - x, right: right - x, top: top - y, bottom: bottom - y };
    return [{ isCut, isWhole, text, ...place }];
  });
  host.remove();
  return placed;
}

/** The upper and the lower edge of an SVG; the box of a nested one includes all of its contents. */
function clipOf(svg: SVGSVGElement): { readonly top: number; readonly bottom: number } {
  const { ownerSVGElement: outer } = svg;
  if (outer === null) return svg.getBoundingClientRect();
  const top = (outer.getScreenCTM()?.f ?? 0) + svg.y.baseVal.value;
  return { top, bottom: top + svg.height.baseVal.value };
}

/** Elements for interaction only, which are on the screen and not in images of it. */
const controls = [
  ".toolbar",
  ".header > .tools",
  ".titles .choice",
  ".axis-menu",
  ".panel-bar button",
  ".panel-bar .order",
  ".legend .trail",
  ".legend .muted",
  ".legend [aria-pressed='false']",
  ".series thead th:nth-child(2)",
  ".components thead th:nth-child(2)",
  ".overview-name",
  ".foot .tool",
  ".foot-keys",
  ".statistics button:not([aria-checked='true'], [aria-expanded='true'])",
  ".bridge-panel .tools > :not(h2)",
  ".failures button",
  ".banner button",
  "[role='menu']",
  ".notice",
].join();

const drawn = new Map<unknown, string[]>();

/** Records the texts that are written on canvases from now on. */
export function recordCanvases(): void {
  const { prototype } = CanvasRenderingContext2D;
  type Draw = (this: CanvasRenderingContext2D, ...place: unknown[]) => void;
  const write = Reflect.get(prototype, "fillText") as Draw;
  const clear = Reflect.get(prototype, "clearRect") as Draw;
  prototype.fillText = function (text, ...place) {
    drawn.set(this.canvas, [...(drawn.get(this.canvas) ?? []), text]);
    write.call(this, text, ...place);
  };
  prototype.clearRect = function (...place) {
    drawn.delete(this.canvas);
    clear.apply(this, place);
  };
}

/** The texts that the page shows, in its elements and on its canvases. */
export function shownTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = (node.textContent ?? "").trim().replace(/\s+/g, " ");
    if (parent === null || text === "" || parent.closest(controls) !== null) continue;
    if (parent.closest(".unseen, dialog, script, style") !== null) continue;
    if (parent.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      texts.push(text);
  }
  for (const canvas of document.querySelectorAll("canvas")) {
    const isShown = canvas.checkVisibility({ visibilityProperty: true });
    if (isShown && canvas.closest(".overview") === null) texts.push(...(drawn.get(canvas) ?? []));
  }
  return texts.filter((text) => text !== "");
}

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (context === null) throw new Error("There is no canvas to read from");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}
