import { type TextColumns, textAt, textCount } from "../shared/columns";
import { hashOfText, HashTable, none } from "./hashTable";

/** Finds the index of a text in columns. */
export class TextIndex {
  private readonly texts: string[] = [];
  private readonly table: HashTable;

  constructor(private readonly columns: TextColumns) {
    this.table = new HashTable(textCount(columns));
  }

  /** Reads all texts; must be called once. May pause after each text. */
  *read(): Generator<void, void> {
    const count = textCount(this.columns);
    for (let index = 0; index < count; index++) {
      yield;
      const text = textAt(this.columns, index) ?? "";
      this.texts.push(text);
      this.table.set(this.placeOf(text), index);
    }
  }

  /** The index of a text; {@link none} if the columns do not contain it. */
  indexOf(text: string): number {
    return this.table.at(this.placeOf(text));
  }

  private placeOf(text: string): number {
    return this.table.placeOf(hashOfText(text), (index) => this.texts[index] === text);
  }
}

/** The index of each older text among the newer ones; texts that only the older answer has are numbered after these. */
export function* textsIn(newer: TextColumns, older: TextColumns): Generator<void, Int32Array> {
  const texts = new TextIndex(newer);
  yield* texts.read();
  const count = textCount(newer);
  const indices = new Int32Array(textCount(older));
  for (let index = 0; index < indices.length; index++) {
    yield;
    const known = texts.indexOf(textAt(older, index) ?? "");
    indices[index] = known === none ? count + index : known;
  }
  return indices;
}
