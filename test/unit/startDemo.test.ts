import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describeWith } from "../support/interpreters";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

const system = process.platform === "win32" ? undefined : process.platform;

describeWith(system, "shell")("npm start", () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder("start");
    mkdirSync(path.join(folder.path, "bin"));
    for (const name of ["dist", "test"]) {
      symlinkSync(path.resolve(name), path.join(folder.path, name), "dir");
    }
  });
  afterEach(() => folder.remove());

  /** Puts an editor on the PATH that tells its version, and writes down what else it is started with. */
  function install(name: string, version: string): void {
    const file = path.join(folder.path, "bin", name);
    const lines = [
      "#!/bin/sh",
      `if [ "$1" = --version ]; then echo ${version}; exit; fi`,
      `for each in "$@"; do echo "$each" >> '${folder.path}/${name}.txt'; done`,
    ];
    writeFileSync(file, lines.join("\n"));
    chmodSync(file, 0o755);
  }

  async function start(): Promise<string> {
    const { DISPLAY = ":0", PATH = "" } = process.env;
    const env = { ...process.env, DISPLAY, PATH: `${folder.path}/bin${path.delimiter}${PATH}` };
    const program = path.resolve("dist/test/support/startDemo.cjs");
    return (await promisify(execFile)(process.execPath, [program], { cwd: folder.path, env }))
      .stdout;
  }

  it("starts the desktop editor on the PATH with the extension, in a profile of its own, and says so", async () => {
    install("code", "1.139.1");
    const printed = await start();
    const profile = path.join(folder.path, ".vscode-test/demo/desktop");
    assert.match(printed, /^code opens with this extension, in a profile of its own: /m);
    assert.ok(printed.includes(profile), printed);
    const args = readFileSync(path.join(folder.path, "code.txt"), "utf8").split("\n");
    const valueOf = (name: string): string | undefined => args[args.indexOf(name) + 1];
    assert.equal(valueOf("--user-data-dir"), path.join(profile, "user-data"));
    assert.equal(valueOf("--extensions-dir"), path.join(profile, "extensions"));
    assert.ok(args.includes(`--extensionDevelopmentPath=${folder.path}`));
    const settings = readFileSync(path.join(profile, "user-data/User/settings.json"), "utf8");
    assert.match(settings, /"macroSignals.connection": "sample"/);
  });

  it("passes over an editor that is too old for the extension", async () => {
    install("code", "1.102.9");
    install("code-insiders", "1.140.0-insider");
    assert.match(await start(), /^code-insiders opens with this extension/m);
    assert.ok(!existsSync(path.join(folder.path, "code.txt")));
  });
});
