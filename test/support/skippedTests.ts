const reasonForm = /\(skipped: (.*)\)$/;

/**
 * Counts the tests that mocha's programs printed as skipped, by the reason in the title of each or of a block around it; a
 * test without a reason stands by its own title. The most frequent reason comes first, equal ones by name.
 *
 * @returns Lines for the end of a run; none when no test was skipped.
 */
export function skippedLines(outputs: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of outputs.flatMap(reasonsIn)) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const rows = [...counts].sort(([first, one], [second, other]) =>
    one === other ? (first < second ? -1 : 1) : other - one,
  );
  return [
    `Skipped: ${total} ${total === 1 ? "test" : "tests"}`,
    ...rows.map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`),
  ];
}

/** The reason of each skipped test that the output of one program lists. */
function reasonsIn(output: string): string[] {
  // Titles by their depth: a block's title stands one step left of its tests and of the blocks in it.
  const titles: string[] = [];
  const reasons: string[] = [];
  // Behind the totals come details of failures, with differences that look like a list.
  const [listed = ""] = output.split(/^ +\d+ passing/m);
  for (const line of listed.split("\n")) {
    const [, indent, dash, title] = /^((?:  )+)(- )?(\S.*)$/.exec(line) ?? [];
    if (indent === undefined || title === undefined) continue;
    titles.splice(indent.length / 2, Infinity, title);
    if (dash !== undefined) reasons.push(reasonOf(titles));
  }
  return reasons;
}

function reasonOf(titles: readonly string[]): string {
  const reasons = titles.map((title) => reasonForm.exec(title)?.[1]);
  return reasons.findLast((reason) => reason !== undefined) ?? titles.at(-1) ?? "";
}
