import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { replacedFile } from "../../../../src/editor/files/replacedFile";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";

/** Such a drive cannot be made here; this is how Node.js reports one. */
const refusing = (code: string) => (): Promise<never> =>
  Promise.reject(Object.assign(new Error(`${code}: realpath`), { code }));

describe("the file that a saved file replaces", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder("replaced-file");
    mkdirSync(at("inner"));
    writeFileSync(at("inner/a.csv"), "one");
    chmodSync(at("inner/a.csv"), 0o640);
    symlinkSync("inner/a.csv", at("link.csv"));
    symlinkSync("link.csv", at("second.csv"));
    symlinkSync("inner/new.csv", at("dangling.csv"));
    symlinkSync("dangling.csv", at("secondDangling.csv"));
    symlinkSync("loop.csv", at("loop.csv"));
  });
  afterEach(() => folder.remove());

  const at = (name: string): string => path.join(folder.path, name);

  const drives: readonly (readonly [drive: string, resolve?: (file: string) => Promise<string>])[] =
    [
      ["resolves paths"],
      ...["EISDIR", "ENOSYS", "ENOTSUP", "UNKNOWN"].map(
        (code) => [`answers ${code} instead`, refusing(code)] as const,
      ),
    ];
  for (const [drive, resolve] of drives) {
    it(`is that of its links and keeps its mode, on a drive that ${drive} (KEEP-02)`, async () => {
      for (const name of ["inner/a.csv", "link.csv", "second.csv"]) {
        const replaced = await replacedFile(at(name), resolve);
        assert.deepEqual(replaced, { file: at("inner/a.csv"), mode: 0o640 }, name);
      }
      for (const name of ["inner/new.csv", "dangling.csv", "secondDangling.csv"]) {
        const replaced = await replacedFile(at(name), resolve);
        assert.deepEqual(replaced, { file: at("inner/new.csv") }, name);
      }
      await assert.rejects(replacedFile(at("loop.csv"), resolve), { code: "ELOOP" });
    });
  }

  it("is none when the drive fails otherwise", async () => {
    await assert.rejects(replacedFile(at("inner/a.csv"), refusing("EACCES")), { code: "EACCES" });
  });
});
