import { type Hedging } from "../service/parseHedgings";
import { type ForecastMarket } from "../service/parseMarkets";
import { type ListedSignal } from "../service/parseSignals";
import { type Tag } from "../service/parseTags";
import { type WireRecord } from "../service/wireRecord";

// What was parsed, in the form of the wire again: what is kept is read back by the parser that read it first.

export function signalToWire({ code, version, name, tags }: ListedSignal): WireRecord {
  return {
    code,
    version,
    // A code that stands for a name is taken as it is; as a name it would be trimmed and cut.
    ...(name === code ? {} : { name }),
    ...(tags === undefined ? {} : { tags: tags.map(tagToWire) }),
  };
}

export function hedgingToWire({ name, description }: Hedging): WireRecord {
  return { name, description };
}

export function marketToWire({ ticker, name, tags }: ForecastMarket): WireRecord {
  return { ticker, name, tags: tags.map(tagToWire) };
}

export function tagToWire({ kind, values, subTags }: Tag): WireRecord {
  return { kind, values, sub_tags: subTags };
}
