import assert from "node:assert/strict";
import { type Charts } from "../../src/features/chart/host/chartEditors";

/** The charts of a window of which a test expects only what it gives. */
export function chartsWith(members: Partial<Charts>): Charts {
  return {
    placeOf: () => undefined,
    compare: () => assert.fail("nothing is compared"),
    giveView: () => assert.fail("no view is given"),
    handOver: () => assert.fail("no tab moves"),
    ...members,
  };
}
