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
const maxNamed = 20;

/** An answer as JSON, cut to a budget. */
export interface ToolAnswer {
  /** At most this many bytes of UTF-8, if the caller allows the 2,000 that any answer needs. */
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

/** What an answer lacks, and why. */
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

/** The start of a digest: enough to tell values apart, and short enough for forty series. */
export function digestText(digest: string): string {
  return digest.slice(0, 16);
}

export function instantText(ms: number): Instant | null {
  return instantOfMs(ms) ?? null;
}

interface ListAnswer {
  readonly provenance: Provenance;
  readonly facts?: Readonly<Record<string, unknown>>;
  /** The name of the list. */
  readonly name: string;
  /** The most important first: the last ones are left out when the answer is too long. */
  readonly items: readonly object[];
  /** Names an item that is left out. */
  readonly labelOf: (item: number) => string;
  readonly missing?: readonly Missing[];
}

/** An answer with a list, whose end is left out, and counted, when it would be too long. */
export function listAnswer(service: ToolService, list: ListAnswer): ToolAnswer {
  const { items, missing = [], labelOf, name } = list;
  const { link, ...head } = headOf(service, list.provenance);
  const render = (shown: number, named: number, extra: object, maxBytes: number): string => {
    const rest = items.slice(shown).map((_, at) => labelOf(shown + at));
    const reason = `over the budget of ${maxBytes} bytes: ask for fewer at once`;
    const all = rest.length === 0 ? missing : [...missing, { reason, references: rest }];
    const lacks = all.map(({ reason: why, references }) => ({
      reason: why,
      count: references.length,
      references: references.slice(0, named),
    }));
    return JSON.stringify({
      ...head,
      ...extra,
      ...list.facts,
      [name]: items.slice(0, shown),
      ...(lacks.length > 0 && { missing: lacks }),
    });
  };
  return {
    fit: (maxBytes) => {
      const isShort = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
      const whole = render(items.length, maxNamed, link === null ? {} : { link }, maxBytes);
      if (isShort(whole)) return whole;
      const shown = largest(items.length, (count) => isShort(render(count, 0, {}, maxBytes)));
      const named = largest(maxNamed, (count) => isShort(render(shown, count, {}, maxBytes)));
      return render(shown, named, {}, maxBytes);
    },
  };
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
