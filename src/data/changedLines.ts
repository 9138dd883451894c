/** The number of lines that differ between two texts, wherever they are; a changed line counts once. */
export function changedLines(one: string, other: string): number {
  const [lines, others] = [one, other].map((text) => new Set(text.split("\n")));
  if (lines === undefined || others === undefined) return 0;
  let shared = 0;
  for (const line of lines) if (others.has(line)) shared++;
  return Math.max(lines.size, others.size) - shared;
}
