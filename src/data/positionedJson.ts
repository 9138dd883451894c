/** A JSON value and the offset at which it begins. */
export type JsonNode = { readonly offset: number } & (
  | { readonly kind: "object"; readonly entries: ReadonlyMap<string, JsonNode> }
  | { readonly kind: "array"; readonly items: readonly JsonNode[] }
  | { readonly kind: "value"; readonly value: string | number | boolean | null }
);

/** The text is not JSON. `JSON.parse` does not always report the position. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";

  constructor(readonly offset: number) {
    super(`not JSON at ${offset}`);
  }
}

/** Deeper nesting could exhaust the call stack. */
const maxDepth = 64;

const blanks = /[ \t\n\r]*/y;
const text = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Parses JSON like `JSON.parse`: of two entries with the same key, the last counts.
 *
 * @throws {@link JsonSyntaxError}
 */
export function positionedJson(json: string): JsonNode {
  return new Reader(json).read();
}

class Reader {
  private at = 0;

  constructor(private readonly json: string) {}

  read(): JsonNode {
    const node = this.value(0);
    this.match(blanks);
    if (this.at < this.json.length) this.fail();
    return node;
  }

  private value(depth: number): JsonNode {
    this.match(blanks);
    const offset = this.at;
    if (depth > maxDepth) this.fail();
    if (this.take("{")) return { offset, kind: "object", entries: this.entries(depth) };
    if (this.take("[")) return { offset, kind: "array", items: this.items(depth) };
    const found = this.match(text) ?? this.match(scalar) ?? this.fail();
    return { offset, kind: "value", value: JSON.parse(found) as string | number | boolean | null };
  }

  private entries(depth: number): ReadonlyMap<string, JsonNode> {
    const entries = new Map<string, JsonNode>();
    this.match(blanks);
    if (this.take("}")) return entries;
    do {
      this.match(blanks);
      const key = JSON.parse(this.match(text) ?? this.fail()) as string;
      this.expect(":");
      entries.set(key, this.value(depth + 1));
    } while (this.goesOn("}"));
    return entries;
  }

  private items(depth: number): readonly JsonNode[] {
    const items: JsonNode[] = [];
    this.match(blanks);
    if (this.take("]")) return items;
    do items.push(this.value(depth + 1));
    while (this.goesOn("]"));
    return items;
  }

  private goesOn(end: string): boolean {
    this.match(blanks);
    if (this.take(end)) return false;
    this.expect(",");
    return true;
  }

  private expect(mark: string): void {
    this.match(blanks);
    if (!this.take(mark)) this.fail();
  }

  private take(mark: string): boolean {
    if (this.json[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.json)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private fail(): never {
    throw new JsonSyntaxError(this.at);
  }
}
