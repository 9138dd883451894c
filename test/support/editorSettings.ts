import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Values of settings by their full names. */
export type EditorSettings = Readonly<Record<string, unknown>>;

/** An editor that opens nothing by itself, asks nothing and reports nothing. */
export const quietSettings: EditorSettings = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.editor.useModal": "off",
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "git.enabled": false,
  // Otherwise an editor in the browser reports every port that any program on this machine opens.
  "remote.autoForwardPorts": false,
  // Otherwise it lists all processes every few seconds.
  "remote.autoForwardPortsSource": "output",
  // Without animations, screenshots are stable and nothing waits for motion to end.
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  // Comparing two long texts that differ everywhere takes as long as this allows.
  "diffEditor.maxComputationTime": 500,
};

/** {@link quietSettings} for an editor without a viewer: turns off work that only affects what is seen. */
export const unseenSettings: EditorSettings = {
  ...quietSettings,
  "breadcrumbs.enabled": false,
  "diffEditor.maxComputationTime": 20,
  "editor.bracketPairColorization.enabled": false,
  "editor.colorDecorators": false,
  "editor.folding": false,
  "editor.guides.indentation": false,
  "editor.lineNumbers": "off",
  "editor.links": false,
  "editor.matchBrackets": "never",
  "editor.maxTokenizationLineLength": 1,
  "editor.occurrencesHighlight": "off",
  "editor.quickSuggestions": { other: "off", comments: "off", strings: "off" },
  "editor.renderLineHighlight": "none",
  "editor.renderWhitespace": "none",
  "editor.scrollbar.horizontal": "hidden",
  "editor.scrollbar.vertical": "hidden",
  "editor.selectionHighlight": false,
  "editor.semanticHighlighting.enabled": false,
  "editor.stickyScroll.enabled": false,
  "editor.unicodeHighlight.ambiguousCharacters": false,
  "editor.unicodeHighlight.invisibleCharacters": false,
  "editor.wordBasedSuggestions": "off",
  "explorer.autoReveal": false,
  "scm.diffDecorations": "none",
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.editor.editorActionsLocation": "hidden",
  "workbench.editor.showTabs": "none",
  "workbench.iconTheme": null,
  "workbench.layoutControl.enabled": false,
  "workbench.localHistory.enabled": false,
  "workbench.statusBar.visible": false,
};

/** {@link quietSettings} with the synthetic service active. */
export const sampleSettings: EditorSettings = {
  ...quietSettings,
  "macroSignals.connection": "sample",
};

/** Writes the settings file of a profile that no editor has open. */
export async function writeSettings(userData: string, settings: EditorSettings): Promise<void> {
  const file = settingsFile(userData);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(settings, undefined, 2));
}

export function settingsFile(userData: string): string {
  return path.join(userData, "User", "settings.json");
}
