import { type Hedging, type SampleMarket, hedgings } from "./markets";
import { type SampleSignal, valuesOf } from "./signals";
import { type TagKind } from "./tagValues";

interface TagRecord {
  readonly kind: string;
  readonly values: readonly string[];
  readonly sub_tags: readonly { kind: string; values: readonly string[] }[] | null;
}

/** An entry of the list of signals: what names the definition, without its tags. */
export function listingEntry({ code, version, name }: SampleSignal): object {
  return { code, version, name };
}

export function definitionOf(signal: SampleSignal): object {
  const listed = signal.listedFrom === "every" ? signal.kinds : signal.kinds.slice(0, 1);
  return {
    name: signal.name,
    code: signal.code,
    tags: listed.map((kind) => tagOf(signal, kind)),
    version: signal.version,
  };
}

function tagOf(signal: SampleSignal, kind: TagKind): TagRecord {
  const others = signal.kinds.filter((other) => other !== kind);
  const subTags = others.map((other) => ({ kind: other, values: valuesOf(signal, other) }));
  return {
    kind,
    values: valuesOf(signal, kind),
    sub_tags: subTags.length === 0 ? null : subTags,
  };
}

export function marketEntry({ ticker, name, category, place, currencies }: SampleMarket): object {
  const tags = { investment_category_name: category, currency_iso: currencies[0], ...place };
  return {
    ticker,
    name,
    tags: Object.entries(tags).map(([kind, value]): TagRecord => {
      return { kind, values: [value], sub_tags: null };
    }),
  };
}

export function hedgingEntries(): { name: Hedging; description: null }[] {
  return hedgings.map((name) => ({ name, description: null }));
}
