import { readdir, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { createVSIX, listFiles, PackageManager } from "@vscode/vsce";
import { packagePath } from "./extensionPackage";
import { temporaryFolder } from "./temporaryFolder";
import { runMain, say } from "./terminal";

const maxBytes = 3 * 1024 * 1024;

/** What to package from. vsce matches every file below its folder against every pattern, and the project has many files. */
const roots =
  /^(?:package(?:\.nls(?:\.[\w-]+)?)?\.json|(?:README|CHANGELOG)\.md|LICENSE|dist|l10n|media|\.vscodeignore)$/;

/** The only files allowed in the package; `.vscodeignore` says the same to vsce. */
const expected = [
  /^package(\.nls(\.[\w-]+)?)?\.json$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^dist\/[\w-]+\.(cjs|js|css)$/,
  /^dist\/parquet_wasm_bg\.wasm$/,
  /^dist\/LICENSES\.txt$/,
  /^media\/[\w/-]+\.(svg|png|css|md|ttf|woff)$/,
  /^media\/macrochart\.schema\.json$/,
  /^l10n\/[\w.-]+\.json$/,
];

/** Packages the release that `dist/` holds; an unexpected file or too large a package fails. */
runMain(async () => {
  const folder = temporaryFolder("package");
  const cwd = folder.path;
  for (const name of await readdir(".")) {
    if (roots.test(name)) await symlink(path.resolve(name), path.join(cwd, name));
  }
  const source = { cwd, followSymlinks: true };
  const files = await listFiles({ ...source, packageManager: PackageManager.None });
  if (!files.includes("dist/LICENSES.txt")) {
    throw new Error("The licences of the bundled packages are missing: build with --release");
  }
  const surprises = files.filter((file) => !expected.some((pattern) => pattern.test(file)));
  if (surprises.length > 0) throw new Error(`Not expected in the package: ${surprises.join(", ")}`);
  const vsix = await packagePath();
  await createVSIX({
    ...source,
    packagePath: vsix,
    dependencies: false,
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  const { size } = await stat(vsix);
  const summary = `${path.basename(vsix)}: ${files.length} files, ${(size / 1024).toFixed(0)} KiB`;
  if (size > maxBytes) throw new Error(`${summary}, more than ${maxBytes / 1024} KiB`);
  say(summary);
  return 0;
});
