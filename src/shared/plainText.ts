/**
 * Invisible characters: control characters, line breaks, and all that Unicode allows fonts to ignore, such as zero-width
 * and directional marks, soft hyphens, tags and fillers. They can make two names look alike.
 *
 * Not among them are those that scripts and emoji need: joiners after letters of scripts that join or stack, joiners
 * between emoji, and the selector that colors an emoji.
 */
const unprintable = /* @__PURE__ */ unprintableRuns();

/** Selects the shape of an ideograph. It is dropped, since a blank would split a name and a run of these hides text. */
const ideographSelectors = /(?<=\p{Unified_Ideograph})[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

function unprintableRuns(): RegExp {
  const others = needed().join("|");
  return new RegExp(
    String.raw`(?:(?!${others})[\p{Control}\u2028\u2029\p{Default_Ignorable_Code_Point}])+`,
    "gu",
  );
}

function needed(): string[] {
  const scripts = ["Arab", "Syrc", "Mong", "Nkoo", "Deva", "Beng", "Guru", "Gujr", "Orya"];
  scripts.push("Taml", "Telu", "Knda", "Mlym", "Sinh", "Mymr", "Khmr");
  const joining = scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join("");
  const emoji = String.raw`\p{Extended_Pictographic}`;
  return [
    String.raw`(?<=[${joining}])[\u200c\u200d]`,
    String.raw`(?<=[${emoji}\ufe0f\p{Emoji_Modifier}])\u200d(?=${emoji})`,
    String.raw`(?<=${emoji})\ufe0f`,
    String.raw`(?<=[#*0-9])\ufe0f(?=\u20e3)`,
  ];
}

/** The first half of a surrogate pair whose second half was cut off. */
const halfPair = /[\ud800-\udbff]$/;

/**
 * Untrusted text as one line of at most `longest` characters: invisible characters become blanks, and `…` marks a cut.
 */
export function plainLine(text: string, longest = 500): string {
  // Reads at most twice as many characters as are shown, of two code units each, so that a huge text is not processed.
  const read = text.slice(0, 4 * longest);
  const line = read.replace(ideographSelectors, "").replace(unprintable, " ").trim();
  const characters = Array.from(line);
  if (read.length === text.length && characters.length <= longest) return line;
  return `${characters
    .slice(0, longest - 1)
    .join("")
    .replace(halfPair, "")}…`;
}

/** One line with a capital first letter, as a sentence of its own: `cannot reach …` becomes `Cannot reach …`. */
export function plainSentence(text: string): string {
  const line = plainLine(text);
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** One line for a notification, where `[text](target)` would become a link. */
export function plainMessage(text: string): string {
  return plainLine(text).replaceAll("](", "] (");
}

/** One line for a label that renders `$(name)` as an icon: quick picks and the status bar. */
export function plainLabel(text: string): string {
  return plainLine(text, 200).replaceAll("$(", "\\$(");
}
