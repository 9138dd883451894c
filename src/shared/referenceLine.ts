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
  /** The file name of the dataset whose files the code reads, with its folder below that of the code. */
  readonly dataset?: string;
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

/** A service and the dataset after it, whose blanks are percent-encoded. */
const datasetForm = /^(\S+) from ([\w.%/-]{1,600}\.macrodata\.json)$/;

const form = /^(?:#|--|<!--)\s*macro-signals:\s+(\S.*)$/;

/**
 * The canonical text of a reference line, without a line break: `# macro-signals:
 * signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ https://api.acme.com/prefix`, which ends with ` from
 * data/study.macrodata.json` where the code reads the files of that dataset.
 */
export function formatReferenceLine(line: ReferenceLine, { begin, end }: CommentStyle): string {
  const path = [referencePath(line.reference), ...sliceSegments(line.slice ?? {})].join("/");
  const from = line.dataset === undefined ? [] : ["from", encodedPath(line.dataset)];
  return [begin, word, path, "@", line.service, ...from, ...(end === "" ? [] : [end])].join(" ");
}

/** What a reference line refers to; undefined for any line that does not match the format exactly. */
export function parseReferenceLine(text: string): ReferenceLine | undefined {
  if (text.length > longestLine) return undefined;
  const [path = "", service = "", from] = partsOfLine(text) ?? [];
  const dataset = from === undefined ? undefined : decodedPath(from);
  if (!/^\S+$/.test(service) || (from !== undefined && dataset === undefined)) return undefined;
  const found = splitReference(path.split("/"));
  const slice = found && sliceOfSegments(found.rest);
  if (found === undefined || slice === undefined) return undefined;
  const part = found.rest.length === 0 ? {} : { slice };
  const line = { reference: found.reference, ...part, service };
  return dataset === undefined ? line : { ...line, dataset };
}

/**
 * The path and service of a line that has the form of a reference line, and the dataset that it may name, whether or not
 * they are valid. Parses step by
 * step: a single pattern would backtrack for long on a line of nothing but blanks and `@`.
 */
export function partsOfLine(
  text: string,
): readonly [path: string, service: string, dataset?: string] | undefined {
  const line = text.trim();
  const { begin, end } = commentStyles.markup;
  const isMarkup = line.startsWith(begin);
  if (isMarkup && !line.endsWith(end)) return undefined;
  const whole = isMarkup ? line.slice(0, -end.length).trimEnd() : line;
  const [, words = ""] = form.exec(whole) ?? [];
  const at = words.lastIndexOf(" @ ");
  if (at === -1) return undefined;
  const [path, rest] = [words.slice(0, at), words.slice(at + 3)];
  const [, service, dataset] = datasetForm.exec(rest) ?? [];
  return service === undefined || dataset === undefined ? [path, rest] : [path, service, dataset];
}

/** A path with `/`, percent-encoded within its parts. */
function encodedPath(path: string): string {
  const hidden = /[!'()*~]/g;
  return encodeURIComponent(path)
    .replaceAll("%2F", "/")
    .replace(hidden, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Undefined for a path that is not encoded as written, or that leads out of its folder. */
function decodedPath(text: string): string | undefined {
  try {
    const path = decodeURIComponent(text);
    const isInside = path.split("/").every((part) => !["", ".", ".."].includes(part));
    return isInside && !/[\\:\p{Control}]/u.test(path) && encodedPath(path) === text
      ? path
      : undefined;
  } catch {
    // Not percent-encoded: the line is not one of ours.
    return undefined;
  }
}

/** Whether a line looks like a reference line, even if {@link parseReferenceLine} rejects it. */
export function isReferenceLine(text: string): boolean {
  return text.length <= longestLine && /^\s*(?:#|--|<!--)\s*macro-signals:/.test(text);
}
