import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "./temporaryFolder";

export interface ReleaseOptions {
  /** The project. */
  readonly folder: string;
  /** What `npm version` accepts: `major`, `minor`, `patch` or a version. */
  readonly version: string;
  /** The day in the heading of the changelog, as `2026-11-27`. */
  readonly day: string;
  /** Reports what a release would do and changes nothing. */
  readonly isDryRun?: boolean;
  readonly say: (line: string) => void;
}

const changelogName = "CHANGELOG.md";
const manifests = ["package.json", "package-lock.json"];

/**
 * Tests the project, sets its version, dates its changelog, builds the package, commits and tags. A step that fails
 * leaves the project as it was.
 *
 * @throws Error for changes that are not committed, a version that exists, and a changelog with nothing to release.
 */
export async function release(options: ReleaseOptions): Promise<void> {
  const { folder, say, isDryRun = false } = options;
  const run = programsIn(folder);
  const show = shownProgramsIn(folder);
  if ((await run("git", "status", "--porcelain")) !== "") {
    throw new Error("A release needs all changes to be committed");
  }
  const version = await nextVersion(folder, options.version);
  const tag = `v${version}`;
  if ((await run("git", "tag", "--list", tag)) !== "") throw new Error(`${tag} exists`);
  const file = path.join(folder, changelogName);
  const changelog = datedChangelog(await readFile(file, "utf8"), version, options.day);
  if (isDryRun) {
    say(`Would test, set the version to ${version}, build its .vsix, commit and tag ${tag}:`);
    say(`## ${version} - ${options.day}`);
    return;
  }
  await show("npm", "--silent", "test");
  try {
    await run("npm", "version", version, "--no-git-tag-version", "--allow-same-version");
    await writeFile(file, changelog);
    await show("npm", "--silent", "run", "package");
    await run("git", "commit", "--quiet", "--all", "--message", `chore: release ${version}`);
  } catch (error) {
    await run("git", "checkout", "--quiet", "HEAD", "--", ".");
    throw error;
  }
  await run("git", "tag", "--annotate", tag, "--message", version);
  say(`Released ${version}. Publish it with: git push --follow-tags`);
}

/** A function that runs a program and resolves to what it prints. */
function programsIn(folder: string): (program: string, ...args: string[]) => Promise<string> {
  return async (program, ...args) => {
    const options = { cwd: folder, maxBuffer: 1 << 28 };
    return (await promisify(execFile)(program, args, options)).stdout;
  };
}

/** A function that runs a program whose lines the person sees at once. */
function shownProgramsIn(folder: string): (program: string, ...args: string[]) => Promise<void> {
  return async (program, ...args) => {
    const child = spawn(program, args, { cwd: folder, stdio: "inherit" });
    const [status] = (await once(child, "close")) as [number | null];
    if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed`);
  };
}

/** What npm would call the next version, asked in a folder of its own. */
async function nextVersion(folder: string, wanted: string): Promise<string> {
  const copy = temporaryFolder("version");
  try {
    const [manifest = ""] = manifests;
    await cp(path.join(folder, manifest), path.join(copy.path, manifest));
    const run = programsIn(copy.path);
    const args = ["--no-git-tag-version", "--allow-same-version", "--ignore-scripts"];
    return (await run("npm", "version", wanted, ...args)).trim().replace(/^v/, "");
  } finally {
    copy.remove();
  }
}

/**
 * The changelog with a dated version: one that stands there without a day, as the first one does, or what stands under
 * "Unreleased", which stays on top, empty.
 */
export function datedChangelog(text: string, version: string, day: string): string {
  const heading = `## ${version} - ${day}`;
  const undated = `## ${version}`;
  const lines = text.split("\n");
  if (lines.includes(undated)) {
    return lines.map((line) => (line === undated ? heading : line)).join("\n");
  }
  const start = lines.indexOf("## Unreleased") + 1;
  if (start === 0) throw new Error(`${changelogName} has no heading "## Unreleased"`);
  const next = lines.findIndex((line, index) => index >= start && line.startsWith("## "));
  const entries = lines.slice(start, next === -1 ? undefined : next);
  if (!entries.some((line) => line.startsWith("- "))) {
    throw new Error(`${changelogName} has nothing under "Unreleased"`);
  }
  return [...lines.slice(0, start), "", heading, ...lines.slice(start)].join("\n");
}
