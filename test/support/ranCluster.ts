import { writeFileSync } from "node:fs";
import path from "node:path";
import { runInterpreter } from "./interpreters";
import { type RunCode } from "./ranCode";

/** A row of a table: its cells as text and numbers, null for no value. */
export type TableRow = readonly (string | number | null)[];

/** The table that a cluster made of a piece of code. */
export interface ComputedTable {
  readonly columns: readonly string[];
  readonly types: readonly string[];
  readonly rows: readonly TableRow[];
  /** Dask's count of partitions. */
  readonly parts: number;
}

/** Prints a table of pandas as JSON, its times as ISO texts. */
const shown = `
def cell(value):
    if value is None or type(value).__name__ == "NAType" or value != value:
        return None
    return value.isoformat() if hasattr(value, "isoformat") else value

def shown(table, parts):
    rows = [[cell(each) for each in row] for row in table.itertuples(index=False, name=None)]
    types = [str(each) for each in table.dtypes]
    return {"columns": list(table.columns), "types": types, "rows": rows, "parts": parts}
`;

/** The key is in the environment of the workers alone. */
const onDask = `
import json, os
${shown}
if __name__ == "__main__":
    from distributed import Client, LocalCluster
    key = os.environ.pop("MACRO_SIGNALS_API_KEY")
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=8, dashboard_address=None, env={"MACRO_SIGNALS_API_KEY": key}
    )
    with cluster, Client(cluster):
        results = []
        for piece in json.load(open("pieces.json")):
            try:
                exec(compile(piece["code"], "<inserted>", "exec"), globals())
                table = globals()[piece["variable"]]
                assert list(table.columns) == list(table._meta.columns)
                assert key not in repr(dict(table.dask))
                results.append(shown(table.compute(), table.npartitions))
            except Exception as error:
                results.append({"error": f"{type(error).__name__}: {error}"})
    print("results" + json.dumps(results))
`;

/** Everything but the statements that need a session; then the function of a task, over two batches. */
const withoutSpark = `
import ast, json
import pandas as pd
${shown}
results = []
for piece in json.load(open("pieces.json")):
    tree = ast.parse(piece["code"])
    names = lambda node: {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    kept = [each for each in tree.body if "spark" not in names(each)]
    assert len(kept) == len(tree.body) - 1
    own = {}
    exec(compile(ast.Module(kept, []), "<inserted>", "exec"), own)
    requests = [json.dumps(each) for each in own[piece["variable"] + "_requests"]]
    batches = [pd.DataFrame({"request": each}) for each in (requests[:1], requests[1:])]
    parts = list(own[piece["variable"] + "_parts"](batches))
    results.append(shown(pd.concat(parts), len(parts)))
print("results" + json.dumps(results))
`;

/**
 * What became of pieces of code: with Dask on two processes that share a scheduler, or with Spark's part of them left
 * out.
 *
 * @throws Error with what Python printed when it ended before the last one.
 */
export async function ranCluster(
  python: string,
  cluster: "dask" | "spark",
  pieces: readonly RunCode[],
  { cwd, key }: { readonly cwd: string; readonly key: string },
): Promise<readonly (ComputedTable | { readonly error: string })[]> {
  const script = path.join(cwd, `run_${cluster}.py`);
  writeFileSync(script, cluster === "dask" ? onDask : withoutSpark);
  writeFileSync(path.join(cwd, "pieces.json"), JSON.stringify(pieces));
  const env = { PYTHONUTF8: "1", MACRO_SIGNALS_API_KEY: key };
  const { status, stdout, stderr } = await runInterpreter(python, [script], { cwd, env });
  const printed = stdout.split("results").at(-1);
  if (status !== 0 || printed === undefined) throw new Error(`${String(status)}: ${stderr}`);
  return JSON.parse(printed) as readonly (ComputedTable | { readonly error: string })[];
}
