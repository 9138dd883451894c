import { type EditorPage } from "./editorPage";

/** Names of the product, of formats, units, columns, tag kinds, keys and months, which are not translated. */
const names = new Set(
  `SNAP FIT SAMPLE UTC CSV JSON SVG PNG TSV Markdown Level Momentum Aggregate Forecast Trend Cyclical Tactical Growth Income
  Valuation Contraction Recovery Expansion Slowdown Fundamentals Market Technicals Macro Signals Python Parquet Esc Ctrl Alt Shift
  Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Local Hedged Unhedged Country countries Sector sectors Enter PageUp PageDown Home End Months Month Years Year`.split(
    /\s+/,
  ),
);

/** Everything that a person can read or hear of a page. */
const readTexts = `(() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!/^(SCRIPT|STYLE)$/.test(node.parentElement.tagName)) found.push(node.data);
      continue;
    }
    for (const name of ["aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "title", "placeholder", "alt"]) {
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
    }
  }
  return [...found, document.title];
})()`;

/** The words of a text that are English letters alone. */
function englishTokens(text: string): string[] {
  return text
    .replaceAll("\u00ad", "")
    .split(/[^\p{Letter}]+/u)
    .filter((word) => /^[A-Za-z]{3,}$/.test(word));
}

/** The texts in which an English word is left that is not in the data. */
async function english<T extends object, F extends { readonly type: string }>(
  page: EditorPage<T, F>,
  data: readonly object[],
): Promise<string[]> {
  const known = new Set(englishTokens(`INFL US ${JSON.stringify(data)}`));
  const texts = await page.page.evaluate<string[]>(readTexts);
  const left = texts.filter((text) =>
    englishTokens(text).some((word) => !names.has(word) && !known.has(word)),
  );
  return [...new Set(left.map((text) => text.replace(/\s+/g, " ").trim()))];
}

/** The texts of a pseudo-translated page, with each of its menus opened in turn, in which an English word is left. */
export async function englishLeft<T extends object, F extends { readonly type: string }>(
  page: EditorPage<T, F>,
  data: readonly object[],
): Promise<string[]> {
  const found = await english(page, data);
  const menus = page.page.locator("[aria-haspopup]:not([disabled]):visible");
  for (let index = 0; index < (await menus.count()); index++) {
    await menus.nth(index).click({ timeout: 5_000 });
    await page.settle();
    found.push(...(await english(page, data)));
    await page.page.keyboard.press("Escape");
  }
  return [...new Set(found)];
}
