import { readFile, readdir } from "node:fs/promises";
import path from "node:path";

/** How a page begins. */
interface PageOutline {
  /** Its first heading. */
  readonly title: string;
  /** The first sentence below the heading, as plain text; empty where something else follows it. */
  readonly about: string;
}

/** A page of the guide. */
export interface GuidePage extends PageOutline {
  /** Its file name without the extension, by which commands refer to it. */
  readonly name: string;
  readonly file: string;
}

/** The pages in a folder, by title. @throws where the folder or a page cannot be read. */
export async function guidePages(folder: string): Promise<readonly GuidePage[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  const pages = files.map(async (base): Promise<GuidePage> => {
    const file = path.join(folder, base);
    const name = path.basename(base, ".md");
    return { name, file, ...outlineOf(await readFile(file, "utf8"), name) };
  });
  return (await Promise.all(pages)).sort((a, b) => a.title.localeCompare(b.title, "en"));
}

/** Title and subject of a Markdown page, with `name` in place of a missing title. */
export function outlineOf(markdown: string, name: string): PageOutline {
  const lines = markdown.split("\n").map((line) => line.trim());
  const heading = lines.findIndex((line) => line.startsWith("# "));
  if (heading < 0) return { title: name, about: "" };
  const below = lines.slice(heading + 1);
  const start = below.findIndex((line) => line !== "");
  const [paragraph = ""] = below.slice(Math.max(start, 0)).join("\n").split("\n\n");
  // Lists, tables, code, pictures and further headings are no sentences.
  const text = /^(?:[-+>|#`!]|\* |\d+\.)/.test(paragraph) ? "" : plainText(paragraph);
  const [sentence = text] = /^.+?[.!?:](?= |$)/.exec(text) ?? [];
  return { title: plainText(lines[heading]?.slice(2) ?? name), about: sentence };
}

/** Markdown on one line, without its marks for emphasis, code, keys and links. */
function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, "$1")
    .replace(/<[^<>]*>|[*_`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
