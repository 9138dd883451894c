import { inflateRawSync } from "node:zlib";

/** The files of a ZIP archive by their paths (PKWARE APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [nameSize, ...others] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameSize ?? 0));
    entries.set(name, contentOf(zip, at));
    at += 46 + [nameSize, ...others].reduce<number>((sum, size = 0) => sum + size, 0);
  }
  return entries;
}

/** @param at - Where the entry of the central directory begins. */
function contentOf(zip: Buffer, at: number): Buffer {
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  const isStored = zip.readUInt16LE(at + 10) === 0;
  return isStored ? content : inflateRawSync(content);
}
