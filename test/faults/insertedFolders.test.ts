import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileCode, panelFileCode } from "../../src/features/notebook/code/codePieces";
import { type CodeHolder } from "../../src/features/notebook/code/language";
import { type CodeLanguage } from "../../src/features/notebook/code/languages";
import { longLayout } from "../../src/data/table/long";
import { panelRef } from "../../src/shared/reference";
import { connectDuckDb, duckDb } from "../support/duckDb";
import { inflation, lineOf } from "../support/insertSubjects";
import {
  type RunOptions,
  itWith,
  pythonWith,
  rscriptWith,
  runInterpreter,
} from "../support/interpreters";
import { temporaryFolder } from "../support/temporaryFolder";

/** A folder name with a blank, which R escapes in its arguments, and with the marks of a pattern. */
const research = "my research [1]";
const relativePath = "data/INFL.csv";
const columns = [{ name: "Level", type: "number" }] as const;
const libraries = ["pandas", "polars"] as const;

/** What stands in the place of pandas and of polars, which take their time: only which file is read is asked here. */
const stub = `
import csv

class Cells(list):
    to_list = list.copy

def read_csv(path, **options):
    with open(path) as file:
        rows = list(csv.DictReader(file))
    return {name: Cells(row[name] for row in rows) for name in rows[0]}

def __getattr__(name):
    return name
`;

/** Code that prints the newest value of the file beside it. */
function printing(
  language: CodeLanguage,
  holder: CodeHolder,
  library: "pandas" | "polars",
): string {
  const subject = { line: lineOf(), language, holder, library, relativePath } as const;
  const { text, name } = fileCode({ ...subject, format: "csv", columns });
  if (language === "r") return `${text}\ncat(tail(${name}[["Level"]], 1), "\\n")\n`;
  return `${text}\nprint(${name}["Level"].to_list()[-1])\n`;
}

describe("inserted code from any working directory (CODE-01)", function () {
  this.timeout(60_000);
  const workspace = temporaryFolder("inserted-folders");
  const stubs = path.join(workspace.path, "stubs");
  /** The libraries of Python, and no more of R than reading a file needs. */
  const env = { PYTHONPATH: stubs, R_DEFAULT_PACKAGES: "utils" };
  const folder = path.join(workspace.path, research);
  const folders: [where: string, cwd: string][] = [
    ["its own folder", folder],
    ["the workspace", workspace.path],
    ["another folder", path.join(workspace.path, "elsewhere")],
  ];

  before(() => {
    mkdirSync(path.join(folder, "data"), { recursive: true });
    mkdirSync(path.join(workspace.path, "elsewhere"));
    writeFileSync(path.join(folder, relativePath), "Date,Level\n2024-06-28,0.75\n");
    mkdirSync(stubs);
    for (const library of libraries) writeFileSync(path.join(stubs, `${library}.py`), stub);
  });

  after(() => workspace.remove());

  function write(name: string, text: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  async function printed(
    program: string,
    args: readonly string[],
    options: RunOptions,
  ): Promise<string> {
    const { stdout, stderr, status } = await runInterpreter(program, args, options);
    assert.equal(status, 0, stderr);
    return stdout.trim();
  }

  const python = pythonWith("json");
  const itRunsPython = itWith(python, "Python");
  for (const library of libraries) {
    for (const [where, cwd] of folders) {
      itRunsPython(`finds its file in a ${library} script run from ${where}`, async () => {
        const file = write("a b.py", printing("python", "script", library));
        assert.equal(await printed(python ?? "", [path.relative(cwd, file)], { cwd, env }), "0.75");
      });

      itRunsPython(`finds its file in a ${library} module imported from ${where}`, async () => {
        write("module_a.py", printing("python", "script", library));
        const code = `import sys; sys.path.append(r"""${folder}"""); import module_a`;
        assert.equal(await printed(python ?? "", ["-c", code], { cwd, env }), "0.75");
      });

      itRunsPython(
        `finds its file in a ${library} notebook whose kernel starts in ${where}`,
        async () => {
          const file = write("a.ipynb", "{}");
          const cell = write("cell.py", printing("python", "notebook", library));
          const run = `exec(open(r"""${cell}""").read(), {"__vsc_ipynb_file__": r"""${file}"""})`;
          assert.equal(await printed(python ?? "", ["-c", run], { cwd, env }), "0.75");
        },
      );
    }

    for (const holder of ["script", "notebook"] as const) {
      itRunsPython(
        `finds its file from the folder of a ${library} ${holder} whose path is unknown`,
        async () => {
          const run = `exec(${JSON.stringify(printing("python", holder, library))}, {})`;
          assert.equal(await printed(python ?? "", ["-c", run], { cwd: folder, env }), "0.75");
        },
      );
    }
  }

  const rscript = rscriptWith();
  const itRuns = itWith(rscript, "Rscript");
  const script = printing("r", "script", "pandas");
  const ways: [way: string, program: string, args: (file: string) => string[]][] = [
    ["Rscript", "Rscript", (file) => ["--vanilla", file]],
    ["R -f", "R", (file) => ["--vanilla", "--no-echo", "-f", file]],
    ["R --file", "R", (file) => ["--vanilla", "--no-echo", `--file=${file}`]],
  ];
  for (const [where, cwd] of folders) {
    for (const [way, program, args] of cwd === workspace.path ? ways : ways.slice(0, 1)) {
      itRuns(`finds its file in an R script run by ${way} from ${where}`, async () => {
        const file = path.relative(cwd, write("a b.R", script));
        assert.equal(await printed(program, args(file), { cwd, env }), "0.75");
      });
    }
  }

  itRuns("finds its file in an R script sourced from any folder", async () => {
    const file = write("a b.R", script);
    const main = path.join(workspace.path, "elsewhere", "main.R");
    const lines = folders.flatMap(([, cwd]) => {
      const name = path.relative(cwd, file).replaceAll("\\", "/");
      return [
        `setwd("${cwd.replaceAll("\\", "/")}")`,
        `source("${name}")`,
        `source("${name}", chdir = TRUE)`,
      ];
    });
    writeFileSync(main, `${lines.join("\n")}\n`);
    const output = await printed("Rscript", ["--vanilla", main], { env });
    assert.deepEqual(
      output.split("\n").map(Number),
      folders.flatMap(() => [0.75, 0.75]),
    );
  });

  itRuns(
    "finds its file from the folder of R code whose path is unknown, and of an R notebook",
    async () => {
      const holders = ["script", "notebook", "prose"] as const;
      const codes = holders.flatMap((holder) => ["-e", printing("r", holder, "pandas")]);
      const output = await printed("Rscript", ["--vanilla", ...codes], { cwd: folder, env });
      assert.deepEqual(output.split("\n").map(Number), [0.75, 0.75, 0.75]);
    },
  );

  itWith(duckDb, "DuckDB")(
    "states in SQL which folder a path is relative to, and finds its file from there",
    async () => {
      const { text, name } = fileCode({
        ...{
          line: lineOf(),
          language: "sql",
          library: "pandas",
          relativePath,
          format: "csv",
          columns,
        },
      });
      assert.match(
        text,
        /\n-- The path is relative to the working directory: run this in the folder/,
      );
      const connection = await connectDuckDb();
      await connection.run(`SET file_search_path = '${folder}'`);
      await connection.run(text);
      const result = await connection.runAndReadAll(`SELECT "Level" FROM ${name}`);
      assert.deepEqual(result.getRowsJson(), [[0.75]]);
      connection.closeSync();
    },
  );

  itWith(pythonWith("pandas"), "Python with pandas")("reads the file of a panel", async () => {
    const reference = panelRef({ ...inflation, tags: { country_iso: "*" } });
    const layout = longLayout([{ name: "country_iso", type: "text" }], [columns]);
    const { text, name } = panelFileCode({
      ...{ line: lineOf(reference), language: "python", library: "pandas", layout },
      ...{ relativePath: "data/panel.csv", format: "csv" },
    });
    write(path.join("data", "panel.csv"), "Date,country_iso,Level\n2024-06-28,NA,0.75\n");
    const file = write("panel.py", `${text}\nprint(*${name}["country_iso"])\n`);
    assert.equal(await printed(pythonWith("pandas") ?? "", [file], { cwd: workspace.path }), "NA");
  });
});
