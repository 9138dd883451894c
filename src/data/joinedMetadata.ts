import { referencePath } from "../shared/referencePath";
import { commonMetadata, pathsOf } from "./originMetadata";
import { type PanelOrigin } from "./panelMetadata";

/**
 * What `setMetadata` says, of several panels in one table: each as it was asked for, and the references that it expanded to,
 * as a JSON array of `{"reference": …, "references": […]}`; the services are those of the panels.
 */
export function joinedMetadata(
  panels: readonly Omit<PanelOrigin, "wideColumn" | "slice">[],
): Readonly<Record<string, string>> {
  const expanded = panels.map(({ reference, variants }) => {
    return { reference: referencePath(reference), references: pathsOf(variants) };
  });
  return { "macro-signals.panels": JSON.stringify(expanded), ...commonMetadata(panels) };
}
