/** What an image is, and how it differs from another of its size. */
export interface Compared {
  readonly size: readonly [width: number, height: number];
  /** The share of pixels of which any colour differs by more than a quarter of its range. */
  readonly different: number;
}

/** Looks at two images of the same size. */
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

/** How many pixels an image has in a colour, as `#rrggbb`. */
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

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  if (context === null) throw new Error("There is no canvas to read from");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}
