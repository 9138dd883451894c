/** Pieces that wait to be joined; an array of all pieces of a long text would be larger than engines allow. */
const maxPieces = 65_536;

/** A text of which some parts are replaced, from its beginning to its end. */
export class EditedText {
  private edited = "";
  private pieces: string[] = [];
  /** How much of the text stands in what was made so far. */
  private taken = 0;

  constructor(private readonly text: string) {}

  /** Writes `by` in place of a part, which must not begin before the end of the last one. */
  replace(start: number, end: number, by: string): void {
    this.pieces.push(this.text.slice(this.taken, start), by);
    this.taken = end;
    if (this.pieces.length >= maxPieces) this.join();
  }

  toString(): string {
    if (this.taken === 0 && this.pieces.length === 0) return this.text;
    this.join();
    return this.edited + this.text.slice(this.taken);
  }

  private join(): void {
    this.edited += this.pieces.join("");
    this.pieces = [];
  }
}
