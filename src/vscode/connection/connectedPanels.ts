import { panelVariants } from "../../catalog/panelVariants";
import { PanelStore, type PanelStoreOptions } from "../../store/panelStore";

export type ConnectedPanelsOptions = Omit<PanelStoreOptions, "panelVariants">;

/** The panels of a connection. */
export function connectedPanels(options: ConnectedPanelsOptions): PanelStore {
  return new PanelStore({ ...options, panelVariants });
}
