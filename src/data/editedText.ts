/**
 * How many pieces are collected before they are joined; an array of all pieces of a long text would exceed the engine's
 * limits.
 */
const maxPieces = 65_536;

/** Replaces parts of a text, from beginning to end. */
export class EditedText {
  private edited = "";
  private pieces: string[] = [];
  /** How much of the text has been copied or replaced. */
  private taken = 0;

  constructor(private readonly text: string) {}

  /** Replaces a part with `by`; it must not begin before the end of the previous one. */
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
