import * as vscode from "vscode";
import { commandId } from "../../../editor/commandNames";
import { ReadableNames } from "../../../catalog/readableNames";
import { plainLine } from "../../../shared/plainText";
import {
  type ForecastRef,
  type SeriesRef,
  type SignalRef,
  signalRef,
  type Vintage,
} from "../../../shared/reference";
import { type ConnectedService } from "../../../connect/connectedServices";
import { type Connection } from "../../../connect/connection";
import { type ConnectionDependencies } from "../../../connect/connectionParts";
import { enterApiKey } from "../../../connect/keyFlow";
import { UnknownConnectionError } from "../../../editor/report/unknownConnectionError";
import { completeStep } from "../../../editor/help/walkthrough";
import {
  type Left,
  type Pressed,
  type PromptAnswer,
  askBesideButtons,
} from "../../../editor/prompt/promptAnswer";
import { pickOne } from "../../../editor/prompt/pickOne";
import { changedVintage } from "./changedVintage";
import { ensureContext } from "../../../connect/ensureContext";
import { ForecastSource } from "./forecastSource";
import { referenceTitle } from "./referenceTitle";
import { type SeriesActions } from "./seriesActions";
import { type SeriesOutcome, outcomeRows, runOutcome } from "./seriesOutcome";
import { type PickerAnswer, SeriesPicker } from "./seriesPicker";
import { type ChooseSeries, type SeriesSource } from "./seriesSource";
import { SignalSource } from "./signalSource";
import { vintageButtons } from "./vintage";
import { asOfText } from "../../../editor/text/dateText";
import { type HedgingChoice } from "../hedgingChoice";
import { type Log } from "../../../shared/log";
import { seriesTargetOf } from "../../../editor/tabs/target";

/** The dependencies of fetching. */
export interface FetchDependencies extends ConnectionDependencies {
  readonly actions: SeriesActions;
  readonly hedging: HedgingChoice;
  readonly log: Log;
}

type Family = SeriesRef["family"];

/**
 * Asks for a variant of a signal of the active connection, then for what to do with its series unless that is given.
 */
export async function fetchSignal(
  parts: FetchDependencies,
  outcome?: SeriesOutcome,
): Promise<void> {
  await fetchFrom(parts, "signal", outcome);
}

/** Asks for a forecast of the active connection, then for what to do with its series. */
export async function fetchForecast(parts: FetchDependencies): Promise<void> {
  await fetchFrom(parts, "forecast");
}

/**
 * Asks what to do with a series.
 *
 * @param argument - A row of a tree or the URI of one of our documents; without a series, all signals are listed.
 */
export async function fetchTarget(parts: FetchDependencies, argument: unknown): Promise<void> {
  const target = seriesTargetOf(argument);
  if (target === undefined) return fetchSignal(parts);
  const { connectionId, reference } = target;
  const connection = parts.connections.find(connectionId);
  if (connection === undefined) {
    const attempt = vscode.l10n.t("Could not fetch {0}", referenceTitle(reference, false));
    return parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  }
  const flow = new FetchFlow(parts, connection, reference.family, vintageOf(parts, reference));
  await flow.runFrom(reference);
}

async function fetchFrom(
  parts: FetchDependencies,
  family: Family,
  outcome?: SeriesOutcome,
): Promise<void> {
  const context = await ensureContext(parts, flowName(family));
  if (context === undefined) return;
  await new FetchFlow(parts, context.connection, family, context, outcome).run("");
}

/** How the person left the list, or the choice of what to do with a series. */
type FlowEnd =
  | Left
  | { readonly kind: "back" }
  /** Start over, with a key that was just entered. */
  | { readonly kind: "again" }
  | { readonly kind: "decided"; readonly reference: SeriesRef; readonly outcome: SeriesOutcome };

/** One run of the flow, on one connection. */
class FetchFlow {
  constructor(
    private readonly parts: FetchDependencies,
    private readonly connection: Connection,
    private readonly family: Family,
    private vintage: Vintage,
    private readonly outcome?: SeriesOutcome,
  ) {}

  /** Starts at the list, with this text in it. */
  async run(text: string): Promise<void> {
    const end = await this.askList(text);
    if (end.kind === "again") await this.run(text);
    if (end.kind === "back") await vscode.commands.executeCommand("workbench.action.showCommands");
    await this.finish(end);
  }

  /** Starts at a chosen series; Back leads to the list. */
  async runFrom(reference: SeriesRef): Promise<void> {
    const end = await this.askOutcome((vintage) => withVintage(reference, vintage));
    if (end.kind === "back") {
      await this.run(reference.family === "signal" ? reference.code : reference.market);
    }
    await this.finish(end);
  }

  private async finish(end: FlowEnd): Promise<void> {
    if (end.kind !== "decided") return;
    completeStep("find");
    const target = { connectionId: this.connection.id, reference: end.reference };
    await runOutcome(this.parts.actions, target, end.outcome);
  }

  /** Aborts what is loading for the list when the list closes. */
  private async askList(text: string): Promise<FlowEnd> {
    const source = this.source();
    const pin = ({ reference }: ChooseSeries): unknown => {
      const target = { connectionId: this.connection.id, reference: reference(this.vintage) };
      return vscode.commands.executeCommand(commandId("pin"), { target });
    };
    const picker = new SeriesPicker(source, { text, steps: 2 }, pin);
    try {
      source.start();
      for (;;) {
        const end = await this.afterAnswer(await picker.ask(this.listTitle(), this.buttons()));
        if (end !== undefined) return end;
      }
    } finally {
      picker.dispose();
      source.dispose();
    }
  }

  /** Undefined to show the list again. */
  private async afterAnswer(answer: PickerAnswer): Promise<FlowEnd | undefined> {
    switch (answer.kind) {
      case "left":
        return answer;
      case "back":
        return answer;
      case "enter-key":
        await enterApiKey(this.parts, this.connection.id);
        return { kind: "again" };
      case "pressed":
        await this.change(answer.button);
        return undefined;
      case "chosen": {
        const end = await this.askOutcome(answer.chosen.reference);
        return end.kind === "back" ? undefined : end;
      }
    }
  }

  private async askOutcome(referenceOf: (vintage: Vintage) => SeriesRef): Promise<FlowEnd> {
    const { outcome } = this;
    if (outcome !== undefined) {
      return { kind: "decided", reference: referenceOf(this.vintage), outcome };
    }
    const ask = (): Promise<PromptAnswer<SeriesOutcome> | Pressed> =>
      pickOne({
        title: referenceTitle(referenceOf(this.vintage), this.connection.kind === "sample"),
        step: { number: 2, of: 2 },
        placeholder: vscode.l10n.t("Choose how to open or save the series"),
        rows: outcomeRows(),
        hasBack: true,
        buttons: this.buttons(),
      });
    const answer = await askBesideButtons(ask, (button) => this.change(button));
    if (answer.kind !== "given") return answer;
    return { kind: "decided", reference: referenceOf(this.vintage), outcome: answer.value };
  }

  private async change(button: vscode.QuickInputButton): Promise<void> {
    this.vintage = await changedVintage(this.vintage, button, this.parts, this.connection);
  }

  private connect(): Promise<ConnectedService> {
    return this.parts.services.get(this.connection.id);
  }

  private source(): SeriesSource {
    const names = new ReadableNames(vscode.env.language);
    const connect = (): Promise<ConnectedService> => this.connect();
    const hedging = (): string | undefined => this.parts.hedging.of(this.connection.id);
    // The newest forecasts have no as-of.
    const isLatest = this.parts.services.gate.bound === "latest";
    return this.family === "signal"
      ? new SignalSource(connect, names, {
          isLatest: () => isLatest && this.vintage.asOf === "latest",
          log: this.parts.log,
        })
      : new ForecastSource(connect, names, isLatest ? hedging : undefined);
  }

  private listTitle(): string {
    const { dataKind, asOf } = this.vintage;
    const vintage = this.family === "signal" ? [dataKind, asOfText(asOf)] : [];
    return plainLine([flowName(this.family), this.connection.name, ...vintage].join(" · "));
  }

  /** None for forecasts, which have neither kind nor as-of. */
  private buttons(): readonly vscode.QuickInputButton[] {
    return this.family === "signal" ? vintageButtons(this.vintage) : [];
  }
}

function flowName(family: Family): string {
  return family === "signal" ? vscode.l10n.t("Search Signals") : vscode.l10n.t("Search Forecasts");
}

function vintageOf({ context }: FetchDependencies, reference: SeriesRef): Vintage {
  if (reference.family === "signal") return reference;
  return context.current ?? { dataKind: "SNAP", asOf: "latest" };
}

function withVintage(reference: SignalRef | ForecastRef, vintage: Vintage): SeriesRef {
  if (reference.family === "forecast") return reference;
  const { code, version, tags } = reference;
  return signalRef({ code, version, tags, ...vintage });
}
