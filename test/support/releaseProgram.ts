import { parseArgs } from "node:util";
import { release } from "./release";
import { runMain, say } from "./terminal";

const usage = "npm run release -- major | minor | patch | 1.2.3 [--dry-run]";

runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { "dry-run": { type: "boolean" } },
    allowPositionals: true,
  });
  const [version, ...others] = positionals;
  if (version === undefined || others.length > 0) throw new Error(usage);
  const day = new Date().toISOString().slice(0, 10);
  await release({ folder: ".", version, day, isDryRun: values["dry-run"] === true, say });
  return 0;
});
