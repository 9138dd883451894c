/**
 * Words that people type for words of names, and the texts that each can stand for, whose words an entry must contain as
 * a whole. Countries are those that Unicode's names do not cover; the guide shows this table.
 */
export const synonyms: Readonly<Record<string, readonly string[]>> = {
  uk: ["united kingdom", "gb"],
  britain: ["united kingdom", "gb"],
  england: ["united kingdom", "gb"],
  usa: ["united states", "us"],
  america: ["united states", "us"],
  uae: ["united arab emirates", "ae"],
  korea: ["south korea", "kr"],
  holland: ["netherlands", "nl"],
  turkey: ["turkiye", "tr"],
  czechia: ["czech republic", "cz"],
  eurozone: ["euro area", "emu"],
  cpi: ["inflation"],
  ppi: ["inflation"],
  prices: ["inflation"],
  gdp: ["growth"],
  output: ["growth", "production"],
  jobs: ["employment", "labour", "labor"],
  payrolls: ["employment", "labour", "labor"],
  wages: ["earnings", "labour", "labor"],
  rates: ["policy", "yield", "interest"],
  monetary: ["policy"],
  bonds: ["yield", "bunds", "treasuries"],
  fx: ["currency", "currencies", "exchange"],
  forex: ["currency", "currencies", "exchange"],
  stocks: ["equity", "equities"],
  shares: ["equity", "equities"],
  profits: ["earnings", "margins"],
  house: ["housing"],
  houses: ["housing"],
  pmi: ["purchasing managers"],
  confidence: ["sentiment"],
  sentiment: ["confidence"],
  oil: ["energy", "crude"],
  metals: ["gold", "copper"],
};

/** The number of typing errors that a word may have: one from four letters on, two from eight. Numbers have none. */
export function allowedErrors(typed: string): number {
  if (!/\p{Letter}/u.test(typed)) return 0;
  return typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0;
}

/**
 * The least number of typing errors (a character inserted, left out or changed, or two neighbors swapped) that lead from
 * a word, or from a beginning of it, to what was typed: the optimal string alignment distance.
 *
 * @returns Infinity for more than `most`.
 * @see https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance#Optimal_string_alignment_distance
 */
export function typingErrors(
  word: string,
  typed: string,
  most: number,
): { readonly whole: number; readonly beginning: number } {
  // Only as much of the word as `most` errors can reach; one row per character of the word, one column per typed character.
  const length = Math.min(word.length, typed.length + most);
  let twoBefore: number[] = [];
  let before = Array.from({ length: typed.length + 1 }, (_, column) => column);
  let beginning = most + 1;
  let whole = most + 1;
  for (let row = 1; row <= length; row++) {
    const now = [row];
    let least = row;
    for (let column = 1; column <= typed.length; column++) {
      const isSame = word[row - 1] === typed[column - 1];
      let errors = Math.min(
        at(before, column) + 1,
        at(now, column - 1) + 1,
        at(before, column - 1) + (isSame ? 0 : 1),
      );
      const isSwap = word[row - 1] === typed[column - 2] && word[row - 2] === typed[column - 1];
      if (isSwap && row > 1 && column > 1) errors = Math.min(errors, at(twoBefore, column - 2) + 1);
      now.push(errors);
      least = Math.min(least, errors);
    }
    beginning = Math.min(beginning, at(now, typed.length));
    if (row === word.length) whole = at(now, typed.length);
    if (least > most) break;
    [twoBefore, before] = [before, now];
  }
  const limited = (errors: number): number => (errors > most ? Infinity : errors);
  return { whole: limited(whole), beginning: limited(beginning) };
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Infinity;
}
