import { toMarkdownTable } from "../../../data/markdownTable";
import { commentStyles } from "../../../shared/referenceLine";
import { type Language } from "./language";

/** Prose, in which values are a table. */
export const markdown = {
  name: "Markdown",
  comment: commentStyles.markup,
  values: (_, { frame }) => `\n${toMarkdownTable(frame).trimEnd()}`,
} as const satisfies Language;
