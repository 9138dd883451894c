/** Letters that Unicode does not decompose, and what people type for them. Source: Latin-ASCII of the Unicode CLDR. */
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
 * Prepares a text for comparison with typed text: removes case, accents, other marks and invisible characters, replaces special letters by plain
 * ones (`Łódź` → `lodz`, `Straße` → `strasse`), and unifies apostrophes and hyphens. The result may be longer or shorter
 * than the text.
 */
export function foldLetters(text: string): string {
  return (
    text
      // Replaced first, since it decomposes into a blank and a mark.
      .replaceAll("´", "'")
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[\p{Mark}\p{Default_Ignorable_Code_Point}]+/gu, "")
      .replace(apostrophes, "'")
      .replace(hyphens, "-")
      .replace(special, (letter) => plainLetters[letter] ?? letter)
  );
}
