import { type Reference } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { type Slice, sliceOfSegments, sliceSegments } from "./slice";

/** What a comment in code says its data are, so that anyone with the same service can ask for them again. */
export interface ReferenceLine {
  readonly reference: Reference;
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`; which of them may be asked is decided by whoever reads the line. */
  readonly service: string;
}

/** How a language begins and ends a comment of one line. */
export interface CommentStyle {
  readonly begin: string;
  /** Empty where the line's end ends it. */
  readonly end: string;
}

/** All there are: a line is found whatever language its document claims to be in. */
export const commentStyles = {
  hash: { begin: "#", end: "" },
  dashes: { begin: "--", end: "" },
  markup: { begin: "<!--", end: "-->" },
} as const satisfies Readonly<Record<string, CommentStyle>>;

const word = "macro-signals:";

/** A line beyond it is not ours: the longest names make no such path. */
const longestLine = 4_000;

const form = /^(?:#|--|<!--)\s*macro-signals:\s+(\S.*)$/;

/**
 * The one text of a reference line, without a line break:
 * `# macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix`.
 */
export function formatReferenceLine(line: ReferenceLine, { begin, end }: CommentStyle): string {
  const path = [referencePath(line.reference), ...sliceSegments(line.slice ?? {})].join("/");
  return [begin, word, path, "@", line.service, ...(end === "" ? [] : [end])].join(" ");
}

/** What a line of text refers to; undefined for any that does not keep to the form, edited by hand or not ours at all. */
export function parseReferenceLine(text: string): ReferenceLine | undefined {
  if (text.length > longestLine) return undefined;
  const [path = "", service = ""] = partsOfLine(text) ?? [];
  if (!/^\S+$/.test(service)) return undefined;
  const found = splitReference(path.split("/"));
  const slice = found && sliceOfSegments(found.rest);
  if (found === undefined || slice === undefined) return undefined;
  const part = found.rest.length === 0 ? {} : { slice };
  return { reference: found.reference, ...part, service };
}

/**
 * The parts of a line of text that has the form of a reference line, whether they can be read or not. Step by step, since
 * one pattern for all would take long for a line of nothing but blanks and `@`.
 */
export function partsOfLine(text: string): readonly [path: string, service: string] | undefined {
  const line = text.trim();
  const { begin, end } = commentStyles.markup;
  const isMarkup = line.startsWith(begin);
  if (isMarkup && !line.endsWith(end)) return undefined;
  const whole = isMarkup ? line.slice(0, -end.length).trimEnd() : line;
  const [, words = ""] = form.exec(whole) ?? [];
  const at = words.lastIndexOf(" @ ");
  return at === -1 ? undefined : [words.slice(0, at), words.slice(at + 3)];
}

/** Whether a line means to be one of ours, though {@link parseReferenceLine} may not be able to read it. */
export function isReferenceLine(text: string): boolean {
  return text.length <= longestLine && /^\s*(?:#|--|<!--)\s*macro-signals:/.test(text);
}
