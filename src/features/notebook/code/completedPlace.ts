import { decodeSegment, encodeSegment, isNameable } from "../../../shared/segment";

/** The signal that the text around a position names, as far as it does. */
export interface NamedSignal {
  readonly code: string | undefined;
  readonly version: number | undefined;
  /** The values of each tag kind. */
  readonly tags: Readonly<Record<string, readonly string[]>>;
}

/** The kind of text that a position needs. */
export type Wanted =
  | { readonly what: "code" | "version" | "dataKind" }
  /** In a reference line, kinds are in order, and `=` follows. */
  | { readonly what: "tagKind"; readonly after: string; readonly before: string | undefined }
  | { readonly what: "parameter" }
  /** The others are the values beside it in a set. */
  | { readonly what: "tagValue"; readonly kind: string; readonly others: readonly string[] }
  /** A text whose meaning the words before it may state, the nearest first. */
  | { readonly what: "text"; readonly words: readonly string[] };

/** A position at which something can be completed. */
export interface CompletedPlace {
  readonly wanted: Wanted;
  readonly signal: NamedSignal;
  /** The service of the reference line; undefined where none is stated. */
  readonly service: string | undefined;
  /** The columns that a completion replaces. */
  readonly from: number;
  readonly to: number;
  /** The text between `from` and the position, decoded. */
  readonly typed: string;
  /** Writes a text as it must stand there; undefined if that is not possible. */
  readonly write: (text: string) => string | undefined;
}

const head = /^\s*(?:#|--|<!--)\s*macro-signals:\s*/;

/** The place to complete in a reference line, which may be unfinished; undefined outside its signal. */
export function placeInLine(text: string, column: number): CompletedPlace | undefined {
  const start = head.exec(text)?.[0].length ?? 0;
  return placeInPath(text, start, column);
}

/** Rows that are searched for the name of the setting that a text is in. */
const maxSettingRows = 500;

const setting = /^\s*"([\w-]+(?:\.[\w-]+)+)"\s*:/;

/** The place to complete in a text of the setting of pins, which has the form of a line's path and service. */
export function placeInPin(
  lineAt: (row: number) => string,
  row: number,
  column: number,
): CompletedPlace | undefined {
  const text = lineAt(row);
  const place = placeInQuotes(text, column);
  if (place === undefined) return undefined;
  for (let at = row; at >= Math.max(0, row - maxSettingRows); at--) {
    const name = setting.exec(lineAt(at))?.[1];
    if (name === "macroSignals.pins") return place;
    if (name !== undefined) return undefined;
  }
  return undefined;
}

/**
 * The place to complete in a reference of a dataset, whose service all of them share.
 *
 * @param whole - The text of the file.
 */
export function placeInDataset(
  whole: string,
  text: string,
  column: number,
): CompletedPlace | undefined {
  const place = placeInQuotes(text, column);
  return place && { ...place, service: /"service"\s*:\s*"([^"\\]+)"/.exec(whole)?.[1] };
}

/** The place in a text in double quotes that is a path of a signal. */
function placeInQuotes(text: string, column: number): CompletedPlace | undefined {
  const start = text.lastIndexOf('"', column - 1) + 1;
  if (!text.startsWith("signals/", start)) return undefined;
  const end = text.indexOf('"', column);
  return placeInPath(text.slice(0, end === -1 ? text.length : end), start, column);
}

function placeInPath(text: string, start: number, column: number): CompletedPlace | undefined {
  const end = endOfPath(text, start);
  if (column < start || column > end) return undefined;
  const segments = text.slice(start, end).split("/");
  const before = text.slice(start, column).split("/");
  const index = before.length - 1;
  if (segments[0] !== "signals") return undefined;
  const [typed = "", whole = ""] = [before[index], segments[index]];
  const named = { signal: signalOfPath(segments), service: serviceAfter(text, end) };
  const from = column - typed.length;
  const segment = { ...named, from, to: from + whole.trimEnd().length, typed: decoded(typed) };
  switch (index) {
    case 1:
      return { ...segment, wanted: { what: "code" }, write: asSegment };
    case 2:
      return { ...segment, wanted: { what: "version" }, write: asSegment };
    case 3:
      return { ...placeInTags(whole, typed, from), ...named };
    case 4:
      return { ...segment, wanted: { what: "dataKind" }, write: asSegment };
    default:
      return undefined;
  }
}

function serviceAfter(text: string, end: number): string | undefined {
  return /^ @ (\S+)/.exec(text.slice(end))?.[1];
}

/** The path ends before the service, or else where the comment does. */
function endOfPath(text: string, start: number): number {
  const ends = [text.indexOf(" @ ", start), text.indexOf("-->", start)];
  return Math.min(text.length, ...ends.filter((end) => end !== -1));
}

/**
 * @param whole - The segment of the tags.
 * @param typed - The part of it before the position.
 * @param start - The column where it begins.
 */
function placeInTags(
  whole: string,
  typed: string,
  start: number,
): Omit<CompletedPlace, "signal" | "service"> {
  const pairAt = typed.lastIndexOf(",") + 1;
  const kindEnd = typed.indexOf("=", pairAt);
  const partAt = kindEnd === -1 ? pairAt : Math.max(kindEnd, typed.lastIndexOf("+")) + 1;
  const rest = whole.slice(typed.length);
  const ending = (kindEnd === -1 ? /^[^,=]*/ : /^[^,+]*/).exec(rest)?.[0] ?? "";
  const [from, to] = [start + partAt, start + typed.length + ending.length];
  const part = { from, to, typed: decoded(typed.slice(partAt)) };
  if (kindEnd !== -1) {
    const kind = decoded(typed.slice(pairAt, kindEnd));
    const values = (whole.slice(kindEnd + 1).split(",")[0] ?? "").split("+");
    const own = typed.slice(kindEnd).split("+").length - 1;
    const others = values.filter((_, at) => at !== own).map(decoded);
    return { ...part, wanted: { what: "tagValue", kind, others }, write: asSegment };
  }
  const after =
    kindOf(
      typed
        .slice(0, Math.max(0, pairAt - 1))
        .split(",")
        .at(-1),
    ) ?? "";
  const before = kindOf(/,([^,]*)/.exec(rest)?.[1]);
  const equals = rest.startsWith("=", ending.length) ? "" : "=";
  const write = (text: string): string | undefined => {
    const written = asSegment(text);
    return written === undefined ? undefined : written + equals;
  };
  return { ...part, wanted: { what: "tagKind", after, before }, write };
}

function kindOf(pair: string | undefined): string | undefined {
  return pair === undefined ? undefined : decoded(pair.split("=")[0] ?? "");
}

function asSegment(text: string): string | undefined {
  return isNameable(text) ? encodeSegment(text.normalize("NFC")) : undefined;
}

/** The value of a segment, or its text where it is not one yet. */
function decoded(segment: string): string {
  return decodeSegment(segment) ?? segment;
}

/** The signal that a reference line names, even if parts of it are missing. */
export function signalOfLine(text: string): NamedSignal {
  const start = head.exec(text)?.[0].length ?? 0;
  return signalOfPath(text.slice(start, endOfPath(text, start)).split("/"));
}

function signalOfPath(segments: readonly string[]): NamedSignal {
  const [, code, version = "", tags = ""] = segments.map((segment) => segment.trimEnd());
  const pairs = tags.split(",").flatMap((pair) => {
    const [kind = "", values] = pair.split("=");
    return values === undefined ? [] : [[decoded(kind), values.split("+").map(decoded)] as const];
  });
  return {
    code: code === undefined ? undefined : decoded(code),
    version: /^\d{1,16}$/.test(version) ? Number(version) : undefined,
    tags: Object.fromEntries(pairs),
  };
}
