/** The editor's own themes, one of each kind, by the class that the window then has. */
export const colourThemes = [
  { name: "light", kind: "vs", setting: "Default Light Modern" },
  { name: "dark", kind: "vs-dark", setting: "Default Dark Modern" },
  { name: "high contrast dark", kind: "hc-black", setting: "Default High Contrast" },
  { name: "high contrast light", kind: "hc-light", setting: "Default High Contrast Light" },
] as const;
