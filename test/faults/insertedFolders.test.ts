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
import { itWith, pythonWith, rscriptWith, runInterpreter } from "../support/interpreters";
import { temporaryFolder } from "../support/temporaryFolder";

/** A folder name with a blank, which R escapes in its arguments, and with the marks of a pattern. */
const research = "my research [1]";
const relativePath = "data/INFL.csv";
const columns = [{ name: "Level", type: "number" }] as const;

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
  });

  after(() => workspace.remove());

  function write(name: string, text: string): string {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  }

  async function printed(program: string, args: readonly string[], cwd: string): Promise<string> {
    const { stdout, stderr, status } = await runInterpreter(program, args, { cwd });
    assert.equal(status, 0, stderr);
    return stdout.trim();
  }

  for (const library of ["pandas", "polars"] as const) {
    const python = pythonWith(library);
    const itRuns = itWith(python, `Python with ${library}`);
    for (const [where, cwd] of folders) {
      itRuns(`finds its file in a ${library} script run from ${where}`, async () => {
        const file = write("a b.py", printing("python", "script", library));
        assert.equal(await printed(python ?? "", [path.relative(cwd, file)], cwd), "0.75");
      });

      itRuns(`finds its file in a ${library} module imported from ${where}`, async () => {
        write("module_a.py", printing("python", "script", library));
        const code = `import sys; sys.path.append(r"""${folder}"""); import module_a`;
        assert.equal(await printed(python ?? "", ["-c", code], cwd), "0.75");
      });

      itRuns(
        `finds its file in a ${library} notebook whose kernel starts in ${where}`,
        async () => {
          const file = write("a.ipynb", "{}");
          const cell = write("cell.py", printing("python", "notebook", library));
          const run = `exec(open(r"""${cell}""").read(), {"__vsc_ipynb_file__": r"""${file}"""})`;
          assert.equal(await printed(python ?? "", ["-c", run], cwd), "0.75");
        },
      );
    }

    for (const holder of ["script", "notebook"] as const) {
      itRuns(
        `finds its file from the folder of a ${library} ${holder} whose path is unknown`,
        async () => {
          const run = `exec(${JSON.stringify(printing("python", holder, library))}, {})`;
          assert.equal(await printed(python ?? "", ["-c", run], folder), "0.75");
        },
      );
    }
  }

  const rscript = rscriptWith();
  const itRuns = itWith(rscript, "Rscript");
  const script = printing("r", "script", "pandas");
  for (const [where, cwd] of folders) {
    itRuns(`finds its file in an R script run from ${where}`, async () => {
      const file = path.relative(cwd, write("a b.R", script));
      assert.equal(await printed("Rscript", ["--vanilla", file], cwd), "0.75");
      const quiet = ["--vanilla", "--no-echo"];
      assert.equal(await printed("R", [...quiet, "-f", file], cwd), "0.75");
      assert.equal(await printed("R", [...quiet, `--file=${file}`], cwd), "0.75");
    });

    itRuns(`finds its file in an R script sourced from ${where}`, async () => {
      const file = path.relative(cwd, write("a b.R", script)).replaceAll("\\", "/");
      const main = path.join(workspace.path, "elsewhere", "main.R");
      writeFileSync(main, `source("${file}")\nsource("${file}", chdir = TRUE)\n`);
      assert.equal(await printed("Rscript", ["--vanilla", main], cwd), "0.75 \n0.75");
    });
  }

  itRuns(
    "finds its file from the folder of R code whose path is unknown, and of an R notebook",
    async () => {
      for (const code of [
        script,
        printing("r", "notebook", "pandas"),
        printing("r", "prose", "pandas"),
      ]) {
        assert.equal(await printed("Rscript", ["--vanilla", "-e", code], folder), "0.75");
      }
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
    assert.equal(await printed(pythonWith("pandas") ?? "", [file], workspace.path), "NA");
  });
});
