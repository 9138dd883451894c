/**
 * The element at an index that is known to exist.
 *
 * @throws RangeError if it does not.
 */
export function elementAt(values: Float64Array | Int32Array | Uint8Array, index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no element ${index} among ${values.length}`);
  return value;
}
