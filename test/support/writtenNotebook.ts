import { writeFileSync } from "node:fs";

/** A cell of code as it is written into a notebook's file. */
export interface WrittenCell {
  readonly languageId: string;
  readonly text: string;
}

/** Writes a Jupyter notebook whose kernel runs the language of its first cell. */
export function writeNotebook(file: string, cells: readonly WrittenCell[]): void {
  const [first] = cells;
  const language = first?.languageId ?? "python";
  writeFileSync(
    file,
    JSON.stringify({
      cells: cells.map(({ languageId, text }) => ({
        cell_type: "code",
        execution_count: null,
        metadata: languageId === language ? {} : { vscode: { languageId } },
        outputs: [],
        source: text.split(/(?<=\n)/),
      })),
      metadata: { language_info: { name: language } },
      nbformat: 4,
      nbformat_minor: 5,
    }),
  );
}
