import { type Day, dayOfCivil, isoOfDay, maxDay, minDay } from "./day";

/** The same day of the month, `months` earlier, or the last day of a month that is too short. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = isoOfDay(day).split("-").map(Number);
  const monthsSinceZero = year * 12 + (month - 1) - months;
  const afterwards = Math.min(
    monthStart(monthsSinceZero) + dayOfMonth,
    monthStart(monthsSinceZero + 1),
  );
  return Math.max(minDay, afterwards - 1);
}

/** The first day of a month, counted from January of year 0; clamped to four-digit years. */
export function monthStart(monthsSinceZero: number): Day {
  if (monthsSinceZero < 0) return minDay;
  if (monthsSinceZero >= 120_000) return maxDay + 1;
  return dayOfCivil(Math.floor(monthsSinceZero / 12), (monthsSinceZero % 12) + 1, 1) ?? minDay;
}
