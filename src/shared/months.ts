import { type Day, dayOfCivil, isoOfDay, maxDay, minDay } from "./day";

/** The same day of the month so many months before, or the last of a month that is too short. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, dayOfMonth = 1] = isoOfDay(day).split("-").map(Number);
  const monthsSinceZero = year * 12 + (month - 1) - months;
  const afterwards = Math.min(
    monthStart(monthsSinceZero) + dayOfMonth,
    monthStart(monthsSinceZero + 1),
  );
  return Math.max(minDay, afterwards - 1);
}

/** The first of a month, which is counted from January of the year 0; the nearest day there is outside four-digit years. */
export function monthStart(monthsSinceZero: number): Day {
  if (monthsSinceZero < 0) return minDay;
  if (monthsSinceZero >= 120_000) return maxDay + 1;
  return dayOfCivil(Math.floor(monthsSinceZero / 12), (monthsSinceZero % 12) + 1, 1) ?? minDay;
}
