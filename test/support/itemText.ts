import { type TreeItem } from "vscode";

/** What a row says, `label | description`. */
export function itemText({ label, description }: TreeItem): string {
  const text = typeof label === "string" ? label : (label?.label ?? "");
  return typeof description === "string" && description !== "" ? `${text} | ${description}` : text;
}
