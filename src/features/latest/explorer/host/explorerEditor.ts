import { type FromExplorer, fromExplorer } from "../messages";
import * as vscode from "vscode";
import { ForecastRows } from "../../../../catalog/forecastRows";
import { LabelOrder } from "../../../../catalog/labelOrder";
import { type AttributedVariant, movedForecasts } from "../../../../catalog/movedForecasts";
import { NotFoundError } from "../../../../service/errors";
import { type SignalDefinition } from "../../../../service/parseDefinition";
import { type Attribution, type LatestForecasts } from "../../../../service/latestForecasts";
import { type ListedSignal } from "../../../../service/parseSignals";
import {
  type ExplorerAnswer,
  type ExplorerChoice,
  type ExplorerMessage,
  type ForecastsMoved,
} from "../protocol";
import { type LatestForecastsPlace, latestUri } from "../../model/latestPlace";
import { plainLine } from "../../../../shared/plainText";
import { forecastRef } from "../../../../shared/reference";
import { type Available } from "../../../../store/fetchState";
import { type CachedListing } from "../../../../store/listingFiles";
import { Slices } from "../../../../service/slices";
import { failureText } from "../../../../editor/report/failureText";
import { type HedgingChoice } from "../../../browse/hedgingChoice";
import { forecastDetails, takeForecasts, variantText } from "./explorerAnswer";
import { runForTargets } from "../../latestCommands";
import {
  answersOf,
  type LatestContent,
  LatestTab,
  type LatestTabOptions,
  type Load,
  staleReasonText,
} from "../../latestTab";
import { highestVersions } from "../../../../catalog/recordVersions";
import { listedSignals } from "../../listedSignals";
import { targetsOf } from "../../latestTargets";
import { type ConnectedService } from "../../../../connect/connectedServices";
import { archivedForecasts } from "../../archivedListing";

/** What the explorer is to show: a row's forecasts, or those that a signal variant moves. */
export type ExplorerWish =
  | { readonly choice: ExplorerChoice }
  | { readonly movedBy: AttributedVariant };

/** The answer that the page shows. */
interface Shown {
  readonly generation: number;
  readonly summaries: LatestForecasts | undefined;
  /** The listed signals by code, in the highest version, which attributions refer to; empty when listing failed. */
  readonly signals: ReadonlyMap<string, ListedSignal>;
}

type Asking<T extends FromExplorer["type"]> = Extract<FromExplorer, { readonly type: T }>;

const nothing: Shown = { generation: 0, summaries: undefined, signals: new Map() };

/** The forecast explorer. */
export class ExplorerEditor implements LatestContent<FromExplorer> {
  readonly page = "explorer";
  readonly messages = fromExplorer;
  readonly tab: LatestTab<ExplorerAnswer, ExplorerMessage, FromExplorer>;
  private readonly rows: ForecastRows;
  private newest = 0;
  private shown = nothing;
  /** Whether the current page has an answer: before that it cannot choose anything. */
  private hasAnswer = false;
  private choice: ExplorerChoice | undefined;
  /** The variant that moves the shown forecasts; undefined shows all. */
  private movedBy: AttributedVariant | undefined;

  constructor(
    private readonly options: LatestTabOptions<LatestForecastsPlace>,
    private readonly hedging: HedgingChoice,
  ) {
    this.tab = new LatestTab(options, this);
    this.tab.disposables.add(hedging.onDidChange(() => this.tellHedging()));
    const { connectionId } = options.place;
    const order = new LabelOrder(vscode.env.language);
    this.rows = new ForecastRows({ connectionId, names: this.tab.names, order });
  }

  get connectionId(): string {
    return this.options.place.connectionId;
  }

  /** 2 for the active tab, 1 for a visible one, 0 for a hidden one. */
  get nearness(): number {
    const { active, visible } = this.options.panel;
    return active ? 2 : visible ? 1 : 0;
  }

  /** Shows it at once, or as soon as the page has an answer. */
  async fulfil(wish: ExplorerWish): Promise<void> {
    if ("movedBy" in wish) this.movedBy = wish.movedBy;
    else {
      this.choice = wish.choice;
      this.movedBy = undefined;
    }
    await this.tellWishes();
  }

  async act(message: FromExplorer): Promise<void> {
    switch (message.type) {
      case "details":
        this.tellDetails(message);
        return;
      case "run":
        return this.run(message);
      case "runVariant":
        return this.runVariant(message);
      case "showMoved":
        return this.showMoved(message);
      case "ready":
        this.hasAnswer = false;
        this.tellHedging();
        return this.tab.act(message);
      case "do":
      case "copyText":
      case "save":
      case "failed":
        return this.tab.act(message);
    }
  }

  async load({ catalog, archive }: ConnectedService, options: Load): Promise<void> {
    const hedgings = settled(catalog.availableHedgings(options));
    const { signal, archived } = options;
    const newest =
      archived === undefined
        ? catalog.availableForecasts(options)
        : archivedForecasts(archive, archived);
    const markets = settled(catalog.availableMarkets(options));
    const signals = listedSignals(catalog, options).then(highestVersions);
    for await (const { listing, isLast } of answersOf(newest)) {
      const [modes, listed] = [await hedgings(isLast), await markets(isLast)];
      const generation = (this.newest += 1);
      const highest = await signals;
      const answer = await takeForecasts(listing, {
        generation,
        hedgings: modes.items,
        markets: listed.items,
        staleBecause: staleReasonText(listing),
        problems: [...modes.errors.map(hedgingsProblem), ...listed.errors.map(marketsProblem)],
        rows: this.rows,
        signal,
      });
      signal.throwIfAborted();
      this.shown = { generation, summaries: listing.items, signals: highest };
      this.hasAnswer = true;
      // The listing may have been fetched before archiving began.
      if (archived === undefined) void archive.keep("forecasts", listing);
      this.tab.show(answer);
      void this.tellWishes();
    }
  }

  forget(): void {
    this.shown = nothing;
    this.hasAnswer = false;
  }

  textUri(form: "csv" | "json"): string {
    return latestUri({ ...this.options.place, form });
  }

  /** Sends the choice once, and the moved forecasts with each answer; nothing to a page without an answer. */
  private async tellWishes(): Promise<void> {
    if (!this.tab.hasPage || !this.hasAnswer) return;
    const { choice } = this;
    this.choice = undefined;
    if (choice !== undefined) this.tab.post({ type: "choose", choice });
    await this.tellMoved();
  }

  private tellHedging(): void {
    this.tab.post({ type: "hedging", hedging: this.hedging.of(this.connectionId) ?? null });
  }

  private async tellMoved(): Promise<void> {
    const { shown, movedBy } = this;
    const { loadSignal } = this.tab;
    try {
      const moved = movedBy === undefined ? null : await this.movedOf(shown, movedBy, loadSignal);
      // Meanwhile another variant may have been chosen, or another answer shown.
      if (shown !== this.shown || movedBy !== this.movedBy) return;
      this.tab.post({ type: "moved", generation: shown.generation, moved });
    } catch (error) {
      if (loadSignal.aborted) return;
      await this.tab.report(error);
    }
  }

  private async movedOf(
    { summaries, signals }: Shown,
    movedBy: AttributedVariant,
    signal: AbortSignal,
  ): Promise<ForecastsMoved> {
    const listed = signals.get(movedBy.code);
    const definition = await this.definitionOf(listed, signal);
    const moved =
      summaries === undefined
        ? []
        : await new Slices(signal).run(movedForecasts(summaries, movedBy, definition));
    const name = plainLine(listed?.name ?? movedBy.code);
    const variant = variantText(movedBy.tags, this.tab.names);
    return {
      variant: [name, variant].filter((words) => words !== "").join(" · "),
      summaries: Int32Array.from(moved, ({ summary }) => summary),
      forecasts: Float64Array.from(moved, ({ forecast }) => forecast),
    };
  }

  /** Undefined when it cannot be fetched: tags are then compared without it. */
  private async definitionOf(
    listed: ListedSignal | undefined,
    signal: AbortSignal,
  ): Promise<SignalDefinition | undefined> {
    if (listed === undefined) return undefined;
    try {
      return await (await this.tab.connected()).catalog.definition(listed, { signal });
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }

  private tellDetails({ generation, summaries }: Asking<"details">): void {
    if (generation !== this.shown.generation) return;
    const nameOf = (code: string): string => this.shown.signals.get(code)?.name ?? code;
    const details = [...summaries].flatMap((at) => {
      const summary = this.shown.summaries?.at(at);
      return summary === undefined ? [] : [forecastDetails(at, summary, this.tab.names, nameOf)];
    });
    this.tab.post({ type: "details", generation, details });
  }

  /** Ignores commands on an answer that the page no longer shows. */
  private async run({ generation, command, summaries }: Asking<"run">): Promise<void> {
    if (generation !== this.shown.generation) return;
    const { connectionId } = this;
    const targets = [...summaries].flatMap((at) => {
      const summary = this.shown.summaries?.at(at);
      if (summary === undefined) return [];
      const { marketCode: market, currencyIso: currency, horizonName: horizon } = summary;
      return [{ connectionId, reference: forecastRef({ market, currency, horizon }) }];
    });
    await runForTargets(command, targets);
  }

  private async runVariant(message: Asking<"runVariant">): Promise<void> {
    const attribution = this.attributionOf(message);
    if (attribution === undefined) return;
    const { signalCode: code, variant: tags } = attribution;
    const { context } = this.options;
    const { connectionId } = this;
    const { catalog } = await this.tab.connected();
    const listed =
      this.shown.signals.get(code) ?? highestVersions((await catalog.signals()).items).get(code);
    if (listed === undefined) {
      throw new Error(vscode.l10n.t("the service does not list the signal {0}", plainLine(code)));
    }
    const { dataKind = "SNAP", asOf = "latest" } = context.current ?? {};
    const record = { record: { code: listed.code, tags }, version: listed.version };
    const targets = await targetsOf([record], { connectionId, catalog, dataKind, asOf });
    await runForTargets(message.command, targets);
  }

  private async showMoved(message: Asking<"showMoved">): Promise<void> {
    if (message.generation !== this.shown.generation) return;
    const attribution = this.attributionOf(message);
    if (attribution === undefined && message.attribution >= 0) return;
    this.movedBy = attribution && { code: attribution.signalCode, tags: attribution.variant };
    await this.tellMoved();
  }

  private attributionOf({
    generation,
    summary,
    attribution,
  }: Asking<"runVariant" | "showMoved">): Attribution | undefined {
    if (generation !== this.shown.generation) return undefined;
    return this.shown.summaries?.at(summary)?.attributions[attribution];
  }
}

/** Waits for a listing that accompanies the forecasts; its failure does not fail them. */
function settled<T>(
  asked: Promise<Available<CachedListing<T>>>,
): (isLast: boolean) => Promise<Beside<T>> {
  const available = asked.catch((error: unknown) => ({ error }));
  return async (isLast) => {
    const found = await available;
    if ("error" in found) return { items: [], errors: [found.error] };
    const { value, refreshed = value } = found;
    try {
      return { items: (await (isLast ? refreshed : value)).items, errors: [] };
    } catch (error) {
      return { items: value.items, errors: [error] };
    }
  };
}

interface Beside<T> {
  /** The listed items; those listed before, or none, when listing has failed. */
  readonly items: readonly T[];
  readonly errors: readonly unknown[];
}

/** The message about missing hedging modes. A service that does not list them lacks only their descriptions. */
function hedgingsProblem(error: unknown): string {
  return error instanceof NotFoundError
    ? vscode.l10n.t("This service does not list hedging modes; those of its forecasts are shown")
    : vscode.l10n.t("Could not list the hedging modes: {0}", failureText(error));
}

function marketsProblem(error: unknown): string {
  return error instanceof NotFoundError
    ? vscode.l10n.t("This service does not list markets; their codes are shown")
    : vscode.l10n.t("Could not list the markets: {0}", failureText(error));
}
