/**
 * Which series has which color of a chart: that of the place at which its id stands. Each keeps the place that it had before;
 * a new one takes the first that none of the others has. Places of series that are gone stay theirs until they are taken.
 */
export function colourPlaces(ids: readonly string[], before: readonly string[]): readonly string[] {
  const places = [...before];
  const isFree = (id: string): boolean => !ids.includes(id);
  for (const id of ids) {
    if (places.includes(id)) continue;
    const free = places.findIndex(isFree);
    places[free < 0 ? places.length : free] = id;
  }
  return places;
}

/** The same as a view keeps it: nothing where each series has the color of its own place in the chart. */
export function keptColourPlaces(
  ids: readonly string[],
  before: readonly string[],
): readonly string[] {
  const places = colourPlaces(ids, before);
  return ids.every((id, place) => places[place] === id) ? [] : places;
}
