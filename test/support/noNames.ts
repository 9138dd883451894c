import { type ChartService } from "../../src/features/chart/host/chartServices";

/** A catalog that has never been listed. */
export const noNames: ChartService["catalog"] = {
  cachedSignals: () => Promise.resolve(undefined),
  cachedMarkets: () => Promise.resolve(undefined),
  storedDefinition: () => Promise.resolve(undefined),
  loadNames: () => Promise.resolve(),
};
