import * as vscode from "vscode";
import { type Connection } from "../../connect/connection";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type Left, type Pressed } from "../../editor/prompt/promptAnswer";
import { type RowEffect } from "../browse/palette/seriesSource";
import { type PinRow } from "../pinned/pinRows";

/** The effect of accepting a row; those that only list and load do so without closing the list. */
export type SearchEffect =
  | RowEffect
  | { readonly kind: "pin"; readonly row: PinRow }
  /** Searches another connection. */
  | { readonly kind: "connection"; readonly connection: Connection };

/** The effects that open something. */
export type Hit = Extract<
  SearchEffect,
  { readonly kind: "choose" | "panel" | "profile" | "market" | "pin" }
>;

export interface SearchRow extends vscode.QuickPickItem {
  /** Equal for rows that stand for the same thing, whenever they are created. */
  readonly key: string;
  readonly effect: SearchEffect;
}

/** The effect of a button of a row. */
export type HitAction = "openCsv" | "insertIntoNotebook" | "pin" | "copyLink" | "more";

export type ListAnswer =
  | Left
  | Pressed
  | { readonly kind: "enter-key" }
  | { readonly kind: "connection"; readonly connection: Connection }
  | { readonly kind: "open"; readonly hits: readonly Hit[]; readonly isBeside: boolean }
  | { readonly kind: "act"; readonly hit: Hit; readonly action: HitAction };

/** The contents of the list. */
export interface ListSource {
  readonly isLoading: boolean;
  /** Fires when rows, title or loading have changed. */
  readonly onDidChange: vscode.Event<void>;
  title(): string;
  /** The rows for the typed text, the best first. */
  rows(typed: string): readonly SearchRow[];
}

interface ActionButton extends vscode.QuickInputButton {
  readonly action: HitAction;
}

/** Interval of updates while the list grows, so that they do not block typing. */
const growthMs = 250;

const shownKey = "macroSignals.searchIsShown";

let shown: SearchList | undefined;

/** Opens what is active in the list, or ticked, beside; nothing while no list is shown. */
export function acceptBeside(): void {
  shown?.accept(true);
}

/**
 * A list with its own search and ranking. It grows without losing the typed text or the active row, and can be shown again
 * with both. Several rows can be ticked; these stay above what is typed next.
 */
export class SearchList implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly pick = this.disposables.add(vscode.window.createQuickPick<SearchRow>());
  private growth: NodeJS.Timeout | undefined;
  private settle: (answer: ListAnswer) => void = () => undefined;
  /** By key; only while several can be ticked. */
  private readonly ticked = new Map<string, SearchRow>();

  constructor(
    private readonly source: ListSource,
    { text, placeholder }: { readonly text: string; readonly placeholder: string },
  ) {
    const { pick, disposables } = this;
    pick.placeholder = placeholder;
    pick.value = text;
    pick.ignoreFocusOut = true;
    // Highlights matches in the description.
    pick.matchOnDescription = true;
    pick.matchOnDetail = true;
    keepOrder(pick);
    disposables.add(pick.onDidChangeValue(() => this.showRows()));
    disposables.add(pick.onDidAccept(() => this.accept(false)));
    disposables.add(pick.onDidChangeSelection((rows) => this.tick(rows)));
    disposables.add(pick.onDidHide(() => this.end({ kind: "left" })));
    disposables.add(pick.onDidTriggerButton((button) => this.settle({ kind: "pressed", button })));
    disposables.add(
      pick.onDidTriggerItemButton(({ item: { effect }, button }) => {
        if (isHit(effect) && "action" in button) {
          const { action } = button as ActionButton;
          this.settle({ kind: "act", hit: effect, action });
        }
      }),
    );
    disposables.add(source.onDidChange(() => this.grow()));
    disposables.add({ dispose: () => clearTimeout(this.growth) });
    disposables.add({ dispose: () => this.noteShown(false) });
  }

  get text(): string {
    return this.pick.value;
  }

  get isMany(): boolean {
    return this.pick.canSelectMany;
  }

  /** Whether several rows can be ticked; without, Enter opens the active one. */
  set isMany(isMany: boolean) {
    this.ticked.clear();
    this.pick.canSelectMany = isMany;
  }

  /** Shows the list until the person has answered. */
  ask(buttons: readonly vscode.QuickInputButton[]): Promise<ListAnswer> {
    this.pick.buttons = buttons;
    // An input shown meanwhile has emptied the list on the screen.
    this.replaceRows(this.rows());
    return new Promise((resolve) => {
      this.settle = resolve;
      this.noteShown(true);
      this.pick.show();
    });
  }

  accept(isBeside: boolean): void {
    if (this.isMany) {
      const hits = [...this.ticked.values()].map(({ effect }) => effect).filter(isHit);
      if (hits.length > 0) this.open(hits, isBeside);
      return;
    }
    const [row] = isBeside ? this.pick.activeItems : this.pick.selectedItems;
    const effect = row?.effect;
    if (effect === undefined || effect.kind === "none") return;
    if (isHit(effect)) this.open([effect], isBeside);
    else if (effect.kind === "enter-key" || effect.kind === "connection") this.end(effect);
    else if (effect.kind === "run") {
      effect.run();
      this.showGrowth();
    } else {
      this.pick.value = effect.text;
      this.showRows();
    }
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** Closes the list first: a profile takes seconds to load. */
  private open(hits: readonly Hit[], isBeside: boolean): void {
    this.end({ kind: "open", hits, isBeside });
    this.pick.hide();
  }

  private end(answer: ListAnswer): void {
    this.noteShown(false);
    this.settle(answer);
  }

  private noteShown(isShown: boolean): void {
    if ((shown === this) === isShown) return;
    shown = isShown ? this : undefined;
    void vscode.commands.executeCommand("setContext", shownKey, isShown);
  }

  /** Notes which of the rows on the screen are ticked; those that are not on it stay as they are. */
  private tick(rows: readonly SearchRow[]): void {
    if (!this.isMany) return;
    const keys = new Set(rows.map(({ key }) => key));
    for (const row of this.pick.items) {
      if (!isHit(row.effect)) continue;
      if (keys.has(row.key)) this.ticked.set(row.key, row);
      else this.ticked.delete(row.key);
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
    // A key pressed or a row ticked while rows are being replaced is lost, so equal rows stay.
    const areSame = this.isMany ? areSameKeys : isSame;
    if (areSame(rows, this.pick.items)) this.showState();
    else this.replaceRows(rows);
  }

  private replaceRows(rows: readonly SearchRow[]): void {
    const active = this.pick.activeItems[0]?.key;
    const same = rows.find(({ key }) => key === active);
    this.pick.keepScrollPosition = true;
    this.show(rows, same ?? bestOf(rows));
  }

  /** With `alwaysShow`, so that the editor's own filter hides none of them. */
  private rows(): SearchRow[] {
    const found = this.source.rows(this.pick.value);
    const rows = found.filter(({ key }) => !this.ticked.has(key));
    return [...this.ticked.values(), ...rows].map((row) => ({
      ...row,
      ...(isHit(row.effect) && { buttons: buttonsOf(row.effect) }),
      alwaysShow: true,
    }));
  }

  private show(rows: readonly SearchRow[], active: SearchRow | undefined): void {
    this.pick.items = rows;
    if (this.isMany) this.pick.selectedItems = rows.filter(({ key }) => this.ticked.has(key));
    this.pick.activeItems = active === undefined ? [] : [active];
    this.showState();
  }

  private showState(): void {
    this.pick.title = this.source.title();
    this.pick.busy = this.source.isLoading;
  }
}

export function isHit(effect: SearchEffect): effect is Hit {
  return ["choose", "panel", "profile", "market", "pin"].includes(effect.kind);
}

/** The buttons of a row; what else a series can do is in the last one. */
function buttonsOf(hit: Hit): readonly ActionButton[] {
  const { t } = vscode.l10n;
  const button = (action: HitAction, icon: string, tooltip: string): ActionButton => ({
    action,
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
  });
  const isSeries = hit.kind === "choose" || hit.kind === "panel";
  const isPinned = hit.kind === "pin" && hit.row.target !== undefined;
  return [
    ...(isSeries || isPinned
      ? [
          button("openCsv", "table", t("Open as CSV")),
          button("insertIntoNotebook", "notebook", t("Insert Code…")),
        ]
      : []),
    ...(isSeries || hit.kind === "profile" || isPinned ? [button("pin", "pin", t("Pin"))] : []),
    ...(hit.kind === "profile" ? [button("copyLink", "link", t("Copy Link"))] : []),
    ...(isSeries || isPinned ? [button("more", "ellipsis", t("More…"))] : []),
  ];
}

function areSameKeys(rows: readonly SearchRow[], others: readonly SearchRow[]): boolean {
  return (
    rows.length === others.length && rows.every(({ key }, index) => key === others[index]?.key)
  );
}

function isSame(rows: readonly SearchRow[], others: readonly SearchRow[]): boolean {
  const isEqual = ({ label, description }: SearchRow, index: number): boolean =>
    label === others[index]?.label && description === others[index].description;
  return areSameKeys(rows, others) && rows.every(isEqual);
}

/** The first row that can be opened, for Enter; rows above it may only show a message. */
function bestOf(rows: readonly SearchRow[]): SearchRow | undefined {
  const first = rows.find(({ effect }) => isHit(effect));
  return first ?? rows.find(({ effect }) => effect.kind !== "none") ?? rows[0];
}

/** Stops the editor from sorting the rows by label; that property is not in its types. */
function keepOrder(pick: vscode.QuickPick<vscode.QuickPickItem>): void {
  if ("sortByLabel" in pick) pick.sortByLabel = false;
}
