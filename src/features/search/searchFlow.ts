import * as vscode from "vscode";
import { type PanelSubject } from "../../catalog/panelStart";
import { type Connection } from "../../connect/connection";
import { ensureContext } from "../../connect/ensureContext";
import { enterApiKey } from "../../connect/keyFlow";
import { completeStep } from "../../editor/help/walkthrough";
import { pickMany } from "../../editor/prompt/pickMany";
import { mayOpenTabs } from "../../editor/tabs/openInTabs";
import { openSeries } from "../../editor/tabs/openSeries";
import { tabUris } from "../../editor/tabs/tabUris";
import { targetOf } from "../../editor/tabs/target";
import { asOfText } from "../../editor/text/dateText";
import { UnknownConnectionError } from "../../editor/report/unknownConnectionError";
import { type Target } from "../../shared/place";
import { plainLine } from "../../shared/plainText";
import { type Vintage } from "../../shared/reference";
import { emptyRow, type HitKind, hitKinds, moreRow } from "../browse/palette/seriesSource";
import { rowForm } from "../browse/rowForm";
import { openTargets } from "../documents/openSelected";
import { OtherConnections } from "./otherConnections";
import { PanelPrompt } from "./panelPrompt";
import { type PinRow } from "../pinned/pinRows";
import { type KnownThings, knownThings, pinnedRow } from "./pinnedRows";
import { referenceTitle } from "./referenceTitle";
import {
  type Hit,
  type HitAction,
  type ListAnswer,
  SearchList,
  type SearchRow,
} from "./searchList";
import { type Searching } from "./searching";
import { isForecast, type SearchSources, sourcesOf } from "./searchSources";
import { askAction, type ChosenAction, runOn } from "./seriesActions";
import { changedVintage, vintageButtons } from "./vintage";

/** How a list starts. */
export interface SearchStart {
  /** The filter, which the person can remove; without, everything is listed. */
  readonly kinds?: readonly HitKind[];
  readonly text?: string;
  /** Lists panels of these variants, with its kind and as-of. */
  readonly subject?: PanelSubject;
  /** What Enter does with a series or a panel, instead of opening it. */
  readonly use?: (target: Target) => unknown;
}

/** Lists what the active connection has, of the kinds of the filter, and opens what is chosen. */
export async function search(parts: Searching, start: SearchStart = {}): Promise<void> {
  const { subject } = start;
  const context = await ensureContext(parts, flowName(start.kinds ?? hitKinds));
  if (context === undefined) return;
  const connection = parts.connections.find(subject?.connectionId ?? context.connection.id);
  if (connection === undefined) return;
  await new SearchFlow(parts, connection, subject ?? context, start).run();
}

/** The panel or series that the person chooses among those of a subject; undefined when they leave. */
export async function searchTarget(
  parts: Searching,
  subject: PanelSubject,
): Promise<Target | undefined> {
  let chosen: Target | undefined;
  await search(parts, {
    kinds: ["panel"],
    subject,
    use: (target) => {
      chosen = target;
    },
  });
  return chosen;
}

/**
 * Asks what to do with a series or a panel.
 *
 * @param argument - A row of a tree or the URI of one of our documents; without either, all signals are listed.
 */
export async function fetchTarget(parts: Searching, argument: unknown): Promise<void> {
  const target = targetOf(argument);
  if (target === undefined) return search(parts, { kinds: ["variant"] });
  const { connectionId, reference } = target;
  const connection = parts.connections.find(connectionId);
  if (connection === undefined) {
    const attempt = vscode.l10n.t("Could not fetch {0}", referenceTitle(reference, false));
    return parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  }
  const isDone = await runMore(parts, connection, target);
  if (isDone) return;
  const text = reference.family === "forecast" ? reference.market : reference.code;
  await search(parts, { text });
}

/** Asks what to do and does it; false when the person goes back. */
async function runMore(parts: Searching, connection: Connection, target: Target): Promise<boolean> {
  const answer = await askAction(parts, connection, target.reference);
  if (answer.kind !== "given") return answer.kind === "left";
  return runAction(parts, connection, answer.value);
}

async function runAction(
  parts: Searching,
  connection: Connection,
  { action, reference }: ChosenAction,
): Promise<boolean> {
  const { id: connectionId } = connection;
  if (action !== "values") {
    await runOn(action, { connectionId, reference });
    return true;
  }
  if (reference.family === "forecast") return true;
  const { code, version } = reference;
  const prompt = new PanelPrompt(parts, connection, reference);
  const end = await prompt.choose({ code, version, name: code }, { chosen: {} }, false);
  if (end?.kind === "decided") {
    await openSeries({ connectionId, reference: end.reference }, rowForm());
  }
  return end?.kind !== "back";
}

/** A title button of the list. */
interface ListButton extends vscode.QuickInputButton {
  readonly does: "filter" | "everything" | "several";
}

/** One run of the list, on one connection. */
class SearchFlow {
  private kinds: readonly HitKind[];
  private things: KnownThings = { pinned: [], recent: [] };
  private readonly abort = new AbortController();
  private readonly sources: SearchSources;
  private readonly others: OtherConnections;
  private readonly didChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly parts: Searching,
    private readonly connection: Connection,
    private vintage: Vintage,
    private readonly start: SearchStart,
  ) {
    this.kinds = start.kinds ?? hitKinds;
    this.sources = sourcesOf(parts, connection.id);
    this.others = new OtherConnections(parts, connection.id, this.abort.signal, () =>
      this.didChange.fire(),
    );
  }

  get isLoading(): boolean {
    return this.sources.isLoading;
  }

  async run(): Promise<void> {
    const { sources, start } = this;
    const placeholder = vscode.l10n.t(
      "Search by code, name, tag value, country or market, for example: infl us",
    );
    const list = new SearchList(this, { text: start.text ?? "", placeholder });
    const following = sources.onDidChange(() => this.didChange.fire());
    sources.vintage = this.vintage;
    sources.open(this.kinds);
    try {
      await this.readKnown();
      let isDone = false;
      while (!isDone) isDone = await this.follow(await list.ask(this.buttons(list)), list);
    } finally {
      list.dispose();
      following.dispose();
      this.abort.abort();
      this.didChange.dispose();
      sources.close();
    }
  }

  /** `Search Signals · Acme · SNAP · latest · 27 variants of 2 signals` */
  title(): string {
    const { dataKind, asOf } = this.vintage;
    const vintage = this.kinds.every(isForecast) ? [] : [dataKind, asOfText(asOf)];
    const chosen = Object.values(this.start.subject?.chosen ?? {});
    const counts = this.sources.completeness(this.kinds);
    const words = [flowName(this.kinds), this.connection.name, ...chosen, ...vintage, counts];
    return plainLine(words.join(" · "));
  }

  rows(typed: string): readonly SearchRow[] {
    const { kinds, sources } = this;
    const { subject } = this.start;
    const { hits, more } = sources.find(typed, { kinds, ...(subject && { start: subject }) });
    const { above, below } = sources.notices(typed, kinds);
    const known = typed === "" && subject === undefined ? this.knownRows() : [];
    const all = [...hits.map(withIcon), ...(more > 0 ? [moreRow(more)] : [])];
    const head = known.length > 0 && all.length > 0 ? [separatorRow(vscode.l10n.t("all"))] : [];
    const rows = [...above, ...known, ...head, ...all, ...below];
    if (hits.length + below.length > 0 || (typed === "" && rows.length > 0)) return rows;
    const offers = typed === "" ? [] : this.offers(typed);
    return [...rows, emptyRow(typed, this.isLoading), ...offers];
  }

  /** Rows with what may help when nothing matches. */
  private offers(typed: string): readonly SearchRow[] {
    const { kinds, sources } = this;
    const missing = kinds.every(isForecast) ? [] : sources.signals.missing();
    return [...missing, ...this.others.rows(typed, kinds)];
  }

  private knownRows(): readonly SearchRow[] {
    const { t } = vscode.l10n;
    const { pinned, recent } = this.things;
    const sections = [
      [t("pinned"), pinned],
      [t("recently opened"), recent],
    ] as const;
    const isUsable = (row: PinRow): boolean =>
      this.start.use === undefined || isSeries({ kind: "pin", row });
    return sections.flatMap(([label, all]) => {
      const rows = all
        .filter(isUsable)
        .flatMap((row) => pinnedRow(row, this.sources, this.kinds) ?? []);
      return rows.length === 0 ? [] : [separatorRow(label), ...rows];
    });
  }

  private async readKnown(): Promise<void> {
    this.things = await knownThings(this.parts, this.parts.recent.lines);
    if (!this.abort.signal.aborted) this.didChange.fire();
  }

  private buttons(list: SearchList): readonly vscode.QuickInputButton[] {
    const { t } = vscode.l10n;
    const button = (does: ListButton["does"], icon: string, tooltip: string): ListButton => ({
      does,
      iconPath: new vscode.ThemeIcon(icon),
      tooltip,
    });
    const { subject, use } = this.start;
    // What is chosen for something else must be of its kinds.
    const isFixed = subject !== undefined || use !== undefined;
    const isFiltered = !isFixed && this.kinds.length < hitKinds.length;
    const several = list.isMany ? t("Select One") : t("Select Several");
    return [
      ...(this.kinds.every(isForecast) ? [] : vintageButtons(this.vintage)),
      ...(use === undefined
        ? [button("several", list.isMany ? "list-flat" : "checklist", several)]
        : []),
      ...(isFixed ? [] : [button("filter", "filter", t("Choose What to Search"))]),
      ...(isFiltered ? [button("everything", "clear-all", t("Search Everything"))] : []),
    ];
  }

  /** Whether the flow has ended; otherwise the list is shown again. */
  private async follow(answer: ListAnswer, list: SearchList): Promise<boolean> {
    switch (answer.kind) {
      case "left":
        return true;
      case "enter-key":
        await enterApiKey(this.parts, this.connection.id);
        this.sources.start(this.kinds);
        return false;
      case "connection": {
        const start = { ...this.start, kinds: this.kinds, text: list.text };
        await new SearchFlow(this.parts, answer.connection, this.vintage, start).run();
        return true;
      }
      case "pressed":
        await this.press(answer.button, list);
        return false;
      case "open":
        return this.open(answer.hits, answer.isBeside);
      case "act":
        return this.act(answer.hit, answer.action);
    }
  }

  private async press(button: vscode.QuickInputButton, list: SearchList): Promise<void> {
    const { does } = button as Partial<ListButton>;
    if (does === "several") list.isMany = !list.isMany;
    else if (does === "everything") this.filter(hitKinds);
    else if (does === "filter") this.filter((await askKinds(this.kinds)) ?? this.kinds);
    else {
      const { parts, connection } = this;
      this.vintage = await changedVintage(this.vintage, button, parts, connection);
      this.sources.vintage = this.vintage;
    }
  }

  private filter(kinds: readonly HitKind[]): void {
    this.kinds = kinds;
    this.sources.start(kinds);
  }

  private async open(hits: readonly Hit[], wantsBeside: boolean): Promise<boolean> {
    // Beside an empty group, that group would stay empty.
    const isBeside = wantsBeside && vscode.window.tabGroups.activeTabGroup.tabs.length > 0;
    const targets: Target[] = [];
    const others: Hit[] = [];
    for (const hit of hits) {
      if (!isSeries(hit)) {
        others.push(hit);
        continue;
      }
      const target = await this.targetOf(hit);
      if (target === undefined) return false;
      targets.push(target);
    }
    completeStep("find");
    const { use } = this.start;
    if (use !== undefined) {
      for (const target of targets) await use(target);
      return true;
    }
    const [target] = targets;
    if (hits.length === 1 && target !== undefined) {
      const viewColumn = isBeside ? { viewColumn: vscode.ViewColumn.Beside } : {};
      await openSeries(target, rowForm(), viewColumn);
      return true;
    }
    const panels = targets.filter(({ reference }) => reference.family === "panel");
    const series = targets.filter((each) => !panels.includes(each));
    if (!(await mayOpenTabs(panels.length + others.length))) return false;
    const steps = [
      ...(series.length > 0 ? [() => openTargets("chart", series)] : []),
      ...panels.map((panel) => () => openTargets("chart", [panel])),
      ...others.map((hit) => () => this.openOther(hit)),
    ];
    await (isBeside ? openBeside(steps) : inOrder(steps));
    return true;
  }

  /** Opens what is neither a series nor a panel. */
  private async openOther(hit: Hit): Promise<void> {
    const { parts, connection, vintage } = this;
    if (hit.kind === "pin") {
      const { openPins } = await import("../pinned/openPins");
      await openPins(parts, [hit.row]);
    } else if (hit.kind === "market") {
      const { openExplorer } = await import("../latest/openLatest");
      const choice = { market: hit.market, currency: null, horizon: null };
      await openExplorer(parts, parts.latest, { connectionId: connection.id, choice });
    } else if (hit.kind === "profile") {
      const { openProfile } = await import("../latest/profile/openProfile");
      await openProfile(parts, { connectionId: connection.id, ...vintage, chosen: chosenOf(hit) });
    }
  }

  private async act(hit: Hit, action: HitAction): Promise<boolean> {
    const { parts, connection } = this;
    if (hit.kind === "profile") return this.actOnProfile(hit, action);
    const target = await this.targetOf(hit);
    if (target === undefined) return false;
    if (action === "more") {
      const own = parts.connections.find(target.connectionId) ?? connection;
      return runMore(parts, own, target);
    }
    await runOn(action, target);
    if (action !== "pin") return true;
    await this.readKnown();
    return false;
  }

  private async actOnProfile(hit: ProfileHit, action: HitAction): Promise<boolean> {
    const { parts, connection } = this;
    const { connections, extension } = parts;
    const subject = { connectionId: connection.id, ...this.vintage, chosen: chosenOf(hit) };
    const withTargets = (): Promise<void> => Promise.resolve();
    const source = { rows: [hit], subjectOf: () => subject, withTargets };
    if (action === "pin") {
      await (await import("../pinned/pinCommands")).pinRowsOf(connections, source);
      await this.readKnown();
    } else {
      const { copyLinksOf } = await import("../links/copyLink");
      await copyLinksOf(connections, extension.id, hit, () => source);
    }
    return false;
  }

  /** The series or panel of a row; asks where a signal has several ways to make a panel. Undefined to show the list again. */
  private async targetOf(hit: Hit): Promise<Target | undefined> {
    const { parts, connection, vintage, start } = this;
    if (hit.kind === "pin") return hit.row.target;
    const connectionId = connection.id;
    if (hit.kind === "choose") return { connectionId, reference: hit.reference(vintage) };
    if (hit.kind !== "panel") return undefined;
    const prompt = new PanelPrompt(parts, connection, vintage);
    const end = await prompt.choose(hit.signal, start.subject ?? { chosen: {} });
    return end?.kind === "decided" ? { connectionId, reference: end.reference } : undefined;
  }
}

type OpeningStep = () => Promise<void>;

async function inOrder(steps: readonly OpeningStep[]): Promise<void> {
  for (const step of steps) await step();
}

/** Moves the first tab that opens to the next group, where the others then open. */
async function openBeside(steps: readonly OpeningStep[]): Promise<void> {
  const active = (): string => {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return activeTab === undefined ? "" : tabUris(activeTab).join(" ");
  };
  for (const [at, step] of steps.entries()) {
    const before = active();
    await step();
    if (active() === before) continue;
    await vscode.commands.executeCommand("workbench.action.moveEditorToNextGroup");
    return inOrder(steps.slice(at + 1));
  }
}

function isSeries(hit: Hit): boolean {
  if (hit.kind === "choose" || hit.kind === "panel") return true;
  if (hit.kind !== "pin" || hit.row.target === undefined) return false;
  const { openable } = hit.row.entry.pinned;
  return openable.kind === "reference" && openable.slice === undefined;
}

type ProfileHit = Extract<Hit, { readonly kind: "profile" }>;

function chosenOf({ tagKind, value }: ProfileHit): PanelSubject["chosen"] {
  return Object.fromEntries([[tagKind, value]]);
}

function separatorRow(label: string): SearchRow {
  const { Separator: kind } = vscode.QuickPickItemKind;
  return { kind, label, key: `separator ${label}`, effect: { kind: "none" } };
}

const icons: Partial<Record<SearchRow["effect"]["kind"], string>> = {
  choose: "graph-line",
  panel: "layout",
  profile: "globe",
  market: "briefcase",
};

function withIcon(row: SearchRow): SearchRow {
  const icon = icons[row.effect.kind];
  if (row.iconPath !== undefined || icon === undefined) return row;
  return { ...row, iconPath: new vscode.ThemeIcon(icon) };
}

/** The kinds to list; undefined when the person leaves the question. */
async function askKinds(current: readonly HitKind[]): Promise<readonly HitKind[] | undefined> {
  const { t } = vscode.l10n;
  const answer = await pickMany<HitKind>({
    title: t("Choose What to Search"),
    placeholder: t("Select the kinds to list"),
    rows: hitKinds.map((value) => ({ value, label: kindNames()[value] })),
    ticked: new Set(current),
    reportNone: () => void vscode.window.showInformationMessage(t("Select at least one kind.")),
  });
  return answer.kind === "given" ? answer.value : undefined;
}

function kindNames(): Readonly<Record<HitKind, string>> {
  const { t } = vscode.l10n;
  return {
    variant: t("Signals"),
    panel: t("Panels"),
    profile: t("Profiles"),
    market: t("Markets"),
    forecast: t("Forecasts"),
  };
}

/** `Search`, or `Search Signals` where the list is filtered. */
function flowName(kinds: readonly HitKind[]): string {
  const { t } = vscode.l10n;
  if (kinds.length === hitKinds.length) return t("Search");
  // Markets are the forecasts of all horizons.
  const isAll = kinds.includes("forecast") && kinds.every(isForecast);
  const names = isAll ? [t("Forecasts")] : kinds.map((kind) => kindNames()[kind]);
  return t("Search {0}", names.join(", "));
}
