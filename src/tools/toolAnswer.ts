import { type Instant, instantOfMs } from "../shared/instant";
import { type ServiceOpenable } from "../shared/openable";
import { openLinkText } from "../shared/openLink";
import { plainLine } from "../shared/plainText";
import { type DataKind } from "../shared/reference";
import { type ToolService } from "./toolService";

/** The size of an answer unless the caller gives another budget. */
export const maxAnswerBytes = 16 * 1024;

const digits = 6;
const longestName = 200;
const longestReference = 1_000;
const maxNamed = 20;

/** An answer as JSON, cut to a budget. */
export interface ToolAnswer {
  /** At most this many bytes of UTF-8, if the caller allows the 200 that a refusal needs. */
  readonly fit: (maxBytes: number) => string;
}

/** Where the values of an answer come from. */
export interface Provenance {
  /** Null where they are of several, or have none. */
  readonly kind: DataKind | null;
  readonly asOf: Instant | null;
  /** When the service answered. */
  readonly retrieved: Instant | null;
  /** Identifies the values; null where each item has its own. */
  readonly digest: string | null;
  readonly openables: readonly ServiceOpenable[];
}

/** The references that an answer lacks, and why. */
export interface Missing {
  readonly reason: string;
  readonly references: readonly string[];
}

/** A number with six significant digits; null is no value. */
export function sixDigits(value: number): number | null {
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : null;
}

/** A name of the service as data: one line without invisible characters, of at most 200 characters. */
export function nameText(name: string): string {
  return plainLine(name, longestName);
}

/** The text of a reference; null if a name in it is longer than any name of an answer, or all are so long together. */
export function referenceText(path: string): string | null {
  if (path.length > longestReference) return null;
  const names = path.split(/[/,=+]/).map(decodeURIComponent);
  return names.every((name) => name.length <= longestName) ? path : null;
}

/** The start of a digest: enough to tell values apart, and short enough for forty series. */
export function digestText(digest: string): string {
  return digest.slice(0, 16);
}

export function instantText(ms: number): Instant | null {
  return instantOfMs(ms) ?? null;
}

/** An item of a list, and what names it when it is left out. */
export interface AnswerItem {
  readonly item: object;
  readonly label: string;
}

/** A list of an answer, the most important items first. */
interface AnswerList {
  readonly name: string;
  readonly items: readonly AnswerItem[];
}

interface ListAnswer {
  readonly provenance: Provenance;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The most important first: the ends of the last ones are left out when the answer is too long. */
  readonly lists: readonly AnswerList[];
  readonly missing?: readonly Missing[];
}

/** An answer with lists, whose ends are left out, and counted, when it would be too long. */
export function listAnswer(service: ToolService, answer: ListAnswer): ToolAnswer {
  const { link, ...head } = headOf(service, answer.provenance);
  const count = answer.lists.reduce((sum, { items }) => sum + items.length, 0);
  const render = (shown: number, named: number, extra: object, maxBytes: number): string => {
    const { lists, left } = cutLists(answer.lists, shown);
    const reason = `Over the budget of ${maxBytes} bytes: ask for fewer at once.`;
    const lacks = [
      ...(answer.missing ?? []),
      ...(left.length > 0 ? [{ reason, references: left }] : []),
    ];
    return JSON.stringify({
      ...head,
      ...extra,
      ...answer.facts,
      ...lists,
      ...(lacks.length > 0 && { missing: lacks.map((each) => missingItem(each, named)) }),
    });
  };
  return {
    fit: (maxBytes) => {
      const isShort = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
      const whole = render(count, maxNamed, link === null ? {} : { link }, maxBytes);
      if (isShort(whole)) return whole;
      const shown = largest(count, (each) => isShort(render(each, 0, {}, maxBytes)));
      const named = largest(maxNamed, (each) => isShort(render(shown, each, {}, maxBytes)));
      const cut = render(shown, named, {}, maxBytes);
      const refused = `The answer needs more than ${maxBytes} bytes: allow more, or ask for less.`;
      return isShort(cut) ? cut : JSON.stringify({ refused });
    },
  };
}

/** The first items of all lists together, and the labels of the others. */
function cutLists(
  all: readonly AnswerList[],
  shown: number,
): { readonly lists: object; readonly left: readonly string[] } {
  const left: string[] = [];
  let before = 0;
  const lists = all.map(({ name, items }) => {
    const count = Math.max(0, Math.min(items.length, shown - before));
    before += items.length;
    left.push(...items.slice(count).map(({ label }) => label));
    return [name, items.slice(0, count).map(({ item }) => item)] as const;
  });
  return { lists: Object.fromEntries(lists), left };
}

function missingItem({ reason, references }: Missing, named: number): object {
  return { reason, count: references.length, references: references.slice(0, named) };
}

/** The facts that every answer begins with. */
function headOf(service: ToolService, provenance: Provenance) {
  const { kind, asOf, retrieved, digest, openables } = provenance;
  return {
    service: nameText(service.name),
    synthetic: service.isSample,
    kind,
    as_of: asOf,
    // The history of SNAP is recalculated with what was known later; FIT has each day as first reported.
    point_in_time: kind === "FIT",
    retrieved,
    ...(digest !== null && { digest }),
    significant_digits: digits,
    ...boundOf(service, asOf),
    link: linkTo(service, openables),
  };
}

function boundOf({ gate }: ToolService, asOf: Instant | null): object {
  const { instant } = gate;
  if (instant !== undefined) return { latest_allowed_as_of: instant };
  return asOf === null ? {} : { next: `Pass as_of ${asOf} in further calls.` };
}

/** Null if there is nothing to open, and if the link would be too long. */
function linkTo(
  { service, linkTarget }: ToolService,
  openables: readonly ServiceOpenable[],
): string | null {
  if (openables.length === 0) return null;
  const { scheme, extensionId } = linkTarget;
  const link = openLinkText({ service, openables }, scheme, extensionId);
  return "text" in link ? link.text : null;
}

/** The largest count up to a maximum that fits; 0 if none does. */
function largest(max: number, fits: (count: number) => boolean): number {
  let [low, high] = [0, max];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
