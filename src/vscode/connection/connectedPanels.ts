import { panelMembers } from "../../catalog/panelMembers";
import { PanelStore, type PanelStoreOptions } from "../../store/panelStore";

export type ConnectedPanelsOptions = Omit<PanelStoreOptions, "membersOf">;

/** The panels of a connection. */
export function connectedPanels(options: ConnectedPanelsOptions): PanelStore {
  return new PanelStore({ ...options, membersOf: panelMembers });
}
