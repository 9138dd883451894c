import { isSpeltAlike } from "../../../catalog/listedSpelling";
import { byHighestVersion } from "../../../catalog/searchEntries";
import { dimensionsOf, variantsOf } from "../../../catalog/variants";
import { type SignalDefinition } from "../../../service/parseDefinition";
import { type ListedSignal } from "../../../service/parseSignals";
import { type TagDimension } from "../../../service/parseTags";
import { type TagValues } from "../../../shared/reference";
import { readableTagKind } from "../../../shared/tagKind";
import { type CompletedPlace, type NamedSignal } from "../code/completedPlace";

/** The signals and definitions of a service that are cached. */
export interface KnownCatalog {
  readonly signals: readonly ListedSignal[];
  readonly definitionOf: (signal: ListedSignal) => SignalDefinition | undefined;
  /** A tag value for people. */
  readonly valueName: (kind: string, value: string) => string;
}

/** One variant, whose newest value is shown. */
export interface ChosenVariant {
  readonly definition: SignalDefinition;
  readonly tags: TagValues;
}

/** A text that completes a place. */
export interface CompletingText {
  readonly what: "code" | "version" | "tagKind" | "tagValue" | "dataKind";
  readonly text: string;
  /** For people; the text itself if there is no other name. */
  readonly name: string;
  /** The signal of a code or a version. */
  readonly signal?: ListedSignal;
  readonly variant?: () => ChosenVariant | undefined;
}

export interface CompletingTexts {
  readonly choices: readonly CompletingText[];
  /** Whether there are more that fit what is typed. */
  readonly isCut: boolean;
}

/** 100: as many as anyone looks through; typing on finds the others. */
const maxChoices = 100;

/**
 * The texts that complete a place, the best fits first, in the order of the service.
 *
 * @param isAsked - Whether the person asked for it. Otherwise there is none for a text that can be anything.
 */
export function choicesAt(
  place: CompletedPlace,
  catalog: KnownCatalog,
  isAsked: boolean,
): CompletingTexts {
  const fitting = new FittingTexts(place.typed);
  const signal = signalOf(place.signal, catalog);
  const definition = signal && catalog.definitionOf(signal);
  addWanted(fitting, place, { ...place.signal, catalog, definition, isAsked });
  return fitting.all;
}

/** The signal that the text around a place names, and its cached definition. */
interface Surroundings extends NamedSignal {
  readonly catalog: KnownCatalog;
  readonly definition: SignalDefinition | undefined;
  readonly isAsked: boolean;
}

function addWanted(fitting: FittingTexts, { wanted }: CompletedPlace, around: Surroundings): void {
  switch (wanted.what) {
    case "code":
      addCodes(fitting, around);
      break;
    case "version":
      addVersions(fitting, around);
      break;
    case "dataKind":
      addDataKinds(fitting);
      break;
    case "tagKind": {
      const { after, before } = wanted;
      const isBetween = (kind: string): boolean =>
        kind > after && (before === undefined || kind < before);
      addKinds(fitting, around, isBetween);
      break;
    }
    case "parameter":
      addKinds(fitting, around);
      fitting.add({ what: "tagKind", text: "kind", name: "SNAP, FIT" });
      break;
    case "tagValue":
      addValues(fitting, around, wanted.kind, wanted.others);
      break;
    case "text":
      addTexts(fitting, around, wanted.words);
  }
}

/** Adds values of the kind that the words before a text name; otherwise everything that a text can be. */
function addTexts(fitting: FittingTexts, around: Surroundings, words: readonly string[]): void {
  const all = kindsOf(around.definition, {});
  const kind = words.find((word) => all.has(word));
  if (kind !== undefined) addValues(fitting, around, kind);
  else if (words[0] === "kind") addDataKinds(fitting);
  else if (around.isAsked) {
    addKinds(fitting, around);
    for (const each of all) addValues(fitting, around, each);
    addDataKinds(fitting);
    addCodes(fitting, around);
  }
}

/** The listed signal that a text names, in its highest version unless it states one. */
export function signalOf(
  { code, version }: NamedSignal,
  { signals }: { readonly signals: readonly ListedSignal[] },
): ListedSignal | undefined {
  if (code === undefined) return undefined;
  const same = byHighestVersion(signals.filter((each) => isSpeltAlike(each.code, code)));
  return same.find((each) => each.version === version) ?? same[0];
}

function addDataKinds(fitting: FittingTexts): void {
  for (const text of ["SNAP", "FIT"]) fitting.add({ what: "dataKind", text, name: text });
}

function addCodes(fitting: FittingTexts, around: Surroundings): void {
  const seen = new Set<string>();
  for (const signal of byHighestVersion(around.catalog.signals)) {
    const { code, name } = signal;
    if (seen.has(code)) continue;
    seen.add(code);
    const variant = (): ChosenVariant | undefined => variantOf(signal, around);
    fitting.add({ what: "code", text: code, name, signal, variant });
  }
}

function addVersions(fitting: FittingTexts, around: Surroundings): void {
  const isOwn = ({ code }: ListedSignal): boolean => code === around.code;
  for (const signal of byHighestVersion(around.catalog.signals.filter(isOwn))) {
    const { version, name } = signal;
    const variant = (): ChosenVariant | undefined => variantOf(signal, around);
    fitting.add({ what: "version", text: String(version), name, signal, variant });
  }
}

/** The variant that the text names if the signal has it, else its first one. */
function variantOf(
  signal: ListedSignal,
  { catalog, tags }: Surroundings,
): ChosenVariant | undefined {
  const definition = catalog.definitionOf(signal);
  if (definition === undefined) return undefined;
  const [first] = variantsOf(definition.tags);
  const named = variantNamed(definition, tags) ?? first;
  return named && { definition, tags: named };
}

/** Adds the kinds that may stand beside those that are named. */
function addKinds(
  fitting: FittingTexts,
  { definition, tags }: Surroundings,
  isAllowed = (_kind: string): boolean => true,
): void {
  for (const kind of kindsOf(definition, tags)) {
    if (!isAllowed(kind)) continue;
    fitting.add({ what: "tagKind", text: kind, name: readableTagKind(kind) });
  }
}

/** The tag kinds of a signal without those that are named, if others can stand beside them. */
function kindsOf(
  definition: SignalDefinition | undefined,
  tags: NamedSignal["tags"],
): ReadonlySet<string> {
  const addresses = addressesOf(definition);
  const all = addresses.flatMap((dimensions) => dimensions.map(({ kind }) => kind));
  const used = Object.keys(tags).filter((kind) => all.includes(kind));
  const open = addressesWith(addresses, used).flatMap((dimensions) =>
    dimensions.map(({ kind }) => kind).filter((kind) => !used.includes(kind)),
  );
  return new Set(open.length === 0 ? all : open);
}

/**
 * Adds the values of a kind beside those that are named; a signal may have 200,000.
 *
 * @param others - Values that are not added.
 */
function addValues(
  fitting: FittingTexts,
  { catalog, definition, tags }: Surroundings,
  kind: string,
  others: readonly string[] = [],
): void {
  if (definition === undefined) return;
  const addresses = addressesOf(definition);
  const used = Object.keys(tags).filter((each) => each !== kind && isKindOf(addresses, each));
  const own = addressesWith(addresses, [kind, ...used]);
  const usable = own.length === 0 ? addressesWith(addresses, [kind]) : own;
  const seen = new Set(others);
  for (const dimensions of usable) {
    for (const text of valuesOf(dimensions, kind)) {
      if (fitting.isFull) return;
      const name = catalog.valueName(kind, text);
      if (!fitting.fits(text, name) || seen.has(text)) continue;
      seen.add(text);
      const variant = (): ChosenVariant | undefined => {
        const named = variantNamed(definition, { ...tags, [kind]: [text] });
        return named && { definition, tags: named };
      };
      fitting.add({ what: "tagValue", text, name, variant });
    }
  }
}

type Address = readonly TagDimension[];

function addressesOf(definition: SignalDefinition | undefined): readonly Address[] {
  return (definition?.tags ?? []).map(dimensionsOf);
}

function addressesWith(addresses: readonly Address[], all: readonly string[]): readonly Address[] {
  return addresses.filter((address) => all.every((kind) => isKindOf([address], kind)));
}

function isKindOf(addresses: readonly Address[], kind: string): boolean {
  return addresses.some((dimensions) => dimensions.some((each) => each.kind === kind));
}

function valuesOf(dimensions: Address, wanted: string): readonly string[] {
  return dimensions.find(({ kind }) => kind === wanted)?.values ?? [];
}

/** The variant with the first value of each named kind; undefined unless these kinds address one. */
function variantNamed(
  definition: SignalDefinition,
  tags: NamedSignal["tags"],
): TagValues | undefined {
  const addresses = addressesOf(definition);
  const named = Object.entries(tags).flatMap(([kind, [value]]) =>
    value === undefined || value === "*" || !isKindOf(addresses, kind)
      ? []
      : [[kind, value] as const],
  );
  const isAddressed = addressesWith(
    addresses,
    named.map(([kind]) => kind),
  ).some((address) => address.length === named.length);
  return isAddressed ? Object.fromEntries(named) : undefined;
}

/** Texts that fit what is typed: those that begin with it, or whose names do, come before those that contain it. */
class FittingTexts {
  private readonly first: CompletingText[] = [];
  private readonly others: CompletingText[] = [];
  private readonly contains: RegExp;
  private readonly begins: RegExp;

  constructor(typed: string) {
    const pattern = typed.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    this.contains = new RegExp(pattern, "i");
    this.begins = new RegExp(`^${pattern}`, "i");
  }

  /** Whether no text that is added can be among the first hundred. */
  get isFull(): boolean {
    return this.first.length > maxChoices;
  }

  fits(text: string, name: string): boolean {
    return this.contains.test(text) || (name !== text && this.contains.test(name));
  }

  /** Leaves out a text that does not fit. */
  add(added: CompletingText): void {
    const { text, name } = added;
    if (!this.fits(text, name)) return;
    const isFirst = this.begins.test(text) || this.begins.test(name);
    const list = isFirst ? this.first : this.others;
    if (list.length <= maxChoices) list.push(added);
  }

  get all(): CompletingTexts {
    const found = [...this.first, ...this.others];
    return { choices: found.slice(0, maxChoices), isCut: found.length > maxChoices };
  }
}
