import { type Services } from "../../src/connect/connectedServices";
import { AsOfGate } from "../../src/store/asOfGate";

/** Services of a test, whose addresses and keys stay; none is there before it is asked for. */
export function servicesWith(get: Services["get"]): Services {
  return {
    get,
    ready: () => undefined,
    gate: new AsOfGate(),
    onDidReset: () => ({ dispose: () => undefined }),
  };
}
