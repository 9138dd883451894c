import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { datedChangelog, release } from "../../support/release";
import { itWith } from "../../support/interpreters";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const day = "2027-01-04";
const itWithGit = itWith(spawnSync("git", ["--version"]).status === 0 ? "git" : undefined, "git");

describe("a released changelog", () => {
  const older = "\n## 0.1.0\n\n- Charts.\n";

  it("has the entries below a dated version, and nothing under Unreleased", () => {
    const text = `# Changelog\n\n## Unreleased\n\n### Added\n\n- Pins.\n\n## 0.1.0 - 2026-12-01\n`;
    assert.equal(
      datedChangelog(text, "0.2.0", day),
      `# Changelog\n\n## Unreleased\n\n## 0.2.0 - ${day}\n\n### Added\n\n- Pins.\n\n## 0.1.0 - 2026-12-01\n`,
    );
  });

  it("dates a version that has no day yet", () => {
    const text = `# Changelog\n\n## Unreleased\n${older}`;
    assert.equal(
      datedChangelog(text, "0.1.0", day),
      `# Changelog\n\n## Unreleased\n\n## 0.1.0 - ${day}\n\n- Charts.\n`,
    );
  });

  it("is refused without entries, or without the heading", () => {
    const empty = `# Changelog\n\n## Unreleased\n\n### Added\n${older}`;
    assert.throws(() => datedChangelog(empty, "0.2.0", day), /nothing under "Unreleased"/);
    assert.throws(() => datedChangelog("# Changelog\n", "0.2.0", day), /no heading/);
  });
});

describe("the changelog", () => {
  it("lists versions, newest first below Unreleased, with what was added, changed and fixed", () => {
    const headings = readFileSync("CHANGELOG.md", "utf8").match(/^#{2,} .*/gm) ?? [];
    const [first, ...others] = headings.filter((heading) => heading.startsWith("## "));
    assert.equal(first, "## Unreleased");
    assert.deepEqual(
      others.filter((heading) => !/^## \d+\.\d+\.\d+(?: - \d{4}-\d\d-\d\d)?$/.test(heading)),
      [],
    );
    const kinds = headings.filter((heading) => heading.startsWith("### "));
    assert.deepEqual(
      kinds.filter((heading) => !["Added", "Changed", "Fixed"].includes(heading.slice(4))),
      [],
    );
  });

  it("has at most 40 lines about the first version", () => {
    const [, first = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^(?=## 0\.1\.0)/m);
    assert.ok(first !== "" && first.trim().split("\n").length <= 40);
  });
});

describe("a release", function () {
  // npm starts several times.
  this.timeout(60_000);
  let project: TemporaryFolder;
  let lines: string[];
  const say = (line: string): void => void lines.push(line);
  const changelog = "# Changelog\n\n## Unreleased\n\n### Fixed\n\n- Gaps.\n";

  const read = (name: string): string => readFileSync(path.join(project.path, name), "utf8");
  const write = (name: string, text: string): void =>
    writeFileSync(path.join(project.path, name), text);
  const git = (...args: string[]): string =>
    execFileSync("git", args, { cwd: project.path, encoding: "utf8" }).trim();
  const state = (): string[] => [
    git("log", "--format=%H"),
    git("tag"),
    git("status", "--porcelain"),
    ...["package.json", "CHANGELOG.md"].map(read),
  ];

  /** A project in which testing and packaging each are a script. */
  function makeProject(scripts: Readonly<Record<string, string>>): void {
    write("package.json", JSON.stringify({ name: "x", version: "0.1.0", scripts }, undefined, 2));
    write("CHANGELOG.md", changelog);
    write(".gitignore", "*.vsix\n");
    git("init", "--quiet");
    git("config", "user.name", "A");
    git("config", "user.email", "a@example.com");
    git("config", "commit.gpgsign", "false");
    git("config", "tag.gpgsign", "false");
    git("config", "core.hooksPath", ".git/hooks");
    git("add", ".");
    git("commit", "--quiet", "--message", "first");
  }

  const passes = "exit 0";
  const packages = `node -e "fs.writeFileSync(process.env.npm_package_version + '.vsix', '')"`;
  const fails = "exit 1";

  beforeEach(() => {
    project = temporaryFolder("release");
    lines = [];
  });
  afterEach(() => project.remove());

  itWithGit("sets the version, dates the changelog, packages, commits and tags", async () => {
    makeProject({ test: passes, package: packages });
    await release({ folder: project.path, version: "minor", day, say });
    assert.match(read("package.json"), /"version": "0\.2\.0"/);
    assert.equal(
      read("CHANGELOG.md"),
      `# Changelog\n\n## Unreleased\n\n## 0.2.0 - ${day}\n\n### Fixed\n\n- Gaps.\n`,
    );
    assert.equal(read("0.2.0.vsix"), "");
    assert.equal(git("log", "--format=%s", "-1"), "chore: release 0.2.0");
    assert.equal(git("describe"), "v0.2.0");
    assert.equal(git("status", "--porcelain"), "");
  });

  itWithGit("changes nothing in a dry run, and reports the version", async () => {
    makeProject({ test: fails, package: fails });
    const before = state();
    await release({ folder: project.path, version: "major", day, isDryRun: true, say });
    assert.deepEqual(state(), before);
    assert.match(lines.join("\n"), /1\.0\.0.*\n## 1\.0\.0 - 2027-01-04$/s);
  });

  itWithGit("leaves the project as it was when the package cannot be built", async () => {
    makeProject({ test: passes, package: fails });
    const before = state();
    await assert.rejects(release({ folder: project.path, version: "patch", day, say }), /failed$/);
    assert.deepEqual(state(), before);
  });

  itWithGit(
    "is refused with changes that are not committed, and for a version that exists",
    async () => {
      makeProject({ test: passes, package: packages });
      git("tag", "v0.1.1");
      const options = { folder: project.path, version: "patch", day, say };
      await assert.rejects(release(options), /^Error: v0\.1\.1 exists$/);
      write("CHANGELOG.md", `${changelog}\n`);
      await assert.rejects(release(options), /needs all changes to be committed$/);
    },
  );
});
