import { isReferenceLine, partsOfLine } from "../../../shared/referenceLine";
import { type CompletedPlace, type NamedSignal, signalOfLine, type Wanted } from "./completedPlace";
import { cellMark, chunkEnd } from "./foundReferences";
import { type CodeLanguage, codeLanguageOf, languages } from "./languages";
import { type EnteredLiteral, enteredLiteral, stringLiterals, type StringSyntax } from "./literals";
import { requestCall } from "./requestParts";

/** Reads a line of a document. */
type LineAt = (row: number) => string;

/** A position in a document. */
export interface LiteralPlace {
  readonly lineAt: LineAt;
  readonly row: number;
  readonly column: number;
  readonly languageId: string;
}

/** Rows that are searched for the reference line or the call that code belongs to. */
const maxOwnerRows = 1_000;

/** Rows of one request, with 32 tags that take two rows each. */
const maxRequestRows = 100;

/** The place to complete in a string literal below a reference line or in a call of ours; undefined elsewhere. */
export function placeInLiteral(place: LiteralPlace): CompletedPlace | undefined {
  const { lineAt, row, column } = place;
  const { strings, textLiteral } = languageAt(place) ?? {};
  if (strings === undefined || textLiteral === undefined) return undefined;
  const text = lineAt(row);
  const literal = enteredLiteral(text, column, strings);
  const owner = literal && ownerAbove(lineAt, row);
  if (literal === undefined || owner === undefined) return undefined;
  const typed = text.slice(literal.from, column);
  // Other extensions complete paths and addresses.
  if (/[\\/]/.test(typed)) return undefined;
  const first = Math.max(owner.row, row - maxRequestRows);
  const above = Array.from({ length: row - first }, (_, at) => lineAt(first + at));
  const lines = [...above, text.slice(0, literal.from - 1)];
  const asked = askedIn(lines, strings);
  return {
    wanted: asked?.wanted ?? { what: "text", words: wordsBefore(lines, strings) },
    signal: asked === undefined ? owner.signal : mergedSignal(asked.signal, owner.signal),
    service: owner.service,
    from: literal.from,
    to: literal.to,
    typed,
    write: (value) => inLiteral(textLiteral(value), literal),
  };
}

const fence = /^\s*(?:`{3,}|~{3,})\s*(?:\{\s*)?([a-z]+)/i;

/** The language at a position: in prose that of the chunk, else the document's. */
function languageAt({
  lineAt,
  row,
  languageId,
}: LiteralPlace): (typeof languages)[CodeLanguage] | undefined {
  const own = codeLanguageOf(languageId);
  if (own !== undefined && own !== "markdown") return languages[own];
  for (let at = row - 1; at >= Math.max(0, row - maxOwnerRows); at--) {
    const line = lineAt(at);
    const name = fence.exec(line)?.[1];
    if (name === undefined && !chunkEnd.test(line)) continue;
    const language = name === undefined ? undefined : codeLanguageOf(name.toLowerCase());
    return language === undefined ? undefined : languages[language];
  }
  return undefined;
}

/** The reference line or the call that code belongs to. */
interface CodeOwner {
  readonly row: number;
  readonly signal: NamedSignal;
  readonly service: string | undefined;
}

const noSignal: NamedSignal = { code: undefined, version: undefined, tags: {} };

function ownerAbove(lineAt: LineAt, row: number): CodeOwner | undefined {
  let call: CodeOwner | undefined;
  for (let at = row; at >= Math.max(0, row - maxOwnerRows); at--) {
    const line = lineAt(at);
    if (isReferenceLine(line)) {
      return { row: at + 1, signal: signalOfLine(line), service: partsOfLine(line)?.[1] };
    }
    if (cellMark.test(line) || chunkEnd.test(line)) break;
    const isCall = requestCall.test(line) && !/^\s*def\s/.test(line);
    if (isCall) call ??= { row: at, signal: noSignal, service: addressIn(lineAt, at, row) };
  }
  return call;
}

/** Its first argument, in the row of the call or the next one. */
function addressIn(lineAt: LineAt, call: number, last: number): string | undefined {
  const rows = [call, Math.min(call + 1, last)].map(lineAt).join(" ");
  return /\(\s*["'](https?:\/\/[^"'\s]+)["']/.exec(rows)?.[1];
}

/** The argument of a request at the end of lines; undefined outside a request. */
function askedIn(
  lines: readonly string[],
  strings: StringSyntax,
): { readonly wanted: Wanted; readonly signal: NamedSignal } | undefined {
  const texts = valuesIn(lines, strings);
  const start = texts.lastIndexOf("api");
  const [version, family, code, number, end, ...parameters] = texts.slice(start + 1);
  if (start === -1 || version !== "v3" || family !== "signal") return undefined;
  const gap = gapAtEnd(lines, strings);
  const isNext = /^\s*,\s*$/.test(gap);
  const signal: NamedSignal = {
    code,
    version: /^\d{1,16}$/.test(number ?? "") ? Number(number) : undefined,
    tags: Object.fromEntries(pairsOf(parameters)),
  };
  if (isNext && code === undefined) return { wanted: { what: "code" }, signal };
  if (isNext && number === undefined) return { wanted: { what: "version" }, signal };
  if (end !== "data") return undefined;
  const isFirst = /^\s*\]\s*,\s*\{\s*$/.test(gap);
  const isKey = isFirst || (isNext && parameters.length > 0 && parameters.length % 2 === 0);
  return {
    wanted: isKey ? { what: "parameter" } : { what: "text", words: wordsBefore(lines, strings) },
    signal,
  };
}

/** The signal of a request, completed from its reference line unless that names another signal. */
function mergedSignal(asked: NamedSignal, line: NamedSignal): NamedSignal {
  if (asked.code !== undefined && asked.code !== line.code) return asked;
  return { ...line, version: asked.version ?? line.version, tags: { ...line.tags, ...asked.tags } };
}

/** The values of each name, where names and values alternate. */
function pairsOf(texts: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return texts.flatMap((name, at) => {
    const value = texts[at + 1];
    return at % 2 === 0 && value !== undefined ? [[name, [value]] as const] : [];
  });
}

function valuesIn(lines: readonly string[], strings: StringSyntax): readonly string[] {
  return lines.flatMap((line) => stringLiterals(line, strings).flatMap(({ value }) => value ?? []));
}

/** The code after the last literal. */
function gapAtEnd(lines: readonly string[], strings: StringSyntax): string {
  const gaps: string[] = [];
  for (const line of lines.toReversed()) {
    const last = stringLiterals(line, strings).at(-1);
    gaps.unshift(line.slice(last?.to ?? 0));
    if (last !== undefined) break;
  }
  return gaps.join("\n");
}

/** A line that continues a list of texts. */
const listed = /^[\s,()[\]{}]*$/;

/** Names and texts before a literal in its line, and in those above if it continues a list; the nearest first. */
function wordsBefore(lines: readonly string[], strings: StringSyntax): readonly string[] {
  let first = lines.length - 1;
  while (first > 0 && listed.test(withoutLiterals(lines[first] ?? "", strings))) first--;
  const last = lines.slice(first);
  const names = last.join("\n").match(/[\p{ID_Start}_][\p{ID_Continue}.]*/gu) ?? [];
  return [...names.reverse(), ...valuesIn(last, strings).toReversed()];
}

function withoutLiterals(line: string, strings: StringSyntax): string {
  const all = stringLiterals(line, strings);
  return [{ to: 0 }, ...all].map(({ to }, at) => line.slice(to, all[at]?.from)).join("");
}

/** The characters between the quotes of a literal as they must stand between those of another one. */
function inLiteral(literal: string, { quote }: EnteredLiteral): string | undefined {
  const own = literal[0] ?? "";
  // SQL writes some texts with a prefix.
  if (own !== "'" && own !== '"') return undefined;
  const text = literal.slice(1, -1);
  return own === quote ? text : text.replaceAll(quote, `\\${quote}`);
}
