import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { isReallyWithin } from "../../../../src/features/notebook/realFolder";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";

type Place = Parameters<typeof isReallyWithin>[0];

const on = (scheme: string, fsPath: string): Place => ({ scheme, fsPath });

describe("isReallyWithin", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder("real-folder");
    for (const name of ["home", "home/..data", "homes"]) mkdirSync(path.join(folder.path, name));
  });
  afterEach(() => folder.remove());

  const at = (name: string): Place => on("file", path.join(folder.path, name));
  const link = (target: string, name: string): void =>
    symlinkSync(path.join(folder.path, target), path.join(folder.path, name), "dir");

  it("takes the folder itself and what lies below it", async () => {
    link("home/..data", "home/inner");
    for (const name of ["home", "home/..data", "home/inner"]) {
      assert.equal(await isReallyWithin(at(name), at("home")), true, name);
    }
  });

  it("follows the links of the folder, too", async () => {
    link("home", "linked");
    assert.equal(await isReallyWithin(at("linked/..data"), at("linked")), true);
  });

  it("refuses what a link leads to elsewhere", async () => {
    link("homes", "home/data");
    assert.equal(await isReallyWithin(at("home/data"), at("home")), false);
    assert.equal(await isReallyWithin(at("homes"), at("home")), false);
  });

  for (const code of ["EISDIR", "ENOSYS", "ENOTSUP", "UNKNOWN"]) {
    it(`compares paths as they are if the drive answers ${code}, and refuses visible links`, async () => {
      // Such a drive cannot be made here; this is how Node.js reports one.
      const refuse = (): Promise<never> =>
        Promise.reject(Object.assign(new Error(`${code}: realpath`), { code }));
      link("homes", "home/linked");
      link("home", "link");
      mkdirSync(path.join(folder.path, "homes/inner"));
      const within = (name: string, of: string): Promise<boolean> =>
        isReallyWithin(at(name), at(of), refuse);
      assert.equal(await within("home", "home"), true);
      assert.equal(await within("home/..data", "home"), true);
      assert.equal(await within("link/..data", "link"), true);
      assert.equal(await within("homes", "home"), false);
      assert.equal(await within("home/linked", "home"), false);
      assert.equal(await within("home/linked/inner", "home"), false);
      await assert.rejects(within("home/none", "home"), { code: "ENOENT" });
    });
  }

  it("reports any other failure of the drive", async () => {
    const refuse = (): Promise<never> =>
      Promise.reject(Object.assign(new Error("EACCES: realpath"), { code: "EACCES" }));
    await assert.rejects(isReallyWithin(at("home"), at("home"), refuse), { code: "EACCES" });
  });

  it("knows no links elsewhere than on disk", async () => {
    assert.equal(await isReallyWithin(on("memfs", "/a/b"), on("memfs", "/a")), true);
  });
});
