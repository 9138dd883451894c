import assert from "node:assert/strict";
import { statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { archiveFolder, cacheFolder, ownerIn } from "../../../src/cli/cliFolders";
import { parseBaseUrl } from "../../../src/service/baseUrl";
import { temporaryFolder } from "../../support/temporaryFolder";

const home = os.homedir();

describe("the folders of the command line", () => {
  const cases: readonly (readonly [
    when: string,
    platform: NodeJS.Platform,
    environment: Record<string, string>,
    cache: string,
    archive: string,
  ])[] = [
    ["Linux", "linux", {}, `${home}/.cache/macro-signals`, `${home}/.local/share/macro-signals`],
    [
      "Linux with folders of its own",
      "linux",
      { XDG_CACHE_HOME: "/c", XDG_DATA_HOME: "/d" },
      "/c/macro-signals",
      "/d/macro-signals",
    ],
    [
      "relative XDG folders, which the specification has ignored",
      "linux",
      { XDG_CACHE_HOME: "c" },
      `${home}/.cache/macro-signals`,
      `${home}/.local/share/macro-signals`,
    ],
    [
      "macOS",
      "darwin",
      {},
      `${home}/Library/Caches/macro-signals`,
      `${home}/Library/Application Support/macro-signals`,
    ],
    [
      "Windows",
      "win32",
      { LOCALAPPDATA: "/local" },
      "/local/macro-signals/Cache",
      "/local/macro-signals/Data",
    ],
    [
      "a chosen cache",
      "linux",
      { MACRO_SIGNALS_CACHE_DIR: "/mine" },
      "/mine",
      `${home}/.local/share/macro-signals`,
    ],
  ];
  for (const [when, platform, environment, cache, archive] of cases) {
    it(`are those of ${when}`, () => {
      assert.equal(cacheFolder(environment, platform), path.normalize(cache));
      assert.equal(archiveFolder(environment, platform), path.normalize(archive));
    });
  }

  it("keep what services gave for a key apart, without the key and readable by one person", async () => {
    const temporary = temporaryFolder("folders");
    const folder = temporary.path;
    const typed = parseBaseUrl("https://api.acme.com");
    assert.ok(typed.ok);
    const owners = await Promise.all(
      ["key-number-1", "key-number-1", "key-number-2"].map((key) =>
        ownerIn(folder, typed.baseUrl, key),
      ),
    );
    const [first, again, other] = owners;
    assert.deepEqual(first, again);
    assert.equal(first?.service, other?.service);
    assert.notEqual(first?.account, other?.account);
    if (process.platform !== "win32") {
      assert.equal(statSync(path.join(folder, "secret")).mode & 0o777, 0o600);
    }
    temporary.remove();
  });
});
