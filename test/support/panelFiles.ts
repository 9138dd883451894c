import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type LongLayout, type LongPart, longLayout } from "../../src/data/table/long";
import { tableWriter } from "../../src/data/table/tableWriter";
import { wireFormats } from "../../src/shared/wireFormat";
import { type RanTable, frameOfTable } from "./ranCode";

/** A series of a panel by its values of the panel's tag kinds. */
export interface PanelTable {
  readonly values: readonly string[];
  readonly table: RanTable;
}

/** The layout of a panel's file. */
export function layoutOf(kinds: readonly string[], tables: readonly PanelTable[]): LongLayout {
  const names = kinds.map((name) => ({ name, type: "text" }) as const);
  return longLayout(
    names,
    tables.map(({ table }) => frameOfTable(table).columns),
  );
}

/** Writes the file of a panel in all formats into a folder below another one. */
export async function writePanel(
  folder: string,
  name: string,
  layout: LongLayout,
  tables: readonly PanelTable[],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const parts = tables.map(({ values, table }): LongPart => ({
    coordinates: values,
    frame: frameOfTable(table),
  }));
  for (const format of wireFormats) {
    const writer = tableWriter({ format, layout });
    const blocks: Uint8Array[] = [];
    // It takes the numbers over.
    for (const part of parts) blocks.push(...(await writer.add(structuredClone(part))));
    blocks.push(...(await writer.end({})));
    writeFileSync(path.join(folder, `${name}.${format}`), Buffer.concat(blocks));
  }
}

/**
 * One column of the series side by side on all their days.
 *
 * @param nameOf - What a series' column is called.
 */
export function wideTable(
  tables: readonly PanelTable[],
  column: string,
  nameOf: (values: readonly string[]) => string,
): RanTable {
  const days = [...new Set(tables.flatMap(({ table }) => table.days))].sort();
  return {
    days,
    columns: tables.map(({ values, table }) => {
      const cells = table.columns.find(([name]) => name === column)?.[1] ?? [];
      const byDay = new Map(table.days.map((day, row) => [day, cells[row] ?? null]));
      return [nameOf(values), days.map((day) => byDay.get(day) ?? null)] as const;
    }),
  };
}
