import { cp } from "node:fs/promises";
import path from "node:path";

/** Installs an extension that names editors for any file, which the tests provide, in a new extensions folder. */
export async function installOtherEditors(extensions: string): Promise<void> {
  const folder = path.join(extensions, "macro-signals-tests.other-editors-0.0.1");
  await cp(path.resolve("test/support/otherEditors"), folder, { recursive: true });
}
