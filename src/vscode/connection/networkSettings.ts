import { numberSetting } from "../numberSetting";

/** How many requests one service is sent at a time, as the settings say. */
export function mostRequestsAtOnce(): number {
  const bounds = { fallback: 8, lowest: 1, highest: 64 };
  return Math.floor(numberSetting("network.maxConcurrentRequests", bounds));
}
