import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { until } from "./until";

type Row = vscode.QuickPickItem;

/** A list that the editor shows, and what a person can do with it. */
export class ShownPick {
  isOpen = false;
  private pressed: (button: vscode.QuickInputButton) => unknown = () => undefined;
  private pressedOn: (event: vscode.QuickPickItemButtonEvent<Row>) => unknown = () => undefined;
  private ticked: (rows: readonly Row[]) => unknown = () => undefined;

  /** Watches a list of the editor: the editor has no commands for buttons and check boxes. */
  constructor(readonly pick: vscode.QuickPick<Row>) {
    const { onDidTriggerButton, onDidTriggerItemButton, onDidChangeSelection } = pick;
    const show = pick.show.bind(pick);
    const watched = {
      onDidTriggerButton: (listener: typeof this.pressed) => {
        this.pressed = listener;
        return onDidTriggerButton(listener);
      },
      onDidTriggerItemButton: (listener: typeof this.pressedOn) => {
        this.pressedOn = listener;
        return onDidTriggerItemButton(listener);
      },
      onDidChangeSelection: (listener: typeof this.ticked) => {
        this.ticked = listener;
        return onDidChangeSelection(listener);
      },
      show: () => {
        this.isOpen = true;
        show();
      },
    };
    Object.assign(pick, watched);
    pick.onDidHide(() => {
      this.isOpen = false;
    });
  }

  get labels(): readonly string[] {
    return this.pick.items.map(({ label }) => label);
  }

  /** The row with this label, as soon as the list has it. */
  async row(label: string): Promise<Row> {
    return until(`the row ${label}`, () => this.pick.items.find((row) => row.label === label));
  }

  /** Types a text, and waits until the list has the rows for it. */
  async type(text: string): Promise<void> {
    const typed = new Promise<void>((resolve) => {
      const listening = this.pick.onDidChangeValue(() => {
        listening.dispose();
        resolve();
      });
    });
    this.pick.value = text;
    await typed;
  }

  /** Presses a button of the title. */
  press(tooltip: string): void {
    const button = this.pick.buttons.find((each) => each.tooltip?.startsWith(tooltip) === true);
    if (button === undefined) throw new Error(`there is no button ${tooltip}`);
    this.pressed(button);
  }

  /** Goes back with the editor's own button. */
  back(): void {
    this.pressed(vscode.QuickInputButtons.Back);
  }

  /** Presses a button of the row with this label. */
  async pressOn(label: string, tooltip: string): Promise<void> {
    const item = await this.row(label);
    const button = item.buttons?.find((each) => each.tooltip?.startsWith(tooltip) === true);
    if (button === undefined) throw new Error(`${label} has no button ${tooltip}`);
    this.pressedOn({ item, button });
  }

  /** Ticks exactly the rows with these labels, once they are there. */
  async tick(...labels: readonly string[]): Promise<void> {
    const rows: Row[] = [];
    for (const label of labels) rows.push(await this.row(label));
    this.pick.selectedItems = rows;
    this.ticked(rows);
  }

  /** Makes the row with this label the active one. */
  async activate(label: string): Promise<void> {
    this.pick.activeItems = [await this.row(label)];
    await sent();
  }

  /** Presses Enter. */
  async accept(): Promise<void> {
    await sent();
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
  }
}

/** Resolves when changes of a list have been sent to the editor's window: they wait for a timer of 0 ms. */
function sent(): Promise<void> {
  return sleep(5);
}

/** The lists that the editor shows from now on. */
export class ShownPicks {
  private readonly createQuickPick = vscode.window.createQuickPick;
  private readonly shown: ShownPick[] = [];

  constructor() {
    const { createQuickPick, shown } = this;
    Object.assign(vscode.window, {
      createQuickPick: () => {
        const pick = createQuickPick();
        shown.push(new ShownPick(pick));
        return pick;
      },
    });
  }

  /** The open list whose title matches. */
  async open(title: RegExp): Promise<ShownPick> {
    return until(`the list ${title}`, () =>
      this.shown.find(({ isOpen, pick }) => isOpen && title.test(pick.title ?? "")),
    );
  }

  dispose(): void {
    Object.assign(vscode.window, { createQuickPick: this.createQuickPick });
  }
}
