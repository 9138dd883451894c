import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { synonyms } from "../../../src/catalog/wordReadings";

describe("synonyms", () => {
  it("are listed in the guide, and are not too many to read", async () => {
    const guide = await readFile("media/guide/search.md", "utf8");
    const [, ...rows] = [...guide.matchAll(/^\| (?<typed>[^|]*?) +\| (?<read>[^|]*?) +\|$/gmu)];
    const listed = rows.filter(({ groups }) => groups?.["typed"]?.startsWith("-") === false);
    assert.deepEqual(
      listed.map(({ groups }) => [groups?.["typed"], groups?.["read"]?.split(", ")]),
      Object.entries(synonyms),
    );
    assert.ok(listed.length <= 60);
  });
});
