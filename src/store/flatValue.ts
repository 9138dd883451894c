/** A part of a plain value, as it crosses threads: taking up one part never holds a thread for long. */
export interface FlatPart {
  /** What each step does, as one of {@link steps}. */
  readonly steps: Uint8Array;
  /** For each step its key, inside a record, and then its value, when it has one; in order. */
  readonly values: readonly unknown[];
  readonly isLast: boolean;
}

const steps = { value: 0, array: 1, record: 2, end: 3 } as const;
type Step = (typeof steps)[keyof typeof steps];

/** A few milliseconds' worth for who takes it up. */
export const stepsOfPart = 20_000;

interface Level {
  readonly isRecord: boolean;
  readonly members: Iterator<readonly [string | number, unknown]>;
}

/**
 * A value of arrays, records, bytes and what JSON knows beside them (and NaN and undefined), part by part.
 *
 * @throws RangeError when it has more than so many steps: what is one object here, named twice, becomes two.
 */
export function* flatParts(value: unknown, maxSteps: number): Generator<FlatPart, void> {
  const levels: Level[] = [{ isRecord: false, members: [value].entries() }];
  let taken: Step[] = [];
  let values: unknown[] = [];
  let count = 0;
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.members.next();
    if (next.done === true) {
      levels.pop();
      if (levels.length > 0) taken.push(steps.end);
    } else {
      const [key, member] = next.value;
      if (level.isRecord) values.push(key);
      taken.push(enter(member, levels, values));
    }
    if (++count > maxSteps) throw new RangeError(`holds more than ${maxSteps} values`);
    if (taken.length < stepsOfPart) continue;
    yield { steps: Uint8Array.from(taken), values, isLast: false };
    taken = [];
    values = [];
  }
  yield { steps: Uint8Array.from(taken), values, isLast: true };
}

function enter(value: unknown, levels: Level[], values: unknown[]): Step {
  if (Array.isArray(value)) {
    levels.push({ isRecord: false, members: (value as readonly unknown[]).entries() });
    return steps.array;
  }
  // The bytes of columns stay whole: they move.
  if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
    levels.push({ isRecord: true, members: Object.entries(value).values() });
    return steps.record;
  }
  values.push(value);
  return steps.value;
}

interface Open {
  readonly items: unknown[];
  /** The keys of a record; its items are their values. */
  readonly keys?: string[];
}

/** Puts a value together again from the parts that {@link flatParts} made of it. */
export class FlatValue {
  private readonly open: Open[] = [{ items: [] }];

  add({ steps: taken, values }: FlatPart): void {
    const rest = values.values();
    for (const step of taken) {
      if (step === steps.end) this.close();
      else this.take(step, rest);
    }
  }

  /** The whole, once its last part has been added. */
  get value(): unknown {
    return this.open[0]?.items[0];
  }

  private take(step: number, rest: Iterator<unknown>): void {
    const current = this.open.at(-1);
    current?.keys?.push(String(rest.next().value));
    if (step === steps.value) current?.items.push(rest.next().value);
    else this.open.push(step === steps.record ? { items: [], keys: [] } : { items: [] });
  }

  private close(): void {
    const closed = this.open.pop();
    if (closed === undefined) return;
    const { keys, items } = closed;
    // Own properties, whatever their names are.
    const whole =
      keys === undefined ? items : Object.fromEntries(keys.map((key, n) => [key, items[n]]));
    this.open.at(-1)?.items.push(whole);
  }
}
