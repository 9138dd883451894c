import { type ChartService } from "../../src/vscode/chart/chartServices";

/** A catalog that has never been listed. */
export const noNames: ChartService["catalog"] = {
  cachedSignals: () => Promise.resolve(undefined),
  cachedMarkets: () => Promise.resolve(undefined),
  storedDefinition: () => Promise.resolve(undefined),
  loadNames: () => Promise.resolve(),
};
