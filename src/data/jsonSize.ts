import { type DecodeLimits, bytesPerNumber, checkLimit } from "./decodeLimits";
import { DecodeError } from "./errors";

/** Deeper than any layout of a series. */
const deepestNesting = 32;
/** Arrays and objects around the rows and columns: wrappers, and what pandas tells of its own. */
const mostWrappers = 16;

/** Counts arrays, objects and their elements while a JSON text is looked over, and holds them against the limits. */
export class JsonSize {
  /** How many arrays and objects are open. */
  depth = 0;
  private containers = 0;
  private commas = 0;
  /** Commas of the open arrays and objects, by depth. */
  private readonly ownCommas = new Int32Array(deepestNesting + 1);

  constructor(private readonly limits: DecodeLimits) {}

  open(): void {
    if (this.depth >= deepestNesting) {
      const message = `the JSON text is nested deeper than ${deepestNesting} levels`;
      throw new DecodeError("unsupported", message);
    }
    this.depth++;
    this.ownCommas[this.depth] = 0;
    const { rows, columns } = this.limits;
    checkLimit("arrays and objects", ++this.containers, rows + columns + mostWrappers);
  }

  /** Whether the outermost array or object has been closed. */
  close(): boolean {
    this.depth--;
    if (this.depth < 0)
      throw new DecodeError(
        "corrupt",
        "the JSON text has a closing bracket without an opening one",
      );
    return this.depth === 0;
  }

  /** Each cell but one of a row, and each row but one, stands before a comma. */
  addComma(): void {
    const { rows, columns, bytes } = this.limits;
    const own = (this.ownCommas[this.depth] ?? 0) + 1;
    this.ownCommas[this.depth] = own;
    checkLimit("elements in one array or object", own, Math.max(rows, columns));
    checkLimit("elements", ++this.commas, bytes / bytesPerNumber + columns);
  }
}
