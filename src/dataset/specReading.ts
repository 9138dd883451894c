import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { type Day, dayOfIso } from "../shared/day";
import { type AsOf, type Instant, instantOfTyped } from "../shared/instant";
import { looksLikeKey } from "../shared/looksLikeKey";

/** The kinds of faults at a place of a spec. */
export type DatasetFaultKind =
  | "as-of"
  | "as-ofs"
  | "boundary"
  | "every"
  | "folder"
  | "format"
  | "forecast"
  | "kind"
  | "layout"
  | "missing"
  | "object"
  | "panel"
  | "reference"
  | "repeated"
  | "secret"
  | "series"
  | "service"
  | "set"
  | "syntax"
  | "table"
  | "table-name"
  | "tables"
  | "text"
  | "too-large"
  | "unknown"
  | "version"
  | "vintages";

/** One mistake in a spec. */
export interface DatasetFault {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly length: number;
  /** The first line, and the first column of a line in UTF-16 code units, are 1. */
  readonly line: number;
  readonly column: number;
  readonly kind: DatasetFaultKind;
  /** The name or value that is wrong, as written; never one that may be a key. */
  readonly detail?: string;
}

/** A longer text is not read: a spec of a thousand tables has 100 kB. */
const maxSpecLength = 1_000_000;
const maxFaults = 100;

/** The fields of an object: the nodes of their names and values. */
export type SpecFields = ReadonlyMap<string, { readonly key: Node; readonly value: Node }>;

/** One parse of a text; collects faults and goes on. */
export class SpecReading {
  private readonly faults: Omit<DatasetFault, "line" | "column">[] = [];
  private readonly lineStarts: readonly number[];

  constructor(private readonly text: string) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      starts.push(at + 1);
    }
    this.lineStarts = starts;
  }

  sortedFaults(): readonly DatasetFault[] {
    const first = this.faults.toSorted((one, other) => one.offset - other.offset);
    // The place of each takes a pass over the lines.
    return first
      .slice(0, maxFaults)
      .map(({ offset, length, kind, detail }) => this.faultAt(offset, length, kind, detail));
  }

  /** The fields of an object; unknown and repeated ones are faults. Undefined, with a fault, for anything else. */
  fieldsOf(node: Node, names: readonly string[] | undefined): SpecFields | undefined {
    if (node.type !== "object") {
      this.add(node, "object");
      return undefined;
    }
    const fields = new Map<string, { readonly key: Node; readonly value: Node }>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) continue;
      const name = String(key.value);
      if (names !== undefined && !names.includes(name)) {
        if (isSecretName(name) || looksLikeKey(name) || looksLikeKey(value.value)) {
          this.add(key, "secret");
        } else this.add(key, "unknown", name);
      } else if (fields.has(name)) this.add(key, "repeated", name);
      else fields.set(name, { key, value });
    }
    return fields;
  }

  /** The value of a field that must be there; a missing one is a fault of its object. */
  needed(owner: Node, fields: SpecFields, name: string): Node | undefined {
    const value = fields.get(name)?.value;
    if (value === undefined) this.addAt(owner.offset, 1, "missing", name);
    return value;
  }

  textOf(node: Node): string | undefined {
    if (node.type === "string") return String(node.value);
    this.add(node, "text");
    return undefined;
  }

  choice<const T extends string>(
    node: Node | undefined,
    choices: readonly T[],
    kind: DatasetFaultKind,
  ): T | undefined {
    if (node === undefined) return undefined;
    const found = choices.find((each) => each === node.value);
    if (found === undefined) this.add(node, kind, this.shown(node));
    return found;
  }

  asOf(node: Node): AsOf | undefined {
    return node.value === "latest" ? "latest" : this.instant(node);
  }

  /** A fixed as-of: a day or an instant. A day relative to today would be another dataset tomorrow. */
  instant(node: Node): Instant | undefined {
    const text = this.textOf(node);
    if (text === undefined) return undefined;
    const typed = instantOfTyped(text.trim().replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"));
    if (typed.ok) return typed.instant;
    this.add(node, "as-of", this.shown(node));
    return undefined;
  }

  day(node: Node | undefined): Day | undefined {
    const text = node && this.textOf(node);
    if (node === undefined || text === undefined) return undefined;
    const day = dayOfIso(text);
    if (day === undefined) this.add(node, "boundary", this.shown(node));
    return day;
  }

  add(node: Node, kind: DatasetFaultKind, detail?: string): void {
    this.addAt(node.offset, node.length, kind, detail);
  }

  /** The text of a value for a message; undefined if it may be a key. */
  shown(node: Node): string | undefined {
    const text = this.text.slice(node.offset, node.offset + Math.min(node.length, 200));
    return looksLikeKey(node.value) || /key=/i.test(text) ? undefined : text;
  }

  faultAt(offset: number, length: number, kind: DatasetFaultKind, detail?: string): DatasetFault {
    const after = this.lineStarts.findIndex((start) => start > offset);
    const line = after === -1 ? this.lineStarts.length : after;
    const column = offset - (this.lineStarts[line - 1] ?? 0) + 1;
    return { offset, length, line, column, kind, ...(detail !== undefined && { detail }) };
  }

  addAt(offset: number, length: number, kind: DatasetFaultKind, detail?: string): void {
    this.faults.push({ offset, length, kind, ...(detail !== undefined && { detail }) });
  }

  /** The tree of the text; undefined, with a fault, for what is no JSON. */
  root(): Node | undefined {
    if (this.text.length > maxSpecLength) {
      this.addAt(0, 0, "too-large");
      return undefined;
    }
    const errors: ParseError[] = [];
    const root = jsonTree(this.text, errors);
    // After the first error the parser guesses, and its further ones mislead.
    const [first] = errors;
    if (first !== undefined) this.addAt(first.offset, first.length, "syntax");
    else if (root === undefined) this.addAt(0, 0, "syntax");
    return first === undefined ? root : undefined;
  }
}

function isSecretName(name: string): boolean {
  return /key|token|secret|passw/i.test(name);
}

export function hasSecret(text: string): boolean {
  return /api_?key=|token=|secret=|passw/i.test(text) || looksLikeKey(text);
}

/** Undefined for nothing, and for what is nested too deeply for the call stack. */
export function jsonTree(text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
