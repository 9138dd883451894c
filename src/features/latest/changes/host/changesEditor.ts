import { type FromChanges, fromChanges } from "../messages";
import * as vscode from "vscode";
import { ForecastRows } from "../../../../catalog/forecastRows";
import { LabelOrder } from "../../../../catalog/labelOrder";
import { NotFoundError } from "../../../../service/errors";
import { type ListedSignal } from "../../../../service/parseSignals";
import {
  type ChangesAnswer,
  type ChangesMessage,
  type ChangesPair,
  type ForecastSides,
} from "../protocol";
import { type ExplorerChoice } from "../../explorer/protocol";
import { type LatestChangesPlace, latestUri } from "../../model/latestPlace";
import { dayEndingAt, endOfDayMs, sinceDay } from "../../model/since";
import { type Day } from "../../../../shared/day";
import { endOfDay } from "../../../../shared/instant";
import { asOfText } from "../../../../editor/text/dateText";
import { plainLine } from "../../../../shared/plainText";
import { forecastRef } from "../../../../shared/reference";
import { type AnswerArchive } from "../../../../store/answerArchive";
import { type FetchState, type StaleReason } from "../../../../store/fetchState";
import { Slices } from "../../../../service/slices";
import { type CacheOptions } from "../../../../store/readThrough";
import { failureText } from "../../../../editor/report/failureText";
import { changesMarkdown } from "./changesMarkdown";
import { compareAnswers, type ComparedPairs, failedText } from "./answerComparison";
import { type NewerAnswers, newerAnswers, olderTimes } from "./comparedAnswers";
import { forecastDetails } from "../../explorer/host/explorerAnswer";
import { type LastLooks } from "./lastLooks";
import { runForTargets } from "../../latestCommands";
import {
  type LatestContent,
  LatestTab,
  type LatestTabOptions,
  type Load,
  staleReasonText,
} from "../../latestTab";
import { recordVersions } from "../../../../catalog/recordVersions";
import { listedSignals } from "../../listedSignals";
import { targetsOf } from "../../latestTargets";
import { askOlderTime } from "./sinceQuestion";
import { ValuesAsOf } from "../../valuesAsOf";
import { type ConnectedService } from "../../../../connect/connectedServices";

export interface ChangesEditorOptions extends LatestTabOptions<LatestChangesPlace> {
  readonly looks: LastLooks;
  readonly explore: (choice: ExplorerChoice) => Promise<void>;
}

/** The newer answers, from the service or as the page showed them before. */
interface Newest extends FetchState, NewerAnswers {
  readonly problems: readonly string[];
}

/** The answer on the page. */
interface Shown extends ComparedPairs {
  readonly newest: NewerAnswers;
  readonly answer: ChangesAnswer;
  readonly listed: readonly ListedSignal[];
}

interface ComparedParts {
  /** The older time; undefined for that of the last look. */
  readonly sinceMs: number | undefined;
  readonly listed: readonly ListedSignal[];
  readonly signal: AbortSignal;
}

type Asking<T extends FromChanges["type"]> = Extract<FromChanges, { readonly type: T }>;

/** The What Changed tab: compares two answers of a service. */
export class ChangesEditor implements LatestContent<FromChanges> {
  readonly page = "changes";
  readonly messages = fromChanges;
  readonly tab: LatestTab<ChangesAnswer, ChangesMessage, FromChanges>;
  private readonly rows: ForecastRows;
  private generation = 0;
  /** The compared times, shown or about to be; undefined means the newest since the last look. */
  private pair: ChangesPair | undefined;
  private shown: Shown | undefined;
  private comparing = new AbortController();

  constructor(private readonly own: ChangesEditorOptions) {
    this.tab = new LatestTab(own, this);
    const { connectionId } = own.place;
    const order = new LabelOrder(vscode.env.language);
    this.rows = new ForecastRows({ connectionId, names: this.tab.names, order });
    this.tab.disposables.add({ dispose: () => this.comparing.abort() });
  }

  async act(message: FromChanges): Promise<void> {
    switch (message.type) {
      case "ready":
        this.pair = message.pair ?? this.pair;
        return this.tab.act({ type: "ready" });
      case "askSince":
        return this.askSince();
      case "compareDay":
        return this.compareDay(message);
      case "stopComparing":
        this.comparing.abort();
        return;
      case "details":
        return this.tellDetails(message);
      case "run":
        return this.run(message);
      case "runForecast":
        return this.runForecast(message);
      case "openSignal":
        return this.openSignal(message);
      case "copyMarkdown":
        return this.copyMarkdown(message);
      case "do":
        if (message.action === "refresh") this.pair = this.toNewest(this.pair);
        return this.tab.act(message);
      case "copyText":
      case "save":
      case "failed":
        return this.tab.act(message);
    }
  }

  forget(): void {
    this.shown = undefined;
  }

  textUri(form: "csv" | "json"): string | undefined {
    const pair = this.shown?.answer.pair;
    return pair ? latestUri({ ...this.own.place, form, ...pair }) : undefined;
  }

  async load(service: ConnectedService, options: Load): Promise<void> {
    const asked = listedSignals(service.catalog, options);
    const sinceMs = this.pair?.sinceMs;
    const newest = await newestOf(service, this.pair, options);
    const { signal } = options;
    const shown = await this.compared(service, newest, { sinceMs, listed: await asked, signal });
    signal.throwIfAborted();
    const { answer } = shown;
    this.generation = answer.generation;
    this.shown = shown;
    // A comparison whose values are all missing remains the requested one.
    if (answer.missing === null) this.pair = answer.pair ?? undefined;
    // The next load asks for newer values again, in case the service is reachable by then.
    if (answer.staleBecause !== null) this.pair = this.toNewest(this.pair);
    this.tab.show(answer);
    void this.own.looks.note(this.own.place.connectionId, answer.newestMs);
  }

  private async compared(
    service: ConnectedService,
    newest: Newest,
    { sinceMs: askedMs, listed, signal }: ComparedParts,
  ): Promise<Shown> {
    const { archive } = service;
    const { looks, place } = this.own;
    const newestMs = newest.fetchedAtMs;
    const lookMs = looks.sinceMs(place.connectionId, newestMs);
    const sinceMs = askedMs ?? lookMs;
    const { pairs, changes, incomplete, requests } = await compareAnswers(newest, sinceMs, {
      ...{ service, listed, names: this.tab.names, rows: this.rows, signal },
    });
    // The page offers to fetch what was not requested.
    const failed = incomplete === undefined || requests > 0 ? [] : [incomplete];
    const problems = [...newest.problems, ...failed];
    const [first] = await archive.list("signals");
    const isCompared = changes.signals !== null || changes.forecasts !== null;
    const day = sinceMs === undefined ? undefined : dayEndingAt(sinceMs);
    const answer: ChangesAnswer = {
      generation: this.generation + 1,
      pair: isCompared && sinceMs !== undefined ? { sinceMs, toMs: newestMs } : null,
      isLastLook: sinceMs === lookMs,
      newestMs,
      ...changes,
      keptSinceMs: first?.fetchedAtMs ?? null,
      hasOlder: (await olderTimes(archive, newestMs)).length > 0,
      staleBecause: staleReasonText(newest),
      missing: day === undefined || requests === 0 || this.isLater(day) ? null : { day, requests },
      notice: problems.length === 0 ? null : plainLine(problems.join(" · ")),
    };
    return { newest, answer, ...pairs, listed };
  }

  /** Compares the newest answer with the last look, or with the time that the user chose. */
  private toNewest(pair: ChangesPair | undefined): ChangesPair | undefined {
    if (pair === undefined) return undefined;
    const lookMs = this.own.looks.sinceMs(this.own.place.connectionId, pair.toMs);
    return pair.sinceMs === lookMs ? undefined : { ...pair, toMs: Infinity };
  }

  private async askSince(): Promise<void> {
    const { archive } = await this.tab.connected();
    const { shown } = this;
    if (shown === undefined) return;
    const lookMs = this.own.looks.sinceMs(this.own.place.connectionId, shown.answer.newestMs);
    const sinceMs = await askOlderTime(archive, { lookMs, newestMs: shown.answer.newestMs });
    if (sinceMs === undefined) return;
    const day = dayEndingAt(sinceMs);
    if (day !== undefined) return this.compareDay({ day, mayRequest: false });
    this.pair = { sinceMs, toMs: shown.answer.newestMs };
    await this.tab.act({ type: "ready" });
  }

  /** Fetches the series as known at the end of a day, if few requests are needed or the user allows more, and compares with them. */
  private async compareDay({
    day: asked,
    mayRequest,
  }: Omit<Asking<"compareDay">, "type">): Promise<void> {
    const { shown } = this;
    if (shown === undefined) return;
    const { newest, listed, answer } = shown;
    const { newestMs } = answer;
    const day = sinceDay(asked, newestMs);
    if (day === undefined) return;
    if (this.isLater(day)) {
      this.refuseDay(day);
      return;
    }
    this.comparing.abort();
    const { signal } = (this.comparing = new AbortController());
    let requests = 0;
    try {
      const asOf = new ValuesAsOf(newest.signals, {
        service: await this.tab.connected(),
        listed,
        day,
      });
      const onProgress = (done: number, of: number): void => {
        if (!signal.aborted) this.tab.post({ type: "dayProgress", day, done, of });
      };
      const found = await asOf.find(mayRequest, { signal, onProgress });
      requests = found.missing;
      if (requests > 0 || this.shown !== shown) return;
      if (found.failed > 0) this.tab.post({ type: "told", words: failedText(found) });
      this.pair = { sinceMs: endOfDayMs(day), toMs: newestMs };
      await this.tab.act({ type: "ready" });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // A later run reports for itself.
      if (this.comparing.signal === signal) this.tab.post({ type: "dayRequests", day, requests });
    }
  }

  /** Whether the values as known at the end of a day are later than the window's as-of. */
  private isLater(day: Day): boolean {
    return this.own.services.gate.isLater(endOfDay(day));
  }

  private refuseDay(day: Day): void {
    const { instant } = this.own.services.gate;
    const words = vscode.l10n.t(
      "Not compared: {0} is later than this window's as-of, {1}.",
      ...[endOfDay(day), instant ?? "latest"].map(asOfText),
    );
    this.tab.post({ type: "told", words });
    this.tab.post({ type: "dayRequests", day, requests: 0 });
  }

  private async tellDetails({ generation, summaries }: Asking<"details">): Promise<void> {
    const { shown } = this;
    const { forecasts } = shown?.answer ?? {};
    if (generation !== this.generation || shown?.forecasts === undefined || !forecasts) return;
    const { older, newer } = shown.forecasts;
    const names = new Map(shown.listed.map(({ code, name }) => [code, name]));
    const nameOf = (code: string): string => names.get(code) ?? code;
    const details: ForecastSides[] = [];
    const slices = new Slices();
    for (const at of summaries) {
      if (slices.isOver) await slices.next();
      const olderAt = forecasts.older[at] ?? -1;
      const [before, now] = [older.records.at(olderAt), newer.records.at(at)];
      if (before === undefined || now === undefined) continue;
      details.push({
        summary: at,
        older: forecastDetails(olderAt, before, this.tab.names, nameOf),
        newer: forecastDetails(at, now, this.tab.names, nameOf),
      });
    }
    this.tab.post({ type: "details", generation, details });
  }

  /** Ignores commands on an answer that the page no longer shows. */
  private async run({ generation, command, record: at, isOlder }: Asking<"run">): Promise<void> {
    const { shown } = this;
    if (generation !== this.generation || shown?.signals === undefined) return;
    const { older, newer } = shown.signals;
    const record = (isOlder ? older : newer).records.at(at);
    if (record?.code === undefined) return;
    const { connectionId } = this.own.place;
    const { catalog } = await this.tab.connected();
    const { dataKind = "SNAP", asOf = "latest" } = this.own.context.current ?? {};
    const version = recordVersions(shown.listed)(record.code, record.version);
    const targets = await targetsOf([{ record, version }], {
      ...{ connectionId, catalog, dataKind, asOf },
    });
    await runForTargets(command, targets);
  }

  private async openSignal({ generation, signal: at }: Asking<"openSignal">): Promise<void> {
    const signal = this.shown?.answer.signals?.signals[at];
    if (generation !== this.generation || this.shown === undefined || signal === undefined) return;
    const { code } = signal;
    const version = recordVersions(this.shown.listed)(code, signal.version);
    const subject = { code: code.normalize("NFC"), version };
    const { connectionId } = this.own.place;
    const place = { connectionId, of: "signals", signal: subject, form: "heatmap" } as const;
    const uri = vscode.Uri.parse(latestUri(place), true);
    await vscode.commands.executeCommand("vscode.open", uri, { preview: false });
  }

  private async runForecast(message: Asking<"runForecast">): Promise<void> {
    const { older, newer } = this.shown?.forecasts ?? {};
    const summary = (message.isOlder ? older : newer)?.records.at(message.summary);
    if (message.generation !== this.generation || summary === undefined) return;
    const { marketCode: market, currencyIso: currency, horizonName: horizon } = summary;
    if (message.command === "explore") return this.own.explore({ market, currency, horizon });
    const { connectionId } = this.own.place;
    const reference = forecastRef({ market, currency, horizon });
    await runForTargets(message.command, [{ connectionId, reference }]);
  }

  private async copyMarkdown({ generation, score }: Asking<"copyMarkdown">): Promise<void> {
    if (generation !== this.generation || this.shown === undefined) return;
    const lines = changesMarkdown(this.shown.answer, score, this.tab.identity);
    const text = await new Slices(this.tab.loadSignal).run(lines);
    await this.tab.act({ type: "copyText", text });
  }
}

/** The newest answers, or the archived ones that the page showed before. */
async function newestOf(
  { catalog, archive }: ConnectedService,
  pair: ChangesPair | undefined,
  options: CacheOptions,
): Promise<Newest> {
  await archive.begin();
  if (pair !== undefined && Number.isFinite(pair.toMs)) {
    const kept = await newerAnswers(archive, pair);
    if (kept !== undefined) return { ...kept, problems: [], fetchedAtMs: pair.toMs };
  }
  const asked = catalog.latestForecasts(options).catch((error: unknown) => ({ error }));
  const listing = await catalog.latestSignals(options);
  const signals = {
    records: listing.items,
    fetchedAtMs: await keptAt(archive, "signals", listing),
  };
  const found = await asked;
  options.signal?.throwIfAborted();
  const noticeOf = ({ notice }: { readonly notice?: string }): readonly string[] =>
    notice === undefined ? [] : [notice];
  if ("error" in found) {
    const problem =
      found.error instanceof NotFoundError
        ? vscode.l10n.t("This service does not provide latest forecasts")
        : vscode.l10n.t("Could not fetch the latest forecasts: {0}", failureText(found.error));
    const { fetchedAtMs } = signals;
    return {
      signals,
      forecasts: undefined,
      problems: [...noticeOf(listing), problem],
      fetchedAtMs,
      ...staleOf(listing),
    };
  }
  const forecasts = {
    records: found.items,
    fetchedAtMs: await keptAt(archive, "forecasts", found),
  };
  const fetchedAtMs = Math.max(signals.fetchedAtMs, forecasts.fetchedAtMs);
  const problems = [...noticeOf(listing), ...noticeOf(found)];
  return { signals, forecasts, problems, fetchedAtMs, ...staleOf(found), ...staleOf(listing) };
}

function staleOf({ staleBecause }: FetchState): StaleReason {
  return staleBecause === undefined ? {} : { staleBecause };
}

/** Archives an answer. Returns when it first arrived: an equal answer that arrives later counts as the same. */
async function keptAt<K extends "signals" | "forecasts">(
  archive: AnswerArchive,
  kind: K,
  listing: Parameters<typeof archive.keep<K>>[1],
): Promise<number> {
  const kept = await archive.keep(kind, listing);
  return kept?.fetchedAtMs ?? listing.fetchedAtMs;
}
