import { isDeepStrictEqual } from "node:util";
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
} from "jsonc-parser";
import { parsedJson } from "../../shared/jsonText";

/** An edit of the text of settings that keeps the comments among the pins. */
export interface CommentedEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** An entry of the setting, and the comments above and beside it. */
interface Annotated {
  readonly value: unknown;
  readonly above: string[];
  readonly beside: string[];
  /** The entries of a folder. */
  readonly list?: AnnotatedList;
  isUsed: boolean;
}

interface AnnotatedList {
  readonly node: Node;
  readonly entries: Annotated[];
  /** The comments behind the last entry. */
  readonly tail: string[];
}

/** The names of the kinds in JSON's scanner. */
const lineComment = 12;
const blockComment = 13;
const defaultIndent = "    ";

/**
 * The edit that writes changed pins into the text of settings and keeps the comments among them: each stays with its entry,
 * and those of a removed entry move to the end. The editor itself writes a setting anew, without its comments.
 *
 * @param isForced - Whether there is an edit although there are no comments.
 * @returns Undefined if the text has no list of pins.
 */
export function commentedEdit(
  text: string,
  key: string,
  edited: readonly unknown[],
  isForced = false,
): CommentedEdit | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [key]);
  if (node?.type !== "array") return undefined;
  const comments = commentsIn(text, node);
  if (comments.length === 0 && !isForced) return undefined;
  const list = annotated(node);
  for (const { offset, length } of comments) attach(text, list, offset, length);
  const own = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", node.offset - 1) + 1))?.[0] ?? "";
  const indent = own === "" ? defaultIndent : own;
  const used = printed(edited, new Printer(list, indent), own + indent, list);
  return { offset: node.offset, length: node.length, text: used === "" ? "[]" : `[${used}${own}]` };
}

/** The value of a node, with objects as `JSON.parse` makes them. */
export function valueOf(node: Node): unknown {
  return parsedJson(JSON.stringify(getNodeValue(node)));
}

function commentsIn(text: string, { offset, length }: Node): { offset: number; length: number }[] {
  const scanner = createScanner(text.slice(offset, offset + length));
  const found: { offset: number; length: number }[] = [];
  // The scanner's kinds are a const enum, which the bundler cannot inline.
  for (let kind: number = scanner.scan(); kind !== 17; kind = scanner.scan()) {
    if (kind !== lineComment && kind !== blockComment) continue;
    found.push({ offset: offset + scanner.getTokenOffset(), length: scanner.getTokenLength() });
  }
  return found;
}

function annotated(node: Node): AnnotatedList {
  const entries = (node.children ?? []).map((child): Annotated => {
    const below = child.type === "object" ? findNodeAtLocation(child, ["pins"]) : undefined;
    const list = below?.type === "array" ? annotated(below) : undefined;
    const own = { value: valueOf(child), above: [], beside: [], isUsed: false };
    return list === undefined ? own : { ...own, list };
  });
  return { node, entries, tail: [] };
}

/** Attaches a comment to the entry that it is beside, above or in, or to the end of the list. */
function attach(text: string, list: AnnotatedList, offset: number, length: number): void {
  const comment = text.slice(offset, offset + length).trimEnd();
  const children = list.node.children ?? [];
  const inside = children.findIndex((each) => each.offset < offset && endOf(each) > offset);
  const { list: below } = list.entries[inside] ?? {};
  if (below !== undefined && below.node.offset < offset && endOf(below.node) > offset) {
    attach(text, below, offset, length);
    return;
  }
  const previous = children.findLastIndex((each) => endOf(each) <= offset);
  const beside = children[previous];
  if (inside === -1 && beside && !text.slice(endOf(beside), offset).includes("\n")) {
    list.entries[previous]?.beside.push(comment);
    return;
  }
  const next = inside === -1 ? children.findIndex((each) => each.offset > offset) : inside;
  (list.entries[next]?.above ?? list.tail).push(comment);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** Finds the annotations of edited entries, each once, wherever they were. */
class Printer {
  private readonly all: readonly Annotated[];

  constructor(
    list: AnnotatedList,
    readonly indent: string,
  ) {
    this.all = list.entries.flatMap((each) => [each, ...(each.list?.entries ?? [])]);
  }

  take(value: unknown): Annotated | undefined {
    const isFree = ({ isUsed }: Annotated): boolean => !isUsed;
    const free = this.all.filter(isFree);
    const found =
      free.find((each) => isDeepStrictEqual(each.value, value)) ??
      free.find((each) => isSame(each.value, value));
    if (found !== undefined) found.isUsed = true;
    return found;
  }

  /** The comments of entries that were removed. */
  left(): readonly string[] {
    const removed = this.all.filter(({ isUsed }) => !isUsed);
    return removed.flatMap(({ above, beside, list }) => [
      ...above,
      ...beside,
      ...(list?.tail ?? []),
    ]);
  }
}

/** Whether an entry is another one after an edit: with another name, mark or, for a folder, other pins. */
function isSame(one: unknown, other: unknown): boolean {
  const [a, b] = [partsOf(one), partsOf(other)];
  if (a.pins === undefined || b.pins === undefined) return a.pin !== undefined && a.pin === b.pin;
  return a.name === b.name || (a.pins.length > 0 && isDeepStrictEqual(a.pins, b.pins));
}

function partsOf(entry: unknown): { name?: unknown; pin?: unknown; pins?: readonly unknown[] } {
  if (typeof entry === "string") return { pin: entry };
  if (typeof entry !== "object" || entry === null) return {};
  const { name, pin, pins } = entry as Readonly<Record<string, unknown>>;
  return { name, pin, ...(Array.isArray(pins) && { pins: pins as readonly unknown[] }) };
}

/** The entries of a list, one a line, with their comments; ends with a line break. */
function printed(
  entries: readonly unknown[],
  printer: Printer,
  indent: string,
  root?: AnnotatedList,
  own?: AnnotatedList,
): string {
  const lines: string[] = [];
  for (const [at, value] of entries.entries()) {
    const known = printer.take(value);
    for (const comment of known?.above ?? []) lines.push(indent + comment);
    const comma = at < entries.length - 1 ? "," : "";
    const beside = (known?.beside ?? []).map((comment) => ` ${comment}`).join("");
    lines.push(indent + bodyOf(value, printer, indent, known) + comma + beside);
  }
  const tail = root === undefined ? (own?.tail ?? []) : [...root.tail, ...printer.left()];
  for (const comment of tail) lines.push(indent + comment);
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

function bodyOf(
  value: unknown,
  printer: Printer,
  indent: string,
  known: Annotated | undefined,
): string {
  const { pins } = partsOf(value);
  if (pins === undefined) return indented(value, indent, printer.indent);
  const inner = indent + printer.indent;
  const list = printed(pins, printer, inner + printer.indent, undefined, known?.list);
  const members = Object.entries(value as object).map(([name, member]) => {
    const whole = list === "" ? "[]" : `[${list}${inner}]`;
    const text = name === "pins" ? whole : indented(member, inner, printer.indent);
    return `${inner}${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function indented(value: unknown, indent: string, unit: string): string {
  return JSON.stringify(value, undefined, unit).replaceAll("\n", `\n${indent}`);
}
