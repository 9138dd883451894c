import { type PanelRef, type SeriesRef } from "../../../shared/reference";

/** Whether a series may be a variant of a panel as requested; the service need not have it. */
export function isVariantOf(panel: PanelRef, reference: SeriesRef): boolean {
  if (reference.family !== "signal") return false;
  const { code, version, dataKind, asOf, tags } = reference;
  const isSame =
    code === panel.code &&
    version === panel.version &&
    dataKind === panel.dataKind &&
    asOf === panel.asOf;
  const sets = Object.entries(panel.tags);
  return (
    isSame &&
    Object.keys(tags).length === sets.length &&
    sets.every(([kind, set]) => {
      const value = tags[kind];
      return value !== undefined && (set === "*" || set.includes(value));
    })
  );
}
