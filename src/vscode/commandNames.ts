/** Every command of the extension without its prefix; the manifest contributes exactly these. */
export const commandNames = [
  "connectService",
  "useSampleData",
  "switchConnection",
  "enterApiKey",
  "forgetApiKey",
  "setKind",
  "changeContext",
  "clearCache",
  "diagnoseConnection",
  "showLog",
  "fetchSignal",
  "fetchForecast",
  "fetchTarget",
  "refreshSignals",
  "refreshForecasts",
  "groupByTag",
  "groupBySignal",
  "retryNode",
  "loadDefinitions",
  "openChart",
  "addToChart",
  "openCsv",
  "openJson",
  "insertIntoNotebook",
  "copyReference",
  "copyPython",
  "copyTsv",
  "copyMarkdown",
  "saveAs",
  "saveResponse",
  "refreshDocument",
  "explainStale",
  "openOtherForm",
  "compareKinds",
  "compareVintages",
  "refreshLine",
  "refreshAllLines",
  "openLineChart",
  "showDrift",
  "freezeLine",
  "useFitLine",
  "tidyDataFolder",
] as const;

export type CommandName = (typeof commandNames)[number];

/** The id under which the editor knows a command. */
export function commandId(name: CommandName): `macroSignals.${CommandName}` {
  return `macroSignals.${name}`;
}
