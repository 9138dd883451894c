import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { parseDefinition } from "../../../src/service/parseDefinition";
import { writeCheckedFile } from "../../../src/store/checkedFile";
import { DefinitionFiles } from "../../../src/store/definitionFiles";
import { keptText } from "../../../src/store/keptText";
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

describe("DefinitionFiles", () => {
  let folder: TemporaryFolder;
  let files: DefinitionFiles;
  beforeEach(() => {
    folder = temporaryFolder("definition-files");
    files = new DefinitionFiles(folder.path);
  });
  afterEach(() => folder.remove());

  const inflation = { code: "INFL", version: 2, name: "Inflation", tags: [], unreadable: [] };

  it("gives back what was understood of any definition, and what was not", async () => {
    const ids = fc.record({ code: names, version: fc.nat() });
    await fc.assert(
      fc.asyncProperty(wire, ids, async (answer, id) => {
        const definition = parseDefinition(answer, id, facts);
        await files.write({ ...definition, fetchedAtMs: 5 });
        assert.deepEqual(await files.read(id.code, id.version), { ...definition, fetchedAtMs: 5 });
      }),
      { numRuns: 50 },
    );
  });

  it("keeps codes and versions apart", async () => {
    await files.write({ ...inflation, fetchedAtMs: 5 });
    assert.equal(await files.read("INFL", 1), undefined);
    assert.equal(await files.read("infl", 2), undefined);
    assert.deepEqual(await files.read("INFL", 2), { ...inflation, fetchedAtMs: 5 });
  });

  const good = { name: "Inflation", tags: [], unreadable: [] };
  const wrong: [what: string, subject: string, value: Record<string, unknown>][] = [
    ["of another signal", "2 GROWTH", good],
    ["without a name", "2 INFL", { ...good, name: null }],
    [
      "with a tag that cannot be read",
      "2 INFL",
      { ...good, tags: [{ kind: "sector", values: 1 }] },
    ],
    ["with gaps that are none", "2 INFL", { ...good, unreadable: ["?"] }],
  ];
  for (const [what, subject, value] of wrong) {
    it(`deletes a file ${what} (CACHE-02)`, async () => {
      await files.write({ ...inflation, fetchedAtMs: 5 });
      const file = path.join(folder.path, readdirSync(folder.path)[0] ?? "");
      await writeCheckedFile(file, keptText(subject, 5, value));
      assert.equal(await files.read("INFL", 2), undefined);
      assert.equal(existsSync(file), false);
    });
  }
});
