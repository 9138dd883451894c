import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFile, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { parseDefinition } from "../../../src/service/parseDefinition";
import { type CachedDefinition, DefinitionJournal } from "../../../src/store/definitionJournal";
import { names } from "../../support/references";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const facts = { request: "GET /", attempts: 1 };
const dimension = fc.record({ kind: names, values: fc.array(fc.oneof(names, fc.constant(null))) });
const tag = fc
  .tuple(dimension, fc.array(fc.oneof(dimension, fc.constant(7)), { maxLength: 2 }))
  .map(([own, subTags]) => ({ ...own, sub_tags: subTags }));
const wire = fc.record({
  name: fc.oneof(names, fc.constant(null)),
  tags: fc.array(fc.oneof(tag, fc.constant("none")), { maxLength: 3 }),
});

describe("DefinitionJournal", () => {
  let folder: TemporaryFolder;
  let file: string;
  let journal: DefinitionJournal;
  beforeEach(() => {
    folder = temporaryFolder("definition-journal");
    file = path.join(folder.path, "owner", "definitions.journal");
    journal = new DefinitionJournal(file);
  });
  afterEach(() => folder.remove());

  const inflation: CachedDefinition = {
    code: "INFL",
    version: 2,
    name: "Inflation",
    tags: [],
    unreadable: [],
    fetchedAtMs: 5,
  };
  const growth = { ...inflation, code: "GROWTH" };

  /** What a window finds that has read nothing before. */
  async function newWindow(): Promise<DefinitionJournal> {
    const window = new DefinitionJournal(file);
    await window.update();
    return window;
  }

  it("gives back what was understood of any definition, and what was not", async () => {
    const ids = fc.record({ code: names, version: fc.nat() });
    await fc.assert(
      fc.asyncProperty(wire, ids, async (answer, id) => {
        const definition = { ...parseDefinition(answer, id, facts), fetchedAtMs: 5 };
        await journal.write(definition);
        await journal.update();
        assert.deepEqual(journal.get(id), definition);
      }),
      { numRuns: 50 },
    );
  });

  it("keeps codes and versions apart", async () => {
    await journal.write(inflation);
    await journal.update();
    assert.equal(journal.get({ code: "INFL", version: 1 }), undefined);
    assert.equal(journal.get({ code: "infl", version: 2 }), undefined);
    assert.deepEqual(journal.get(inflation), inflation);
  });

  it("writes definitions that come together in one go, for the person alone", async () => {
    const sizes: number[] = [];
    const own = new DefinitionJournal(file, async (write) => void sizes.push(await write()));
    await Promise.all([own.write(inflation), own.write(growth)]);
    const { size, mode } = await stat(file);
    assert.deepEqual(sizes, [size]);
    assert.equal(mode & 0o777, 0o600);
    assert.equal((await newWindow()).size, 2);
  });

  it("finds what other windows append, and what was fetched last", async () => {
    const other = new DefinitionJournal(file);
    await other.write(inflation);
    await journal.update();
    await other.write({ ...inflation, name: "Newer", fetchedAtMs: 7 });
    await other.write({ ...inflation, name: "Older", fetchedAtMs: 6 });
    await other.write(growth);
    await journal.update();
    assert.equal(journal.get(inflation)?.name, "Newer");
    assert.deepEqual(journal.get(growth), growth);
    await rm(file);
    await journal.update();
    assert.equal(journal.size, 0);
  });

  it("loses only the line that was torn or damaged (CACHE-02)", async () => {
    await journal.write(inflation);
    const { size } = await stat(file);
    await journal.write(growth);
    await truncate(file, size + 40);
    const third = { ...inflation, code: "RATES" };
    await journal.write(third);
    const window = await newWindow();
    assert.deepEqual(window.get(inflation), inflation);
    assert.equal(window.get(growth), undefined);
    assert.deepEqual(window.get(third), third);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("Inflation", "Inflatiom"));
    const damaged = await newWindow();
    assert.deepEqual([damaged.get(inflation), damaged.get(third)], [undefined, third]);
  });

  it("reads a line once it is complete", async () => {
    await journal.write(inflation);
    const line = (await readFile(file, "utf8")).trim();
    await writeFile(file, line.slice(0, 60));
    await journal.update();
    assert.equal(journal.size, 0);
    await appendFile(file, `${line.slice(60)}\n`);
    await journal.update();
    assert.deepEqual(journal.get(inflation), inflation);
  });

  const good = { code: "INFL", version: 2, name: "Inflation", tags: [], unreadable: [] };
  const wrong: [what: string, value: unknown][] = [
    ["of another signal", { ...good, code: "GROWTH" }],
    ["without a name", { ...good, name: null }],
    ["with a tag that cannot be read", { ...good, tags: [{ kind: "sector", values: 1 }] }],
    ["with gaps that are none", { ...good, unreadable: ["?"] }],
    ["that is a list", [good]],
  ];
  for (const [what, value] of wrong) {
    it(`skips a line ${what} (CACHE-02)`, async () => {
      await journal.write(growth);
      const json = JSON.stringify(["2 INFL", 5, value]);
      const digest = createHash("sha256").update(json).digest("hex").slice(0, 32);
      await appendFile(file, `${digest} ${json}\n`);
      const window = await newWindow();
      assert.deepEqual([window.size, window.get(growth)], [1, growth]);
    });
  }

  it("rewrites a file of which more than half has been replaced, for other windows too", async () => {
    const values = Array.from({ length: 4_000 }, (_, n) => `value ${n}`);
    const large = { ...inflation, tags: [{ kind: "sector", values, subTags: [] }] };
    await journal.write(growth);
    for (let n = 0; n < 10; n += 1) await journal.write({ ...large, fetchedAtMs: n });
    const before = (await stat(file)).size;
    const other = await newWindow();
    const after = (await stat(file)).size;
    assert.ok(after < before / 5, `${after} of ${before} bytes`);
    await journal.update();
    for (const window of [journal, other, await newWindow()]) {
      assert.equal(window.get(inflation)?.fetchedAtMs, 9);
      assert.deepEqual(window.get(growth), growth);
    }
    await journal.write({ ...large, fetchedAtMs: 10 });
    await other.update();
    assert.equal(other.get(inflation)?.fetchedAtMs, 10);
  });
});
