import { type PanelRef } from "../shared/reference";
import { freeName } from "./longTable";

/** What of a panel may stand before the names of its columns. */
type Signal = Pick<PanelRef, "code" | "version" | "dataKind" | "asOf">;

/**
 * What tells panels apart in the names of columns, in their order: the code, with the version, the kind and the as-of where
 * the code alone, or with those before, does not; a number where nothing does.
 */
export function panelPrefixes(panels: readonly Signal[]): readonly string[] {
  const parts: readonly ((panel: Signal) => string)[] = [
    ({ version }) => `_v${version}`,
    ({ dataKind }) => `_${dataKind}`,
    ({ asOf }) => `_${asOf}`,
  ];
  const taken = new Set<string>();
  return panels.map((panel) => {
    const alike = panels.filter(({ code }) => code === panel.code);
    const shown = parts.filter((part) => new Set(alike.map(part)).size > 1);
    return freeName(panel.code + shown.map((part) => part(panel)).join(""), taken);
  });
}
