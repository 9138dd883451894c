import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import {
  type FetchedParts,
  type PinnedPackage,
  fetchChromium,
  fetchedChromium,
} from "../support/fetchedChromium";
import { describeWith } from "../support/interpreters";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";

const system = process.platform === "win32" ? undefined : process.platform;

describeWith(system, "tar")("the browser from npm", function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let registry: TestServer;
  let archive: Buffer;
  let fonts: Buffer;
  let parts: FetchedParts;
  const before = { ...process.env };

  beforeEach(async () => {
    folder = temporaryFolder("fetched-browser");
    archive = makeArchive(folder.path, "#!/bin/sh\necho It says $1 with $LD_LIBRARY_PATH\n");
    fonts = makeFonts(folder.path);
    parts = {
      home: path.join(folder.path, "home"),
      browser: { name: "@acme/browser", version: "1.2.3", integrity: digestOf(archive) },
      fonts: { name: "acme-fonts", version: "4.5.6", integrity: digestOf(fonts) },
    };
    registry = await startServer(({ url = "" }, response) => {
      const isBrowser = url.includes("browser");
      const pinned = isBrowser ? parts.browser : parts.fonts;
      const bytes = isBrowser ? archive : fonts;
      if (url.endsWith(".tgz")) response.end(bytes);
      else response.end(JSON.stringify(descriptionOf(registry.origin, pinned, bytes)));
    });
    process.env["npm_config_registry"] = registry.origin;
    process.env["npm_config_cache"] = path.join(folder.path, "cache");
  });
  afterEach(async () => {
    for (const name of ["npm_config_registry", "npm_config_cache"]) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
    await registry.close();
    folder.remove();
  });

  it("is unpacked with what it needs, and fetched once, also by two who ask at the same time", async () => {
    assert.equal(fetchedChromium(parts), undefined);
    await Promise.all([fetchChromium(parts), fetchChromium(parts)]);
    const asked = registry.requests.length;
    await fetchChromium(parts);
    assert.equal(registry.requests.length, asked);
    const archives = registry.requests.filter(({ target }) => target.endsWith(".tgz"));
    assert.deepEqual(
      archives.map(({ target }) => target),
      ["/browser.tgz", "/fonts.tgz"],
    );

    const { executablePath, env } = fetchedChromium(parts) ?? assert.fail();
    const root = path.dirname(executablePath);
    assert.deepEqual(env, {
      LD_LIBRARY_PATH: path.join(root, "lib"),
      FONTCONFIG_FILE: path.join(root, "fonts.conf"),
    });
    assert.equal(
      execFileSync(executablePath, ["hello"], { encoding: "utf8", env }),
      `It says hello with ${path.join(root, "lib")}\n`,
    );
    assert.equal(readFileSync(path.join(root, "lib/libacme.so"), "utf8"), "a library");
    assert.equal(readFileSync(path.join(root, "fonts/ttf/Acme.ttf"), "utf8"), "a font");
    assert.ok(!existsSync(path.join(root, "fonts/Wide.ttf")));
    const configuration = readFileSync(path.join(root, "fonts.conf"), "utf8");
    assert.ok(configuration.includes(`<dir>${path.join(root, "fonts")}</dir>`), configuration);
    assert.ok(!existsSync(path.join(root, "package")));
  });

  it("is refused when it is not what was pinned, and fetched anew after that", async () => {
    const another = digestOf(Buffer.from("another"));
    const other = { ...parts, fonts: { ...parts.fonts, integrity: another } };
    await assert.rejects(
      fetchChromium(other),
      /^Error: acme-fonts 4.5.6 is not what was pinned: its digest is sha512-/,
    );
    assert.equal(fetchedChromium(other), undefined);
    await fetchChromium(parts);
    assert.ok(fetchedChromium(parts) !== undefined);
  });

  it("is refused when it does not start here, with what to do instead", async () => {
    archive = makeArchive(folder.path, "#!/bin/sh\necho no such library >&2\nexit 127\n");
    parts = { ...parts, browser: { ...parts.browser, integrity: digestOf(archive) } };
    await assert.rejects(
      fetchChromium(parts),
      /does not start here[^]*no such library[^]*install Chromium or Chrome, or set CHROME_PATH/,
    );
    assert.equal(fetchedChromium(parts), undefined);
  });
});

/** An archive as npm has it, of a browser that is a script, with a library and a font of its own. */
function makeArchive(folder: string, script: string): Buffer {
  const bin = path.join(folder, "browser/package/bin");
  mkdirSync(bin, { recursive: true });
  for (const [name, file, text] of [
    ["al2023", "lib/libacme.so", "a library"],
    ["fonts", "fonts/Wide.ttf", "another font"],
  ] as const) {
    const own = path.join(folder, `parts-${name}`);
    mkdirSync(path.join(own, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(own, file), text);
    const archive = execFileSync("tar", ["--create", "--directory", own, path.dirname(file)]);
    writeFileSync(path.join(bin, `${name}.tar.br`), brotliCompressSync(archive));
  }
  writeFileSync(path.join(bin, "chromium.br"), brotliCompressSync(Buffer.from(script)));
  return packed(path.join(folder, "browser"));
}

function makeFonts(folder: string): Buffer {
  const own = path.join(folder, "fonts/package/ttf");
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "Acme.ttf"), "a font");
  return packed(path.join(folder, "fonts"));
}

function packed(folder: string): Buffer {
  return execFileSync("tar", ["--create", "--gzip", "--directory", folder, "package"]);
}

function descriptionOf(origin: string, { name, version }: PinnedPackage, archive: Buffer): unknown {
  const tarball = `${origin}/${name.replace(/.*[/-]/, "")}.tgz`;
  const described = { name, version, dist: { tarball, integrity: digestOf(archive) } };
  return { name, "dist-tags": { latest: version }, versions: { [version]: described } };
}

function digestOf(bytes: Buffer): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}
