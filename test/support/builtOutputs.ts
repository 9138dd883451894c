import { readFile } from "node:fs/promises";

interface Output {
  readonly bytes: number;
  readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
  readonly imports: readonly {
    readonly path: string;
    readonly kind: string;
    readonly external?: boolean;
  }[];
}

/** What `npm run build` noted of the files that it made, by their paths. */
export async function builtOutputs(): Promise<Readonly<Record<string, Output>>> {
  const { outputs } = JSON.parse(await readFile("dist/meta.json", "utf8")) as {
    outputs: Record<string, Output>;
  };
  return outputs;
}

/** A built file and all that is loaded with it: what it imports, but nothing that it imports dynamically. */
export async function loadedWith(file: string): Promise<string[]> {
  const outputs = await builtOutputs();
  const files = new Set([file]);
  for (const each of files) {
    for (const { path, kind, external } of outputs[each]?.imports ?? []) {
      if (kind === "import-statement" && external !== true) files.add(path);
    }
  }
  return [...files];
}

/** The packages that stand in built files. */
export async function packagesIn(files: readonly string[]): Promise<string[]> {
  const outputs = await builtOutputs();
  const inputs = files.flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}));
  if (inputs.length === 0) throw new Error(`nothing is known of ${files.join(", ")}`);
  const names = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([name]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}
