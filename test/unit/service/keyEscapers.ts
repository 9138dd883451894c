const hexOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, "0");

function each(which: RegExp, write: (character: string) => string): (text: string) => string {
  return (text) => text.replace(which, write);
}

const five: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const signs = /[^A-Za-z0-9]/g;
const all = /[^]/g;

/** Each way in which the writers of JSON, HTML and URLs escape a text, independent of the search for it. */
export const escapers: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "in JSON": (text) => JSON.stringify(text).slice(1, -1),
  "in the JSON of PHP": (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  "in the JSON of Go": (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&]/g, (sign) => `\\u00${hexOf(sign)}`),
  "in the JSON of .NET": each(signs, (sign) => `\\u00${hexOf(sign).toUpperCase()}`),
  "in JSON, each character": each(all, (character) => `\\u00${hexOf(character)}`),
  "in a script": each(all, (character) => `\\x${hexOf(character)}`),
  "in HTML": each(/[&<>"']/g, (sign) => five[sign] ?? sign),
  "in decimal references": each(all, (character) => `&#${character.charCodeAt(0)};`),
  "in hexadecimal references": each(signs, (sign) => `&#x${hexOf(sign)};`),
  "in references with capital letters": each(all, (sign) => `&#X${hexOf(sign).toUpperCase()};`),
  "in a URL": encodeURIComponent,
  "in a URL, with small digits": (text) =>
    encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
  "in a form": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  "in percent, each character": each(all, (character) => `%${hexOf(character)}`),
};
