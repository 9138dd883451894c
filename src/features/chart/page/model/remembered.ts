/**
 * Caches values computed from two objects, for as long as both live. A step of zoom or a toggle then computes nothing
 * again, and drawing gets the same arrays.
 */
export class Remembered<V> {
  private readonly byFirst = new WeakMap<object, WeakMap<object, V>>();

  of(first: object, second: object, compute: () => V): V {
    let bySecond = this.byFirst.get(first);
    if (bySecond === undefined) this.byFirst.set(first, (bySecond = new WeakMap()));
    const known = bySecond.get(second);
    if (known !== undefined) return known;
    const value = compute();
    bySecond.set(second, value);
    return value;
  }
}
