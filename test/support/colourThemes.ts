import { arePicturesWanted } from "./pictures";
import { type UsedEditor } from "./useEditor";

/** The editor's own themes, one of each kind, by the class that the window then has. */
export const colourThemes = [
  { name: "light", kind: "vs", setting: "Default Light Modern" },
  { name: "dark", kind: "vs-dark", setting: "Default Dark Modern" },
  { name: "high contrast dark", kind: "hc-black", setting: "Default High Contrast" },
  { name: "high contrast light", kind: "hc-light", setting: "Default High Contrast Light" },
] as const;

/** Keeps pictures in each theme, where pictures are wanted. */
export async function keepInThemes(
  { session, workbench }: UsedEditor,
  keep: (kind: (typeof colourThemes)[number]["kind"]) => Promise<void>,
): Promise<void> {
  if (!arePicturesWanted) return;
  for (const { kind, setting } of colourThemes) {
    await session.changeSettings({ "workbench.colorTheme": setting }, workbench);
    await workbench.waitForTheme(kind);
    await keep(kind);
  }
}
