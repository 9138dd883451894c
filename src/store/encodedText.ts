import { joined } from "../data/textRows";
import { Slices } from "./slices";

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
    if (!slices.isOver) continue;
    encoded.push(encoder.encode(text));
    text = "";
    await slices.next();
  }
  return joined([...encoded, encoder.encode(text)]);
}
