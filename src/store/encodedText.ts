import { Slices } from "../service/slices";

/** Longer text is encoded at once: pieces that wait for long are costly garbage. */
const longest = 64 * 1024;

/**
 * Text as UTF-8, encoded as it is written, so that however long it is it never holds up the editor.
 *
 * @param pieces - Other work goes on between two of them.
 * @throws the signal's reason when it aborts.
 */
export async function encodedText(
  pieces: Iterable<string>,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const encoded: Uint8Array[] = [];
  let text = "";
  const slices = new Slices(signal);
  for (const piece of pieces) {
    text += piece;
    if (text.length >= longest) {
      encoded.push(encoder.encode(text));
      text = "";
    }
    if (slices.isOver) await slices.next();
  }
  encoded.push(encoder.encode(text));
  const bytes = new Uint8Array(encoded.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of encoded) {
    bytes.set(each, at);
    at += each.length;
    if (slices.isOver) await slices.next();
  }
  return bytes;
}
