import * as vscode from "vscode";

/** What a tree gives of its rows. */
interface Rows<R> {
  getChildren(row?: R): vscode.ProviderResult<R[]>;
  getTreeItem(row: R): vscode.TreeItem;
  resolveTreeItem(item: vscode.TreeItem, row: R): Promise<vscode.TreeItem>;
}

/** The labels, descriptions, tooltips and spoken labels of all rows of a tree, with everything unfolded. */
export async function treeTexts<R>(tree: Rows<R>, above?: R): Promise<readonly string[]> {
  const found: string[] = [];
  for (const row of (await tree.getChildren(above)) ?? []) {
    const shown = tree.getTreeItem(row);
    const { tooltip } = await tree.resolveTreeItem(shown, row);
    const { label, description, accessibilityInformation: spoken } = shown;
    const hover = tooltip instanceof vscode.MarkdownString ? tooltip.value : tooltip;
    const name = typeof label === "string" ? label : label?.label;
    const texts = [name, description, hover, spoken?.label];
    found.push(...texts.filter((text) => typeof text === "string"));
    if (shown.collapsibleState !== vscode.TreeItemCollapsibleState.None) {
      found.push(...(await treeTexts(tree, row)));
    }
  }
  return found;
}

/** The English words of some texts, three letters and longer. */
export function englishIn(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap((text) => text.match(/[\p{Letter}]+/gu) ?? []);
  return [...new Set(words)].filter((word) => /^[A-Za-z]{3,}$/.test(word));
}
