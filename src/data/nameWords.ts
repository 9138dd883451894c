import { type Instant, isEndOfDay } from "../shared/instant";

/** Of the names of files, in characters: every file system takes them, beside a folder's. */
export const longestName = 120;

/** A part of a name; whole when the text it came from can be told from it without looking at case. */
export interface NameWord {
  readonly shown: string;
  readonly isWhole: boolean;
}

/** A blank shows as a hyphen; whatever else has no place in a name is left out. */
export function word(text: string, usualCase: (text: string) => string): NameWord {
  const shown = plainAscii(text, /[^A-Za-z0-9]+/g);
  const isPlain = /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(text);
  return { shown, isWhole: isPlain && text === usualCase(text) };
}

export function tagKindWord(kind: string): NameWord {
  const isPlain = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(kind);
  return { shown: plainAscii(kind, /[^A-Za-z0-9_]+/g), isWhole: isPlain };
}

/** The value of a tag kind. What reads like the `all` of a panel is not whole, so that no panel has the name of a series. */
export function tagValueWord(kind: string, value: string): NameWord {
  const { shown, isWhole } = word(value, usualCaseOf(kind));
  return { shown, isWhole: isWhole && shown.toLowerCase() !== "all" };
}

function plainAscii(text: string, others: RegExp): string {
  const letters = text.normalize("NFKD").replace(/\p{Mark}+/gu, "");
  const plain = letters.replace(others, "-").replace(/^-|-$/g, "");
  return plain === "" ? "x" : plain;
}

/** How the service usually writes the values of a tag kind. */
export function usualCaseOf(kind: string): (text: string) => string {
  return kind.endsWith("_iso") ? upperCase : titleCase;
}

export function upperCase(text: string): string {
  return text.toUpperCase();
}

export function titleCase(text: string): string {
  return text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/** A date when the instant is the end of that day. */
export function timeText(instant: Instant): string {
  return isEndOfDay(instant) ? instant.slice(0, 8) : instant;
}
