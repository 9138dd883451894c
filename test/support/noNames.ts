import { type CatalogStore } from "../../src/store/catalogStore";

/** What a catalog knows of names. */
export interface Names {
  readonly cachedSignals: CatalogStore["cachedSignals"];
  readonly cachedMarkets: CatalogStore["cachedMarkets"];
  readonly storedDefinition: CatalogStore["storedDefinition"];
  readonly loadNames: CatalogStore["loadNames"];
}

/** How a catalog that has never been listed names signals and markets. */
export const noNames: Names = {
  cachedSignals: () => Promise.resolve(undefined),
  cachedMarkets: () => Promise.resolve(undefined),
  storedDefinition: () => Promise.resolve(undefined),
  loadNames: () => Promise.resolve(),
};
