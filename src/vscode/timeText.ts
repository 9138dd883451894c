/** A time in the same format for all locales: `2026-11-20 18:03 UTC`. */
export function timeText(ms: number): string {
  const [day = "", time = ""] = new Date(ms).toISOString().split("T");
  return `${day} ${time.slice(0, 5)} UTC`;
}
