import { cutText } from "./cutText";
import {
  ArrayBuilder,
  type ListingParser,
  namedArrayOf,
  type Report,
  wrappedEntriesOf,
} from "./listing";
import { parseTags, type Tag } from "./parseTags";
import { isMark, markOf } from "./repeatedKeys";
import {
  fieldOf,
  isWireRecord,
  nameOf,
  shownNameOf,
  versionOf,
  type WireRecord,
} from "./wireRecord";
import { type SignalId } from "../shared/reference";

/** One version of a signal in the listing. */
export interface ListedSignal extends SignalId {
  /** For people; the code if the service has none. */
  readonly name: string;
  /** Absent if the listing has none: then the definition has them. */
  readonly tags?: readonly Tag[];
}

/** The longest title in characters; no row has room for a longer one. */
const longestTitle = 1_000;

/** Each version becomes a signal of its own, with the entry's name and tags. */
const maxVersions = 1_000;

/**
 * The listing of signals, whose shape is not documented: an array, an object that contains one, or an object that maps
 * codes to entries. An entry is a code, or an object with a code; one with several versions stands for several signals.
 */
export const signalListing: ListingParser<ListedSignal> = {
  entriesOf: signalEntriesOf,
  itemsOf: signalsOf,
  newItems: () =>
    new ArrayBuilder({
      identityOf: ({ code, version }) => `${version} ${code}`,
      // One of two duplicates may have the tags that the other lacks.
      isBetter: (later, earlier) => earlier.tags === undefined && later.tags !== undefined,
    }),
};

const codeNames = ["code", "signal_code"] as const;
const versionNames = ["version", "signal_version", "versions"] as const;

/** Fields beside the entries in a wrapper, which are never codes. */
const wrapperFields: ReadonlySet<string> = new Set(
  "count next previous page pages total links _links meta pagination error errors detail message".split(
    " ",
  ),
);

function signalEntriesOf(page: unknown): readonly unknown[] | undefined {
  if (!isWireRecord(page)) return wrappedEntriesOf(page);
  const named = namedArrayOf(page);
  if (named !== undefined) return named;
  if (nameOf(fieldOf(page, ...codeNames)) !== undefined) return [page];
  return wrappedEntriesOf(page) ?? nestedEntriesOf(page) ?? mappedEntriesOf(page);
}

/** A wrapper of a map or of another wrapper: `{"signals": {"INFL": {…}}}`. */
function nestedEntriesOf(page: WireRecord): readonly unknown[] | undefined {
  const inner = ["signals", "results", "data", "items"]
    .map((name) => fieldOf(page, name))
    .find((value): value is WireRecord => isWireRecord(value));
  if (inner === undefined || Object.hasOwn(inner, "code")) return undefined;
  return namedArrayOf(inner) ?? wrappedEntriesOf(inner) ?? mappedEntriesOf(inner);
}

/**
 * An object that maps codes to entries; undefined if none of its values is an entry. The entry of a duplicate code
 * carries the code's mark.
 */
function mappedEntriesOf(page: WireRecord): readonly unknown[] | undefined {
  const mapped = Object.entries(page).filter(([code]) => !wrapperFields.has(code) && !isMark(code));
  if (mapped.length > 0 && !mapped.some(([, entry]) => isWireRecord(entry))) return undefined;
  if (mapped.length === 0 && Object.keys(page).length > 0) return undefined;
  return mapped.map(([code, entry]) => {
    // Among entries a bare text or number is ambiguous: it is reported as unreadable.
    if (!isWireRecord(entry)) return [entry, markOf(page, code)];
    const own = fieldOf(entry, ...codeNames) === undefined ? { code } : {};
    return { ...entry, ...own, ...markOf(page, code) };
  });
}

function signalsOf(entry: unknown, report: Report): readonly ListedSignal[] {
  const record = typeof entry === "string" ? { code: entry } : entry;
  if (!isWireRecord(record)) {
    report("is neither a code nor an object");
    return [];
  }
  const code = nameOf(fieldOf(record, ...codeNames));
  if (code === undefined) {
    report("has no usable code");
    return [];
  }
  const name = cutText(shownNameOf(fieldOf(record, "name")) ?? "", longestTitle);
  const tags = fieldOf(record, "tags");
  const details = {
    name: name === "" ? code : name,
    ...(tags === undefined ? {} : { tags: parseTags(tags, report) }),
  };
  return versionsOf(record, report).map((version) => ({ code, version, ...details }));
}

function versionsOf(record: WireRecord, report: Report): readonly number[] {
  const field = fieldOf(record, ...versionNames);
  const versions: readonly unknown[] = Array.isArray(field) ? field : [field];
  if (versions.length > maxVersions) report(`has more than ${maxVersions} versions`);
  return versions.slice(0, maxVersions).flatMap((each) => {
    const version = versionOf(each);
    if (version === undefined) report("has a version that is not a whole number");
    return version ?? [];
  });
}
