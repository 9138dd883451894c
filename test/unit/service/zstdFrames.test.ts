import assert from "node:assert/strict";
import fc from "fast-check";
import { ZstdFrames } from "../../../src/service/zstdFrames";
import { runs } from "../../support/propertyRuns";

/** What the `zstd` program (1.5.4) makes. */
const streams: [what: string, base64: string][] = [
  [
    "seq 40 | zstd --no-check",
    "KLUv/QBY1QEA8oYNC6DFDU92i8R/4x4Chxw66NWpT5fezr4ePXDAixMfLrycfDx42GDXpj1bdjf3duwwuKZnufMFAA==",
  ],
  [
    "zstd --check of a file of seq 40",
    "KLUv/SRv1QEA8oYNC6DFDU92i8R/4x4Chxw66NWpT5fezr4ePXDAixMfLrycfDx42GDXpj1bdjf3duwwuKZnufMFAJky//M=",
  ],
  ["zstd --no-check of 300,000 zeros", "KLUv/aDgkwQAVAAAEAAAAQD7/znAAgIAEAADnwQA"],
  ["zstd of 20 random bytes", "KLUv/SQUoQAA48YXaoaDc2dDNm/68ftvSchgqTqZy6ia"],
  ["zstd of nothing", "KLUv/SQAAQAAmenYUQ=="],
];

/** Frames that hold no data (RFC 8878 §3.1.2): three bytes of a user, and none. */
const skippable = Uint8Array.of(0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
const emptySkippable = Uint8Array.of(0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0);

function isWhole(...chunks: readonly Uint8Array[]): boolean {
  const frames = new ZstdFrames();
  for (const chunk of chunks) frames.push(chunk);
  return frames.isWhole;
}

describe("ZstdFrames", () => {
  for (const [what, base64] of [...streams, ["a frame without data", ""] as const]) {
    const stream = base64 === "" ? skippable : new Uint8Array(Buffer.from(base64, "base64"));

    it(`takes ${what} for whole at its end alone (DATA-01)`, () => {
      const lengths = Array.from({ length: stream.length + 1 }, (_, length) => length);
      const whole = lengths.filter((length) => isWhole(stream.subarray(0, length)));
      assert.deepEqual(whole, [0, stream.length]);
    });
  }

  it("finds the end of several frames, wherever the chunks are cut", () => {
    const parts = streams.map(([, base64]) => new Uint8Array(Buffer.from(base64, "base64")));
    const stream = Buffer.concat([skippable, ...parts, emptySkippable]);
    const ends = new Set([0, skippable.length]);
    for (const part of parts) ends.add(Math.max(...ends) + part.length);
    ends.add(stream.length);
    fc.assert(
      fc.property(fc.nat(stream.length), fc.nat(stream.length), fc.nat(), (a, b, c) => {
        const end = Math.max(a, b);
        const middle = Math.min(a, b);
        const first = middle === 0 ? 0 : c % middle;
        const cuts = [stream.subarray(0, first), stream.subarray(first, middle)];
        return isWhole(...cuts, stream.subarray(middle, end)) === ends.has(end);
      }),
      { numRuns: runs() },
    );
  });

  it("leaves what is no frame to the decoder", () => {
    assert.equal(isWhole(Buffer.from("no zstd at all")), true);
  });
});
