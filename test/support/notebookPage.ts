import { type Locator, type Page } from "playwright-core";
import { isShownWithin } from "./inTime";
import { type TreeView } from "./treeView";
import { type Workbench } from "./workbench";

/** The notebook in the active editor group. */
export class NotebookPage {
  private constructor(private readonly page: Page) {}

  /**
   * Opens a notebook of the open folder by a click in the explorer, and keeps its tab. The window must know its extensions
   * by then: before, a notebook is text to it.
   */
  static async open(workbench: Workbench, name: string): Promise<NotebookPage> {
    const explorer = await workbench.openView("Explorer", "Explorer Section");
    // A server without its native file watcher does not see a new file.
    await explorer.pressInTitle("Refresh Explorer");
    await explorer.doubleClick(name);
    await workbench.waitForKeptTab(name);
    const notebook = new NotebookPage(workbench.page);
    // Cells of text are drawn elsewhere.
    await workbench.page.locator(".notebookOverlay .code-cell-row").first().waitFor();
    return notebook;
  }

  /** The cells on the screen, those of code and of text, or those that hold some text. */
  cells(text?: string | RegExp): Locator {
    // It lies over the editor groups and is part of none.
    const cells = this.page.locator(".notebookOverlay .cell-list-container .monaco-list-row");
    return text === undefined ? cells : cells.filter({ hasText: text });
  }

  /** A cell's own lines from top to bottom, the blanks as blanks. */
  async linesOf(cell: Locator): Promise<string[]> {
    const lines = cell.locator(".cell-editor-container .view-line");
    await lines.first().waitFor();
    const placed: { readonly top: number; readonly text: string }[] = [];
    for (const line of await lines.all()) {
      const box = await line.boundingBox();
      placed.push({ top: box?.y ?? 0, text: await line.innerText() });
    }
    const sorted = placed.sort((a, b) => a.top - b.top);
    return sorted.map(({ text }) => text.replaceAll("\u00a0", " "));
  }

  /** What stands below a cell. */
  statusItem(cell: Locator, text: string | RegExp): Locator {
    return cell.locator(".cell-statusbar-container .cell-status-item", { hasText: text });
  }

  /** Drags a row of a tree onto something, as a person does: with a stop above it, and with Shift or without. */
  async drop(
    tree: TreeView,
    row: string,
    onto: Locator,
    { shift }: { shift: boolean },
  ): Promise<void> {
    const { mouse, keyboard } = this.page;
    const dragged = await tree.find(row);
    // Waits until the row stays where it is.
    await dragged.hover();
    const [from, to] = [await centre(dragged), await centre(onto)];
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 20, from.y + 5, { steps: 4 });
    if (shift) await keyboard.down("Shift");
    await mouse.move(to.x, to.y, { steps: 8 });
    await mouse.move(to.x + 2, to.y, { steps: 3 });
    if (!shift) await this.moveUntilMarked(to);
    await mouse.up();
    if (shift) await keyboard.up("Shift");
  }

  /** Moves until the editor marks where it opens what is dropped: drag events come with moves alone. */
  private async moveUntilMarked({
    x,
    y,
  }: {
    readonly x: number;
    readonly y: number;
  }): Promise<void> {
    const mark = this.page.locator(".editor-group-overlay-indicator");
    const deadline = performance.now() + 30_000;
    for (let aside = 4; !(await isShownWithin(mark, 250)); aside = 4 - aside) {
      if (performance.now() > deadline) throw new Error("The editor does not mark the drop");
      await this.page.mouse.move(x + aside, y);
    }
  }

  /** Shows a cell at the beginning or the end: what is out of sight is not there to be clicked. */
  async show(cell: Locator, at: "Home" | "End"): Promise<void> {
    const deadline = performance.now() + 30_000;
    do {
      // A cell's editor that has the focus only now keeps the first keys.
      await this.page.keyboard.press("Escape");
      await this.page.keyboard.press(`Control+${at}`);
      if (await isShownWithin(cell, 1_000)) return;
    } while (performance.now() < deadline);
    throw new Error(`The cell is not at the notebook's ${at}`);
  }

  async save(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+s");
    await this.page.locator(".tab.active:not(.dirty)").waitFor();
  }
}

async function centre(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error("What is dragged or dropped on is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
