/** Where there is nothing. */
export const none = -1;

/**
 * Numbers by their hashes, in one array of a fixed size: unlike a `Map`, which copies all of its entries whenever it grows, it
 * never takes long, and leaves nothing to collect.
 */
export class HashTable {
  /** Each number at the first free place from that of its hash on; at most half of the places are taken. */
  private readonly places: Int32Array;

  /** @param most - It never holds more than this. */
  constructor(most: number) {
    this.places = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2))).fill(none);
  }

  /** The place of what is sought: it holds that or {@link none}. */
  placeOf(hash: number, isSought: (number: number) => boolean): number {
    const last = this.places.length - 1;
    let place = hash & last;
    for (;;) {
      const number = this.at(place);
      if (number === none || isSought(number)) return place;
      place = (place + 1) & last;
    }
  }

  at(place: number): number {
    return this.places[place] ?? none;
  }

  set(place: number, number: number): void {
    this.places[place] = number;
  }

  /** The number of places, most of which are free. */
  get size(): number {
    return this.places.length;
  }
}

/** Differs in each process: with a fixed seed, a service could send texts and numbers that all have the same hash. */
export const seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;

/** Adds a number to a hash; the first hash is {@link seed}. */
export function hashWith(hash: number, number: number): number {
  const mixed = Math.imul(hash ^ number, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

export function hashOfText(text: string): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = hashWith(hash, text.charCodeAt(at));
  return hash;
}
