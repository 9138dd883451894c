import assert from "node:assert/strict";
import { decodeFrame } from "../../src/data/decodeFrame";
import { written } from "../support/fixtures";
import { itWith, rscriptWith, runInterpreter } from "../support/interpreters";

const table = `data.frame(Date = as.Date("2024-01-01") + 0:2, Level = c(1.5, NA, -0.25))`;
const days = ["2024-01-01", "2024-01-02", "2024-01-03"];

/** What R prints between two tables. */
const end = "next table";

/** Expressions of R that print a table, with its columns beside the days as they were given to R. */
const tables: readonly [code: string, columns: Record<string, unknown>][] = [
  [`write.table(${table}, sep = ",")`, { Level: [1.5, null, -0.25] }],
  [`write.table(${table}, sep = "\\t", quote = FALSE)`, { Level: [1.5, null, -0.25] }],
  [`write.table(${table}, sep = ";", dec = ",")`, { Level: [1.5, null, -0.25] }],
  [`write.table(${table}, sep = ",", col.names = NA)`, { Level: [1.5, null, -0.25] }],
  [`write.csv(${table})`, { Level: [1.5, null, -0.25] }],
  [`write.csv2(${table})`, { Level: [1.5, null, -0.25] }],
  [`write.csv(${table}, row.names = FALSE)`, { Level: [1.5, null, -0.25] }],
  [
    `d <- ${table}; rownames(d) <- d$Date; write.table(d["Level"], sep = ",")`,
    { Level: [1.5, null, -0.25] },
  ],
  [
    `d <- ${table}; rownames(d) <- c("a", "b", "c"); write.table(d, sep = ",")`,
    { "": ["a", "b", "c"], Level: [1.5, null, -0.25] },
  ],
];

describe("tables that R writes (LIST-02)", function () {
  this.timeout(30_000);
  const rscript = rscriptWith("utils");
  let printed: readonly string[];

  before(async () => {
    if (rscript === undefined) return;
    const code = tables.map(([each]) => each).join(`; cat("${end}"); `);
    const { status, stdout, stderr } = await runInterpreter(rscript, ["--vanilla", "-e", code]);
    assert.equal(status, 0, stderr);
    printed = stdout.split(end);
  });

  for (const [at, [code, columns]] of tables.entries()) {
    itWith(rscript, "R")(`are read: ${code}`, async () => {
      const { frame } = await decodeFrame(new TextEncoder().encode(printed[at]), "csv");
      assert.deepEqual(written(frame), { days, columns, names: Object.keys(columns) });
    });
  }
});
