import { type FreshnessLimits } from "../store/freshness";
import { numberSetting } from "../editor/numberSetting";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The maximum size of the series cache on this computer, from the settings; 0 turns it off. */
export function cacheCapacityBytes(): number {
  const bounds = { fallback: 1_000, lowest: 0, highest: 1_000_000 };
  return numberSetting("cache.sizeMB", bounds) * 1_000_000;
}

/** The maximum size of what is kept offline on this computer, from the settings. */
export function offlineCapacityBytes(): number {
  const bounds = { fallback: 500, lowest: 0, highest: 1_000_000 };
  return numberSetting("offline.sizeMB", bounds) * 1_000_000;
}

/** The maximum size of the archive on this computer, from the settings; 0 stops archiving. */
export function archiveCapacityBytes(): number {
  const bounds = { fallback: 200, lowest: 0, highest: 1_000_000 };
  return numberSetting("archive.sizeMB", bounds) * 1_000_000;
}

/** How long what was fetched stands for what the service would give, as the settings say. */
export function freshnessLimits(): FreshnessLimits {
  const latest = { fallback: 15, lowest: 0, highest: 43_200 };
  const final = { fallback: 48, lowest: 1, highest: 8_760 };
  return {
    latestForMs: numberSetting("cache.latestMinutes", latest) * minuteMs,
    finalAfterMs: numberSetting("cache.finalAfterHours", final) * hourMs,
  };
}
