/** Letters that Unicode does not decompose, as people type them on any keyboard; after Latin-ASCII of the Unicode CLDR. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "q",
  ı: "i",
  ȷ: "j",
  ə: "e",
  ς: "σ",
};

const special = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "gu");
const apostrophes = /[’‘‛ʼʻʹ′`]/gu;
const hyphens = /[‐‑‒–—―−]/gu;

/**
 * A text for comparison with what a person types: without case, accents and other marks, with the plain letters that stand
 * for special ones (`Łódź` → `lodz`, `Straße` → `strasse`), and one form of apostrophes and hyphens. It may be longer or
 * shorter than the text.
 */
export function foldLetters(text: string): string {
  return (
    text
      // It decomposes into a blank and a mark.
      .replaceAll("´", "'")
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\p{Mark}+/gu, "")
      .replace(apostrophes, "'")
      .replace(hyphens, "-")
      .replace(special, (letter) => plainLetters[letter] ?? letter)
  );
}
