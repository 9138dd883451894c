import { type DatasetLock } from "../../dataset/lock";
import { type DatasetTable } from "../../dataset/spec";
import { type Instant } from "../../shared/instant";
import { referencePath } from "../../shared/referencePath";
import { type ReferenceLine } from "../../shared/referenceLine";
import { withResolvedAsOf } from "../../store/seriesBatch";
import { changedCode, pathIn, type CodeEdit } from "../notebook/code/changedCode";
import { type CodeBlock, wayOf } from "../notebook/code/codeBlock";

/** Why a reference line cannot become one of a dataset. */
export type FreezeProblem = "part" | "code" | "values" | "path" | "format";

/** The format that the code of most lines reads; Parquet if none reads a file. */
export function formatOfBlocks(
  blocks: readonly (readonly [CodeBlock, ReferenceLine])[],
): "parquet" | "csv" {
  const formats = blocks.flatMap(([block, line]) => {
    const path = wayOf(block) === "file" ? pathIn(block, line) : undefined;
    return path?.ok === true ? path.format : [];
  });
  const csv = formats.filter((each) => each === "csv").length;
  return csv > formats.length / 2 ? "csv" : "parquet";
}

/** Undefined if the code of a line can read a dataset of a format, or requests its series as of a fixed time. */
export function freezeProblem(
  block: CodeBlock,
  line: ReferenceLine,
  format: "parquet" | "csv",
): FreezeProblem | undefined {
  if (line.slice !== undefined) return "part";
  const way = wayOf(block);
  if (way === "values") return "values";
  if (way === "file") {
    const path = pathIn(block, line);
    if (!path.ok) return "path";
    if (path.format !== format) return "format";
  }
  const probe = { before: line, after: line, relativePath: `table.${format}`, isLineAlone: true };
  return changedCode(block, probe).ok ? undefined : "code";
}

/**
 * The edits after which a line names a dataset and its code reads the file of its table, or a live request is as of the
 * table's instant; undefined where the table has no file, or the code is no longer as it was.
 *
 * @param dataset - With its folder below that of the code.
 */
export function frozenEdits(
  block: CodeBlock,
  line: ReferenceLine,
  {
    tables,
    lock,
    now,
    dataset,
  }: {
    readonly tables: readonly DatasetTable[];
    readonly lock: DatasetLock;
    readonly now: Instant;
    readonly dataset: string;
  },
): readonly CodeEdit[] | undefined {
  const reference = withResolvedAsOf(line.reference, now);
  const path = referencePath(reference);
  const table = tables.find((each) => "member" in each && referencePath(each.member) === path);
  const file = lock.files.find((each) => each.table === table?.name);
  const isHeld = lock.series.some((each) => each.table === table?.name && !("absent" in each));
  if (file === undefined || !isHeld) return undefined;
  const folder = dataset.slice(0, dataset.lastIndexOf("/") + 1);
  // A live request stays one: the line names no dataset that its code does not read.
  const from = wayOf(block) === "request" ? undefined : dataset;
  const after = { reference, service: line.service, ...(from !== undefined && { dataset: from }) };
  const relativePath = `${folder}${file.path}`;
  const changed = changedCode(block, { before: line, after, relativePath, isLineAlone: true });
  return changed.ok ? changed.edits : undefined;
}
