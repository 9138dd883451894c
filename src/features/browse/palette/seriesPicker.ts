import * as vscode from "vscode";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { type Back, type Left, type Pressed } from "../../../editor/prompt/promptAnswer";
import {
  type Choose,
  type ChooseSeries,
  type SeriesChoice,
  type SeriesSource,
} from "./seriesSource";

export type PickerAnswer<C extends Choose = ChooseSeries> =
  | Back
  | Left
  | Pressed
  | { readonly kind: "enter-key" }
  | { readonly kind: "chosen"; readonly chosen: C };

/** Interval of updates while the list grows, so that they do not block typing. */
const growthMs = 250;

export interface PickerOptions {
  /** The initial text of the input. */
  readonly text: string;
  /** Number of steps, as far as known; the list is the first. */
  readonly steps: number;
}

/** The button of rows that can be pinned; the list stays open. */
function pinButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon("pin"), tooltip: vscode.l10n.t("Pin") };
}

/**
 * A searchable list of series or signals with its own search and ranking. It grows without losing the typed text or the
 * active row, and can be shown again with both.
 */
export class SeriesPicker<C extends Choose = ChooseSeries> implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly pick = this.disposables.add(vscode.window.createQuickPick<SeriesChoice<C>>());
  private growth: NodeJS.Timeout | undefined;
  private settle: (answer: PickerAnswer<C>) => void = () => undefined;
  private title = "";

  /** @param pin - Pins a chosen row; without it rows have no button for that. */
  constructor(
    private readonly source: SeriesSource<C>,
    { text, steps }: PickerOptions,
    private readonly pin?: (chosen: C) => unknown,
  ) {
    const { pick, disposables } = this;
    pick.placeholder = source.placeholder;
    pick.value = text;
    pick.step = 1;
    pick.totalSteps = steps;
    pick.ignoreFocusOut = true;
    // Highlights matches in the description.
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    keepOrder(pick);
    disposables.add(pick.onDidChangeValue(() => this.showRows()));
    disposables.add(pick.onDidAccept(() => this.accept()));
    disposables.add(pick.onDidHide(() => this.settle({ kind: "left" })));
    disposables.add(
      pick.onDidTriggerButton((button) => {
        const isBack = button === vscode.QuickInputButtons.Back;
        this.settle(isBack ? { kind: "back", typed: pick.value } : { kind: "pressed", button });
      }),
    );
    disposables.add(
      pick.onDidTriggerItemButton(({ item: { effect } }) => {
        if (effect.kind === "choose") this.pin?.(effect);
      }),
    );
    disposables.add(source.onDidChange(() => this.grow()));
    disposables.add({ dispose: () => clearTimeout(this.growth) });
  }

  /** Shows the list until the person has answered. */
  ask(title: string, buttons: readonly vscode.QuickInputButton[]): Promise<PickerAnswer<C>> {
    this.title = title;
    this.pick.buttons = [vscode.QuickInputButtons.Back, ...buttons];
    // An input shown meanwhile has emptied the list on the screen.
    this.replaceRows(this.rows());
    return new Promise((resolve) => {
      this.settle = resolve;
      this.pick.show();
    });
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private accept(): void {
    const [row] = this.pick.selectedItems;
    const effect = row?.effect;
    switch (effect?.kind) {
      case "choose":
        this.settle({ kind: "chosen", chosen: effect });
        break;
      case "enter-key":
        this.settle({ kind: "enter-key" });
        break;
      case "run":
        effect.run();
        this.showGrowth();
        break;
      case "type":
        this.pick.value = effect.text;
        this.showRows();
        break;
      case "none":
      case undefined:
        break;
    }
  }

  private grow(): void {
    this.growth ??= setTimeout(() => {
      this.growth = undefined;
      this.showGrowth();
    }, growthMs);
  }

  /** Shows the rows for new text, with the best one active. */
  private showRows(): void {
    const rows = this.rows();
    this.pick.keepScrollPosition = false;
    this.show(rows, bestOf(rows));
  }

  private showGrowth(): void {
    const rows = this.rows();
    // A key pressed while rows are being replaced is lost, so equal rows stay.
    if (isSame(rows, this.pick.items)) this.showState();
    else this.replaceRows(rows);
  }

  private replaceRows(rows: readonly SeriesChoice<C>[]): void {
    const active = this.pick.activeItems[0]?.key;
    const same = rows.find(({ key }) => key === active);
    this.pick.keepScrollPosition = true;
    this.show(rows, same ?? bestOf(rows));
  }

  /** With `alwaysShow`, so that the editor's own filter hides none of them. */
  private rows(): SeriesChoice<C>[] {
    const buttons = [pinButton()];
    return this.source.rows(this.pick.value).map((row) => ({
      ...row,
      ...(this.pin !== undefined && row.effect.kind === "choose" && { buttons }),
      alwaysShow: true,
    }));
  }

  private show(rows: readonly SeriesChoice<C>[], active: SeriesChoice<C> | undefined): void {
    this.pick.items = rows;
    this.pick.activeItems = active === undefined ? [] : [active];
    this.showState();
  }

  private showState(): void {
    this.pick.title = `${this.title} · ${this.source.completeness()}`;
    this.pick.busy = this.source.isLoading;
  }
}

function isSame<C extends Choose>(
  rows: readonly SeriesChoice<C>[],
  others: readonly SeriesChoice<C>[],
): boolean {
  return (
    rows.length === others.length &&
    rows.every((row, index) => {
      const other = others[index];
      return (
        row.key === other?.key && row.label === other.label && row.description === other.description
      );
    })
  );
}

/** The first row that can be chosen, for Enter; rows above it may only show a message. */
function bestOf<C extends Choose>(rows: readonly SeriesChoice<C>[]): SeriesChoice<C> | undefined {
  return rows.find(({ effect }) => effect.kind === "choose") ?? rows[0];
}

/** Stops the editor from sorting the rows by label; that property is not in its types. */
function keepOrder(pick: vscode.QuickPick<vscode.QuickPickItem>): void {
  if ("sortByLabel" in pick) pick.sortByLabel = false;
}
