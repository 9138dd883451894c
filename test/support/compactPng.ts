import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Pixels of a picture as the bytes red, green, blue of each, row by row. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");

/** The same picture of a screen with at most 256 colours, a third to a half as large: colours that hardly differ become one. */
export function compactPng(png: Buffer): Buffer {
  const { width, height, rgb } = decodedPixels(png);
  const { colours, indexes } = palette(rgb);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each an index of the palette.
  header.set([8, 3], 8);
  // Each row begins with its filter, which is none.
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) {
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  const image = deflateSync(rows, { level: 9, memLevel: 9 });
  const parts = [chunk("IHDR", header), chunk("PLTE", colours), chunk("IDAT", image)];
  return Buffer.concat([signature, ...parts, chunk("IEND", Buffer.alloc(0))]);
}

/** The most frequent colours of a picture, and of each pixel the position of the nearest one among them. */
function palette(rgb: Uint8Array): { readonly colours: Buffer; readonly indexes: Uint8Array } {
  const pixels = Array.from({ length: rgb.length / 3 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(pixel * 3, pixel * 3 + 3);
    return (red << 16) | (green << 8) | blue;
  });
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const all = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const chosen = all.slice(0, 256);
  const positions = new Map(all.map((colour) => [colour, nearestPosition(chosen, colour)]));
  return {
    colours: Buffer.from(chosen.flatMap((colour) => [...partsOf(colour)])),
    indexes: Uint8Array.from(pixels, (colour) => positions.get(colour) ?? 0),
  };
}

function nearestPosition(colours: readonly number[], wanted: number): number {
  const distances = colours.map((colour) => {
    const parts = partsOf(wanted);
    return partsOf(colour).reduce((sum, part, at) => sum + (part - (parts[at] ?? 0)) ** 2, 0);
  });
  return distances.indexOf(Math.min(...distances));
}

function partsOf(colour: number): readonly [red: number, green: number, blue: number] {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

/** @throws Error for any other PNG than a browser's: eight bits each of red, green, blue and maybe alpha, not interlaced. */
function decodedPixels(png: Buffer): Pixels {
  const header = chunksOf(png, "IHDR");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, type, , , interlace] = header.subarray(8);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlace !== 0) {
    throw new Error(`Not a picture of a browser: depth ${depth}, type ${type}`);
  }
  const size = type === 2 ? 3 : 4;
  const rows = unfiltered(inflateSync(chunksOf(png, "IDAT")), width * size, size);
  const rgb = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    rgb.set(rows.subarray(pixel * size, pixel * size + 3), pixel * 3);
  }
  return { width, height, rgb };
}

/** PNG, section 9: each byte is told as the difference from its left, upper and upper left neighbour's. */
function unfiltered(filtered: Buffer, rowSize: number, pixelSize: number): Uint8Array {
  const height = filtered.length / (rowSize + 1);
  const rows = new Uint8Array(height * rowSize);
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (rowSize + 1)];
    for (let x = 0; x < rowSize; x++) {
      const at = y * rowSize + x;
      const left = x < pixelSize ? 0 : (rows[at - pixelSize] ?? 0);
      const up = y === 0 ? 0 : (rows[at - rowSize] ?? 0);
      const corner = x < pixelSize || y === 0 ? 0 : (rows[at - rowSize - pixelSize] ?? 0);
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter ?? 0] ?? 0;
      rows[at] = (filtered[y * (rowSize + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return rows;
}

/** The Paeth predictor. */
function nearest(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(estimate - each));
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0;
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The contents of all chunks of a type, one behind the other. */
function chunksOf(png: Buffer, type: string): Buffer {
  const found: Buffer[] = [];
  let at = signature.length;
  while (at < png.length) {
    const size = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === type) {
      found.push(png.subarray(at + 8, at + 8 + size));
    }
    at += size + 12;
  }
  return Buffer.concat(found);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
