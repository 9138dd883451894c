/**
 * Assigns the colors of a chart: a series has the color at the index of its id. Each series keeps its previous index; a new
 * one takes the first index that no other series of the chart has. The id of a removed series stays until then.
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

/** {@link colourPlaces} for the view state: empty if the color of each series matches its position in the chart. */
export function keptColourPlaces(
  ids: readonly string[],
  before: readonly string[],
): readonly string[] {
  const places = colourPlaces(ids, before);
  return ids.every((id, place) => places[place] === id) ? [] : places;
}
