import { type Reference } from "./reference";
import { referencePath, splitReference } from "./referencePath";
import { type Slice, sliceOfSegments, sliceSegments } from "./slice";

/**
 * A comment in code that records where its data come from, so that anyone with access to the service can request them
 * again.
 */
export interface ReferenceLine {
  readonly reference: Reference;
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`; the reader of the line decides whether it may be contacted. */
  readonly service: string;
}

/** How a language delimits a one-line comment. */
export interface CommentStyle {
  readonly begin: string;
  /** Empty if the comment ends with its line. */
  readonly end: string;
}

/** All supported comment styles: a reference line is recognised whatever language its document claims to be in. */
export const commentStyles = {
  hash: { begin: "#", end: "" },
  dashes: { begin: "--", end: "" },
  markup: { begin: "<!--", end: "-->" },
} as const satisfies Readonly<Record<string, CommentStyle>>;

const word = "macro-signals:";

/** Longer lines are never reference lines: even the longest names make shorter paths. */
const longestLine = 4_000;

const form = /^(?:#|--|<!--)\s*macro-signals:\s+(\S.*)$/;

/**
 * The canonical text of a reference line, without a line break: `# macro-signals:
 * signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix`.
 */
export function formatReferenceLine(line: ReferenceLine, { begin, end }: CommentStyle): string {
  const path = [referencePath(line.reference), ...sliceSegments(line.slice ?? {})].join("/");
  return [begin, word, path, "@", line.service, ...(end === "" ? [] : [end])].join(" ");
}

/** What a reference line refers to; undefined for any line that does not match the format exactly. */
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
 * The path and service of a line that has the form of a reference line, whether or not they are valid. Parses step by
 * step: a single pattern would backtrack for long on a line of nothing but blanks and `@`.
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

/** Whether a line looks like a reference line, even if {@link parseReferenceLine} rejects it. */
export function isReferenceLine(text: string): boolean {
  return text.length <= longestLine && /^\s*(?:#|--|<!--)\s*macro-signals:/.test(text);
}
