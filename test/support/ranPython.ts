import { runInterpreter, type RunOptions } from "./interpreters";
import { type RanCode, type RunCode } from "./ranCode";

/** Runs each piece of code on its own and prints the tables that they made. */
const runner = `
import datetime, json, sys

def cell(value):
    if value is None or type(value).__name__ == "NAType" or value != value:
        return None
    return value

def shown(table):
    if type(table).__module__.startswith("polars"):
        days = [day.isoformat() for day in table["Date"].to_list()]
        types = [str(table[name].dtype) for name in table.columns]
        assert table.columns[0] == "Date"
        columns = [[name, [cell(each) for each in table[name].to_list()]] for name in table.columns[1:]]
    else:
        days = [day.strftime("%Y-%m-%d") for day in table.index]
        types = [f"{table.index.name} {table.index.dtype}", *[str(each) for each in table.dtypes]]
        columns = [[name, [cell(each) for each in table[name].tolist()]] for name in table.columns]
    return {"table": {"days": days, "columns": columns}, "types": types}

results = []
for each in json.load(sys.stdin):
    names = {}
    try:
        exec(compile(each["code"], "<inserted>", "exec"), names)
        results.append(shown(names[each["variable"]]))
    except Exception as error:
        results.append({"error": f"{type(error).__name__}: {error}"})
print(json.dumps(results))
`;

/**
 * Runs pieces of code in one process of Python, each in a namespace of its own.
 *
 * @throws Error with what Python printed when it ended before the last one.
 */
export async function ranPython(
  python: string,
  pieces: readonly RunCode[],
  options: Omit<RunOptions, "input"> & { readonly before?: string } = {},
): Promise<readonly RanCode[]> {
  const { before = "", ...others } = options;
  const env = { PYTHONUTF8: "1", ...others.env };
  const input = JSON.stringify(pieces);
  const args = ["-c", `${before}\n${runner}`];
  const { status, stdout, stderr } = await runInterpreter(python, args, { ...others, env, input });
  if (status !== 0) throw new Error(`${python} ended with ${String(status)}: ${stderr}`);
  return JSON.parse(stdout) as readonly RanCode[];
}
