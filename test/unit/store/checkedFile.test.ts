import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import fc from "fast-check";
import {
  type CheckedContent,
  inspectFile,
  readCheckedFile,
  writeCheckedFile,
} from "../../../src/store/checkedFile";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const content: CheckedContent = {
  metadata: { format: "csv", request: "GET /a?b=ü\n" },
  bytes: new TextEncoder().encode("Date,Level\n2024-01-01,1.5\n"),
};

const shortFile = "/sys/kernel/address_bits";

describe("checkedFile", () => {
  let folder: TemporaryFolder;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder("checked-file");
    file = path.join(folder.path, "owner", "a.series");
  });
  afterEach(() => folder.remove());

  it("gives back what was written, and makes the folder", async () => {
    const sizeBytes = await writeCheckedFile(file, content);
    assert.equal(statSync(file).size, sizeBytes);
    assert.deepEqual(await readCheckedFile(file), content);
    assert.deepEqual(readdirSync(path.dirname(file)), ["a.series"]);
  });

  const hasModes = process.platform !== "win32";
  (hasModes ? it : it.skip)(
    `lets nobody else read the file or its folder (CACHE-01)${hasModes ? "" : " (skipped: Windows has no modes)"}`,
    async () => {
      const before = process.umask(0);
      try {
        await writeCheckedFile(file, content);
      } finally {
        process.umask(before);
      }
      const modeOf = (each: string): string => (statSync(each).mode & 0o777).toString(8);
      assert.deepEqual([file, path.dirname(file)].map(modeOf), ["600", "700"]);
    },
  );

  it("writes the same file with a digest that is known before", async () => {
    await writeCheckedFile(file, content);
    const written = readFileSync(file);
    const bytesDigest = createHash("sha256").update(content.bytes).digest();
    await writeCheckedFile(file, { ...content, bytesDigest });
    assert.deepEqual(readFileSync(file), written);
  });

  it("gives back any metadata and any bytes, in memory that threads share", async () => {
    const metadata = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()));
    const bytes = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(metadata, bytes, async (own, some) => {
        await writeCheckedFile(file, { metadata: own, bytes: some });
        const read = await readCheckedFile(file);
        assert.deepEqual(JSON.stringify(read?.metadata), JSON.stringify(own));
        assert.deepEqual(read?.bytes, new Uint8Array(some));
        assert.ok(read.bytes.buffer instanceof SharedArrayBuffer);
        assert.equal(read.bytes.byteOffset % 8, 0);
      }),
      { numRuns: 50 },
    );
  });

  it("begins with the digest, the number of the form and the metadata, in this order", async () => {
    await writeCheckedFile(file, content);
    const text = readFileSync(file, "utf8");
    const sha = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest();
    const json = JSON.stringify(content.metadata);
    // 64 digits, a line feed and two lines are a multiple of eight bytes with these blanks.
    const blanks = " ".repeat(7 - ((64 + 1 + 2 + Buffer.byteLength(json)) % 8));
    const head = `4\n${json}${blanks}\n`;
    const digest = createHash("sha256").update(head).update(sha(content.bytes)).digest("hex");
    assert.equal(text, `${digest}\n${head}Date,Level\n2024-01-01,1.5\n`);
  });

  it("finds a flipped bit at any place of many bytes (CACHE-02)", async () => {
    const size = 9 * 2 ** 20 + 1;
    const many = { metadata: {}, bytes: new Uint8Array(size).map((_, at) => at % 251) };
    await writeCheckedFile(file, many);
    assert.ok(Buffer.from(many.bytes).equals((await readCheckedFile(file))?.bytes ?? Buffer.of()));
    const whole = readFileSync(file);
    for (const fromEnd of [1, 2, 2 ** 20 + 2, 5 * 2 ** 20 + 1, size]) {
      const damaged = Buffer.from(whole);
      const at = whole.length - fromEnd;
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      writeFileSync(file, damaged);
      assert.equal(await readCheckedFile(file), undefined, `${fromEnd} from the end`);
    }
  });

  it("finds every flipped bit, and deletes the file (CACHE-02)", async () => {
    await writeCheckedFile(file, content);
    const whole = readFileSync(file);
    for (let bit = 0; bit < whole.length * 8; bit += 1) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      writeFileSync(file, damaged);
      assert.equal(await readCheckedFile(file), undefined, `bit ${bit}`);
      assert.equal(existsSync(file), false, `bit ${bit}`);
    }
  });

  it("finds every truncation and every longer file (CACHE-02)", async () => {
    await writeCheckedFile(file, content);
    const whole = readFileSync(file);
    const others = [...whole.keys()].map((length) => whole.subarray(0, length));
    for (const other of [...others, Buffer.concat([whole, Buffer.from("\n")])]) {
      writeFileSync(file, other);
      assert.equal(await readCheckedFile(file), undefined, `${other.length} bytes`);
      assert.equal(existsSync(file), false, `${other.length} bytes`);
    }
  });

  const foreign: [what: string, head: string][] = [
    ["another form", '3\n{"format":"csv"}\n'],
    ["metadata that are no object", "4\n[]\n"],
    ["metadata that are no JSON", "4\n{\n"],
  ];
  for (const [what, head] of foreign) {
    it(`takes a file with ${what} for a miss, whatever its digest says (CACHE-02)`, async () => {
      const empty = createHash("sha256").update("").digest();
      const digest = createHash("sha256").update(head).update(empty).digest("hex");
      mkdirSync(path.dirname(file));
      writeFileSync(file, `${digest}\n${head}`);
      assert.equal(await readCheckedFile(file), undefined);
      assert.equal(existsSync(file), false);
    });
  }

  const unreadable: [what: string, make: (file: string) => void, canMake: boolean][] = [
    // The system reports a size of 4,096 bytes for a file of two bytes.
    [
      "is shorter than its reported size",
      (own) => symlinkSync(shortFile, own),
      existsSync(shortFile) && statSync(shortFile).size > readFileSync(shortFile).length,
    ],
    // Sparse: takes no room on the disk, and more memory than any computer has.
    [
      "needs more memory than there is",
      (own) => {
        writeFileSync(own, "");
        truncateSync(own, 2 ** 42);
      },
      process.platform === "linux",
    ],
  ];
  for (const [what, make, canMake] of unreadable) {
    (canMake ? it : it.skip)(
      `treats a file that ${what} as a miss, and leaves it${canMake ? "" : " (skipped: not on this system)"}`,
      async () => {
        mkdirSync(path.dirname(file));
        make(file);
        assert.equal((await inspectFile(file)).is, "unreadable");
        assert.equal(await readCheckedFile(file), undefined);
        assert.deepEqual(readdirSync(path.dirname(file)), ["a.series"]);
      },
    );
  }

  it("reports what is wrong with a file, and changes nothing", async () => {
    const states: string[] = [(await inspectFile(file)).is];
    const note = async (text: string | Buffer): Promise<void> => {
      writeFileSync(file, text);
      states.push((await inspectFile(file)).is);
      assert.ok(readFileSync(file).equals(Buffer.from(text)));
    };
    await writeCheckedFile(file, content);
    const sound = readFileSync(file);
    for (const end of [sound.length, sound.length - 1, 67, 66, 0]) {
      await note(sound.subarray(0, end));
    }
    await note(sound.toString().replace("\n4\n", "\n5\n"));
    await note(sound.toString().replace("\n4\n", "\n41\n"));
    const damaged = "damaged";
    assert.deepEqual(states, [
      ...["absent", "sound", damaged, damaged, damaged, damaged],
      ...["other version", "other version"],
    ]);
  });

  it("finds nothing where there is no file, or a folder", async () => {
    assert.equal(await readCheckedFile(file), undefined);
    mkdirSync(file, { recursive: true });
    assert.equal(await readCheckedFile(file), undefined);
    assert.ok(existsSync(file));
  });

  it("notes the use of a file that was not used for long", async () => {
    await writeCheckedFile(file, content);
    const longAgo = new Date(0);
    utimesSync(file, longAgo, longAgo);
    await readCheckedFile(file);
    assert.ok(statSync(file).mtimeMs > 0);
  });

  it("leaves what was there when a write fails", async () => {
    await writeCheckedFile(file, content);
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    await assert.rejects(writeCheckedFile(file, { ...content, metadata: circular }), TypeError);
    assert.deepEqual(await readCheckedFile(file), content);
  });
});
