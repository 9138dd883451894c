import assert from "node:assert/strict";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { acceptedEncodings, inflated, InflatedLimitError } from "../../../src/service/inflate";
import { rejection } from "../../support/rejection";

const text = "Date,Level\n2024-06-28,1.5\n".repeat(50);

async function* packets(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(part);
}

async function textOf(
  encoding: string,
  parts: readonly Uint8Array[],
  limitBytes = 10_000,
): Promise<string> {
  const chunks = inflated(packets(...parts), encoding, limitBytes);
  assert.ok(chunks !== undefined, `${encoding} cannot be undone`);
  const found: Uint8Array[] = [];
  for await (const chunk of chunks) found.push(chunk);
  return Buffer.concat(found).toString();
}

describe("inflated", () => {
  const cases: [encoding: string, when: string, bytes: Uint8Array][] = [
    ["", "nothing is encoded", Buffer.from(text)],
    ["identity", "that is said", Buffer.from(text)],
    ["gzip", "it is gzip", gzipSync(text)],
    ["x-gzip", "it is gzip by its old name", gzipSync(text)],
    ["GZip", "case differs", gzipSync(text)],
    ["br", "it is Brotli", brotliCompressSync(text)],
    ["deflate", "it is zlib", deflateSync(text)],
    ["deflate", "it is bare deflate", deflateRawSync(text)],
    ["gzip, br", "two layers are stacked", brotliCompressSync(gzipSync(text))],
  ];
  for (const [encoding, when, bytes] of cases) {
    it(`gives the text when ${when}`, async () => {
      assert.equal(await textOf(encoding, [bytes]), text);
    });
  }

  it("looks for the kind of deflate in the first byte, not in an empty packet", async () => {
    assert.equal(await textOf("deflate", [new Uint8Array(), deflateSync(text)]), text);
    assert.equal(await textOf("deflate", [new Uint8Array(), deflateRawSync(text)]), text);
    assert.equal(await textOf("deflate", []), "");
  });

  it("undoes all that the client asks for", () => {
    const asked = acceptedEncodings.split(", ");
    assert.deepEqual(asked, ["gzip", "br", "deflate"]);
    const undone = asked.map((encoding) => inflated(packets(), encoding, 1));
    assert.ok(undone.every((chunks) => chunks !== undefined));
  });

  it("is nothing for what it does not know and for more than two layers (HOST-04)", () => {
    assert.equal(inflated(packets(), "compress", 1), undefined);
    assert.equal(inflated(packets(), "zstd", 1), undefined);
    assert.equal(inflated(packets(), "gzip, gzip, gzip", 1), undefined);
  });

  it("ends at the limit, of an inner layer too (HOST-04)", async () => {
    assert.equal(await textOf("gzip", [gzipSync(text)], text.length), text);
    const one = textOf("gzip", [gzipSync(text)], text.length - 1);
    assert.equal((await rejection(one, InflatedLimitError)).name, "InflatedLimitError");
    const bomb = gzipSync(gzipSync(Buffer.alloc(1_000_000)));
    await rejection(textOf("gzip, gzip", [bomb], 10_000), InflatedLimitError);
  });
});
