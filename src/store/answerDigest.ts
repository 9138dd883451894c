import { type ForecastColumns, type LatestForecasts } from "../service/latestForecasts";
import { type LatestSignals } from "../service/latestSignals";
import { type TextColumns, textCount } from "../shared/columns";
import { type TagColumns } from "../shared/latestColumns";

// Digests that identify answers of one service: equal records give equal digests, whatever the order of records and texts.
// Digests are part of file names: if the algorithm changed, every answer would be archived again.

/** How many records are hashed between pauses. */
const sliceSize = 2_000;

/** 32 hexadecimal digits. May pause. */
export function* signalsDigest({ columns, length }: LatestSignals): Generator<void, string> {
  const texts = yield* textHashes(columns);
  const records = new UnorderedHash();
  const tags = new UnorderedHash();
  for (let record = 0; record < length; record++) {
    if (record % sliceSize === 0) yield;
    const hash = new Hash();
    texts.add(hash, columns.codes[record]);
    hash.addNumber(columns.versions[record]);
    hash.addNumber(columns.days[record]);
    hash.addNumber(columns.level[record]);
    hash.addNumber(columns.momentum[record]);
    hash.addNumber(columns.aggregate[record]);
    hash.addNumber(columns.pointInTimeMs[record]);
    addTags(hash, tags, texts, columns, record);
    records.add(hash);
  }
  return records.digest();
}

/** 32 hexadecimal digits. May pause. */
export function* forecastsDigest({ columns, length }: LatestForecasts): Generator<void, string> {
  const texts = yield* textHashes(columns);
  const forecasts = new UnorderedHash();
  let steps = 0;
  for (let forecast = 0; forecast < length; forecast++) {
    const hash = new Hash();
    for (const name of [columns.markets, columns.currencies, columns.horizons, columns.hedgings]) {
      texts.add(hash, name[forecast]);
    }
    steps +=
      addNodes(hash, texts, columns, forecast) + addAttributions(hash, texts, columns, forecast);
    forecasts.add(hash);
    if (steps < sliceSize) continue;
    steps = 0;
    yield;
  }
  return forecasts.digest();
}

/** Returns their number. The order of drivers matters. */
function addNodes(
  hash: Hash,
  texts: TextHashes,
  columns: ForecastColumns,
  forecast: number,
): number {
  const { nodeStarts, nodeKinds, nodeParents, nodeForecasts, exposureAdjustments } = columns;
  const [start = 0, end = 0] = nodeStarts.subarray(forecast, forecast + 2);
  for (let node = start; node < end; node++) {
    texts.add(hash, nodeKinds[node]);
    hash.addNumber(nodeParents[node]);
    hash.addNumber(nodeForecasts[node]);
    hash.addNumber(exposureAdjustments[node]);
  }
  return end - start;
}

/** Returns their number. */
function addAttributions(
  hash: Hash,
  texts: TextHashes,
  columns: ForecastColumns,
  forecast: number,
): number {
  const { attributionStarts, attributedCodes, attributed } = columns;
  const attributions = new UnorderedHash();
  const tags = new UnorderedHash();
  const [start = 0, end = 0] = attributionStarts.subarray(forecast, forecast + 2);
  for (let at = start; at < end; at++) {
    const attribution = new Hash();
    texts.add(attribution, attributedCodes[at]);
    attribution.addNumber(attributed[at]);
    addTags(attribution, tags, texts, columns, at);
    attributions.add(attribution);
  }
  attributions.moveTo(hash);
  return end - start;
}

function addTags(
  hash: Hash,
  tags: UnorderedHash,
  texts: TextHashes,
  columns: TagColumns & { readonly tagStarts: Int32Array },
  item: number,
): void {
  const { tagStarts, tagFields, tagValues } = columns;
  const end = tagStarts[item + 1] ?? 0;
  for (let at = tagStarts[item] ?? end; at < end; at++) {
    const tag = new Hash();
    texts.add(tag, tagFields[at]);
    texts.add(tag, tagValues[at]);
    tags.add(tag);
  }
  tags.moveTo(hash);
}

const numbers = new Float64Array(1);
const halves = new Int32Array(numbers.buffer);

/** Two 32-bit hashes of the same words, after MurmurHash3. */
class Hash {
  one = 0x2f0b4a27;
  other = 0x58d1e3c5;

  addWord(word: number): void {
    this.one = mixed(this.one, Math.imul(word, 0xcc9e2d51));
    this.other = mixed(this.other, Math.imul(word, 0x85ebca6b));
  }

  /** All bit patterns of NaN count as equal. */
  addNumber(value = Number.NaN): void {
    numbers[0] = Number.isNaN(value) ? Number.NaN : value;
    this.addWord(halves[0] ?? 0);
    this.addWord(halves[1] ?? 0);
  }
}

function mixed(hash: number, word: number): number {
  const next = hash ^ ((word << 15) | (word >>> 17));
  return (Math.imul((next << 13) | (next >>> 19), 5) + 0xe6546b64) | 0;
}

/** Mixes the hash, so that each bit depends on all others. */
function finished(hash: number): number {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** A hash of hashes in any order: their sums, in which equal ones do not cancel out. */
class UnorderedHash {
  private readonly words = new Int32Array(4);

  add({ one, other }: Hash): void {
    const first = finished(one);
    const second = finished(other);
    this.addWord(0, first);
    this.addWord(1, second);
    this.addWord(2, finished(first ^ other));
    this.addWord(3, finished(second ^ one));
  }

  /** Adds it to another hash and resets it. */
  moveTo(hash: Hash): void {
    for (const word of this.words) hash.addWord(word);
    this.words.fill(0);
  }

  digest(): string {
    return [...new Uint32Array(this.words)]
      .map((word) => word.toString(16).padStart(8, "0"))
      .join("");
  }

  private addWord(at: number, word: number): void {
    this.words[at] = (this.words[at] ?? 0) + word;
  }
}

/** Hashes of texts, each computed once. */
class TextHashes {
  constructor(
    private readonly ones: Int32Array,
    private readonly others: Int32Array,
  ) {}

  add(hash: Hash, text = -1): void {
    hash.addWord(this.ones[text] ?? -1);
    hash.addWord(this.others[text] ?? -1);
  }
}

function* textHashes(columns: TextColumns): Generator<void, TextHashes> {
  const { textStarts, textBytes } = columns;
  const count = textCount(columns);
  const [ones, others] = [new Int32Array(count), new Int32Array(count)];
  for (let text = 0; text < count; text++) {
    if (text % sliceSize === 0) yield;
    const hash = new Hash();
    const end = textStarts[text + 1] ?? 0;
    for (let at = textStarts[text] ?? end; at < end; at++) hash.addWord(textBytes[at] ?? 0);
    ones[text] = finished(hash.one);
    others[text] = finished(hash.other);
  }
  return new TextHashes(ones, others);
}
