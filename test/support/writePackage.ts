import { readFile, readdir, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { packagedManifest, type Repository, withoutRelativeLinks } from "./packagedTexts";
import { temporaryFolder } from "./temporaryFolder";

/** The largest package. Opening a remote window waits for it. */
const maxBytes = 2_700_000;

/** What to package from. vsce matches every file below its folder against every pattern, and the project has many files. */
const roots =
  /^(?:package(?:\.nls(?:\.[\w-]+)?)?\.json|(?:README|CHANGELOG)\.md|LICENSE|dist|l10n|media|\.vscodeignore)$/;

/** The only files allowed in the package; `.vscodeignore` says the same to vsce. */
const expected = [
  /^package(\.nls(\.[\w-]+)?)?\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^dist\/[\w-]+\.(cjs|js|css)$/,
  /^dist\/parquet_wasm_bg\.wasm\.br$/,
  /^dist\/LICENSES\.txt$/,
  /^media\/[\w/-]+\.(svg|png|css|md|ttf|woff)$/,
  /^media\/macro(?:chart|data(?:\.lock)?)\.schema\.json$/,
  /^media\/guide\/macro-data\.yml$/,
  /^l10n\/bundle\.l10n\.[\w-]+\.json$/,
];

/**
 * Packages the release that `dist/` holds in a folder as the file `vsix`; returns a line about the package.
 *
 * @param repository - Absent: pictures and links of the README lead nowhere, and are left out.
 * @throws Error for an unexpected file, a link that leads nowhere, or too large a package.
 */
export async function writePackage(
  root: string,
  vsix: string,
  repository: Repository | undefined,
): Promise<string> {
  const folder = temporaryFolder("package");
  try {
    const source = { cwd: folder.path, followSymlinks: true };
    await stage(path.resolve(root), folder.path, repository);
    const files = await listFiles({ ...source, packageManager: PackageManager.None });
    if (!files.includes("dist/LICENSES.txt")) {
      throw new Error("The licences of the bundled packages are missing: build with --release");
    }
    const surprises = files.filter((file) => !expected.some((pattern) => pattern.test(file)));
    if (surprises.length > 0) {
      throw new Error(`Not expected in the package: ${surprises.join(", ")}`);
    }
    const { content, images } = repository?.pages ?? {};
    await createVSIX({
      ...source,
      packagePath: vsix,
      dependencies: false,
      allowMissingRepository: true,
      ...(content === undefined ? {} : { baseContentUrl: content }),
      ...(images === undefined ? {} : { baseImagesUrl: images }),
    });
    const { size } = await stat(vsix);
    const summary = `${path.basename(vsix)}: ${files.length} files, ${size} bytes`;
    if (size > maxBytes) throw new Error(`${summary}, more than ${maxBytes}`);
    return summary;
  } finally {
    folder.remove();
  }
}

/** Links to all that may be packaged, but for two texts that depend on the repository. */
async function stage(root: string, folder: string, repository?: Repository): Promise<void> {
  const names = (await readdir(root)).filter((name) => roots.test(name));
  const textOf = async (name: string): Promise<string> => readFile(path.join(root, name), "utf8");
  for (const name of names) {
    const file = path.join(folder, name);
    if (name === "package.json") {
      const manifest = JSON.parse(await textOf(name)) as Record<string, unknown>;
      const written = packagedManifest(manifest, repository);
      await writeFile(file, `${JSON.stringify(written, undefined, 2)}\n`);
    } else if (name === "README.md" && repository?.pages === undefined) {
      await writeFile(file, withoutRelativeLinks(await textOf(name)));
    } else {
      await symlink(path.join(root, name), file);
    }
  }
}
