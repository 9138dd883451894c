import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import { repositoryAt } from "../../support/packagedTexts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { writePackage } from "../../support/writePackage";

/** The files of a ZIP archive by their paths (PKWARE APPNOTE, sections 4.3.7, 4.3.12 and 4.3.16). */
function zipEntries(zip: Buffer): ReadonlyMap<string, Buffer> {
  const entries = new Map<string, Buffer>();
  const end = zip.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    const [nameSize, ...others] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = zip.toString("utf8", at + 46, at + 46 + (nameSize ?? 0));
    entries.set(name, contentOf(zip, at));
    at += 46 + [nameSize, ...others].reduce<number>((sum, size = 0) => sum + size, 0);
  }
  return entries;
}

/** @param at - Where the entry of the central directory begins. */
function contentOf(zip: Buffer, at: number): Buffer {
  const local = zip.readUInt32LE(at + 42);
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const content = zip.subarray(start, start + zip.readUInt32LE(at + 20));
  const isStored = zip.readUInt16LE(at + 10) === 0;
  return isStored ? content : inflateRawSync(content);
}

const copied = /^(?:package.*\.json|README\.md|CHANGELOG\.md|LICENSE|l10n|media|\.vscodeignore)$/;

/** The project with programs that take no time to package. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(path.join(folder, "dist"));
  for (const name of readdirSync(".").filter((each) => copied.test(each))) {
    await symlink(path.resolve(name), path.join(folder, name));
  }
  for (const name of ["extension.cjs", "LICENSES.txt"]) {
    await writeFile(path.join(folder, "dist", name), "\n");
  }
}

describe("the package", () => {
  let folder: TemporaryFolder;
  beforeEach(async () => {
    folder = temporaryFolder("packaged");
    await makeProject(folder.path);
  });
  afterEach(() => folder.remove());

  async function packaged(address?: string): Promise<ReadonlyMap<string, Buffer>> {
    const vsix = path.join(folder.path, "x.vsix");
    const repository = address === undefined ? undefined : repositoryAt(address);
    await writePackage(folder.path, vsix, repository);
    return zipEntries(await readFile(vsix));
  }

  function textIn(entries: ReadonlyMap<string, Buffer>, name: string): string {
    const content = entries.get(name);
    assert.ok(content, `${name} in ${[...entries.keys()].join()}`);
    return content.toString();
  }

  function manifestIn(entries: ReadonlyMap<string, Buffer>): Record<string, unknown> {
    return JSON.parse(textIn(entries, "extension/package.json")) as Record<string, unknown>;
  }

  it("invents no repository, and has neither pictures nor links that lead nowhere", async () => {
    const entries = await packaged();
    const { repository, bugs, homepage, qna } = manifestIn(entries);
    assert.deepEqual([repository, bugs, homepage, qna], [undefined, undefined, undefined, false]);
    const readme = textIn(entries, "extension/readme.md");
    assert.doesNotMatch(readme, /!\[|\]\((?!https:)/);
    assert.match(readme, /run \*Macro Signals: Open Guide…\*/);
    assert.doesNotMatch(textIn(entries, "extension.vsixmanifest"), /Services\.Links\./);
  });

  it("leads to the repository that the build is given", async () => {
    const entries = await packaged("https://ci:secret@github.com/acme/macro.git");
    const { repository, bugs, homepage, qna } = manifestIn(entries);
    const url = "https://github.com/acme/macro";
    assert.deepEqual(repository, { type: "git", url });
    assert.deepEqual([bugs, homepage, qna], [{ url: `${url}/issues` }, url, `${url}/issues`]);
    const readme = textIn(entries, "extension/readme.md");
    assert.match(readme, /!\[[^\]]+\]\(https:\/\/github\.com\/acme\/macro\/raw\/HEAD\/media\//);
    assert.match(readme, /\(https:\/\/github\.com\/acme\/macro\/blob\/HEAD\/media\/guide\//);
    assert.doesNotMatch(readme, /\]\((?!https:)/);
    const listed = textIn(entries, "extension.vsixmanifest");
    assert.match(listed, new RegExp(`Services\\.Links\\.Support" Value="${url}/issues"`));
    assert.ok(![...entries.values()].some((content) => content.includes("secret@")));
  });

  it("has no picture that nothing in it shows", async () => {
    const entries = await packaged();
    const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFile(path.join("src", name), "utf8"));
    const guides = [...entries].filter(([name]) => /package\.json$|media\/.+\.md$/.test(name));
    const texts = [...(await Promise.all(sources)), ...guides.map(([, text]) => text.toString())];
    const pictures = [...entries.keys()].filter((name) => /\.(?:png|svg|gif|jpe?g)$/.test(name));
    assert.ok(pictures.includes("extension/media/icon.png"));
    assert.deepEqual(
      pictures.filter((name) => !texts.some((text) => text.includes(path.basename(name)))),
      [],
    );
  });

  it("is refused if it is larger than 2.7 MB", async () => {
    await writeFile(path.join(folder.path, "dist/large.js"), randomBytes(2_700_000));
    await assert.rejects(
      packaged(),
      /^Error: x\.vsix: \d+ files, 27\d{5} bytes, more than 2700000$/,
    );
  });

  it("is refused if it holds a file that was not chosen", async () => {
    await writeFile(path.join(folder.path, "dist/notes.md.js"), "");
    await assert.rejects(packaged(), /^Error: Not expected in the package: dist\/notes\.md\.js$/);
  });
});
