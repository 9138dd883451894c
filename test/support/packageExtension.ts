import { readFile } from "node:fs/promises";
import { packagePath } from "./extensionPackage";
import { repositoryAt } from "./packagedTexts";
import { runMain, say } from "./terminal";
import { writePackage } from "./writePackage";

/**
 * Packages the release that `dist/` holds. `REPOSITORY_URL`, in the environment or in `config` of `package.json`, is
 * where the links and pictures of the README lead.
 */
runMain(async () => {
  const { config } = JSON.parse(await readFile("package.json", "utf8")) as {
    readonly config?: { readonly REPOSITORY_URL?: string };
  };
  const address = process.env["REPOSITORY_URL"] ?? config?.REPOSITORY_URL ?? "";
  const repository = address === "" ? undefined : repositoryAt(address);
  if (repository === undefined) {
    say("REPOSITORY_URL is not set: the README is packaged without pictures and links");
  } else if (repository.pages === undefined) {
    say(
      `${repository.url}: the addresses of files there are not known, so the README is packaged without pictures and links`,
    );
  }
  say(await writePackage(".", await packagePath(), repository));
  return 0;
});
