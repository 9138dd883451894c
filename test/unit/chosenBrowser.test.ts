import assert from "node:assert/strict";
import { type BrowserChoice, adviceFor, chooseBrowser, hasWindows } from "../support/browser";

describe("chooseBrowser", () => {
  const fetched = {
    executablePath: "/project/.vscode-test/chromium-1/chromium-headless-shell",
    env: { LD_LIBRARY_PATH: "/project/.vscode-test/chromium-1/lib" },
  };
  const chosen = (choice: Partial<BrowserChoice>, ...files: string[]): string | undefined => {
    const exists = (file: string): boolean => files.includes(file);
    const found = chooseBrowser({ platform: "linux", wanted: "", fetched, exists, ...choice });
    const env = found === undefined || found === fetched ? {} : found.env;
    assert.deepEqual(env, {}, "what the system has needs nothing");
    return found?.executablePath;
  };
  const shell = "/usr/bin/chromium-headless-shell";
  const chrome = "/usr/bin/google-chrome";
  const chromeOfMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

  const cases: [when: string, found: string | undefined, expected: string | undefined][] = [
    ["the system has one", chosen({}, chrome), chrome],
    ["the system has one without windows, too", chosen({}, chrome, shell), shell],
    ["a person shall see it", chosen({ isShown: true }, chrome, shell), chrome],
    ["a person shall see it, and none has windows", chosen({ isShown: true }, shell), shell],
    ["the system is another", chosen({ platform: "darwin" }, shell, chromeOfMac), chromeOfMac],
    ["the system has none", chosen({}), fetched.executablePath],
    ["there is none at all", chosen({ fetched: undefined }), undefined],
    ["CHROME_PATH names one", chosen({ wanted: "/my/edge" }, "/my/edge", chrome), "/my/edge"],
    ["CHROME_PATH is npm", chosen({ wanted: "npm" }, chrome), fetched.executablePath],
    [
      "CHROME_PATH is npm, before it is fetched",
      chosen({ wanted: "npm", fetched: undefined }, chrome),
      undefined,
    ],
  ];
  for (const [when, found, expected] of cases) {
    it(`decides when ${when}`, () => {
      assert.equal(found, expected);
    });
  }

  it("refuses a CHROME_PATH that leads nowhere, whatever else there is", () => {
    assert.throws(
      () => chosen({ wanted: "/gone" }, chrome),
      /CHROME_PATH is \/gone, and there is no such file$/,
    );
  });

  it("gives the browser from npm the environment that it needs", () => {
    const exists = (): boolean => false;
    const found = chooseBrowser({ platform: "linux", wanted: "", fetched, exists });
    assert.deepEqual(found, fetched);
  });

  it("takes no browser for one with windows that has none", () => {
    assert.deepEqual([shell, fetched.executablePath, chrome].map(hasWindows), [false, false, true]);
  });

  it("says in one line what to install, for each system", () => {
    for (const platform of ["linux", "darwin", "win32", "freebsd"] as const) {
      assert.match(adviceFor(platform), /^install [^\n]+ or set CHROME_PATH to its program$/);
    }
  });
});
