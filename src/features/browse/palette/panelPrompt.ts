import * as vscode from "vscode";
import { PanelTooLargeError } from "../../../catalog/panelErrors";
import {
  openAddresses,
  openSpace,
  type PanelStart,
  type PanelSubject,
} from "../../../catalog/panelStart";
import { panelVariants } from "../../../catalog/panelVariants";
import { VariantSpace } from "../../../catalog/variantSpace";
import { type ListedSignal } from "../../../service/parseSignals";
import { plainLine } from "../../../shared/plainText";
import {
  type PanelRef,
  type SignalRef,
  type TagSet,
  type Vintage,
} from "../../../shared/reference";
import { type ConnectedService } from "../../../connect/connectedServices";
import { type Connection } from "../../../connect/connection";
import { enterApiKey } from "../../../connect/keyFlow";
import { UnknownConnectionError } from "../../../editor/report/unknownConnectionError";
import { withDelayedProgress } from "../../../editor/progress";
import { rowForm } from "../rowForm";
import { type FetchDependencies } from "./fetchFlow";
import { NoPanelError } from "./noPanelError";
import {
  type DefinedSignal,
  minSteps,
  chosenSets,
  type PanelEnd,
  PanelQuestions,
} from "./panelQuestions";
import { type ChooseSignal } from "./panelSignalRow";
import { type SeriesOutcome, runOutcome } from "./seriesOutcome";
import { type PickerAnswer, SeriesPicker } from "./seriesPicker";
import { SignalListSource } from "./signalListSource";
import { vintageButtons } from "./vintage";
import { asOfText } from "../../../editor/text/dateText";

/** A prompt on the connection of a target; undefined where the connection is gone, which is reported. */
export async function panelPromptOf(
  parts: FetchDependencies,
  subject: PanelSubject,
): Promise<PanelPrompt | undefined> {
  const { connectionId } = subject;
  const connection = parts.connections.find(connectionId);
  if (connection !== undefined) return new PanelPrompt(parts, connection, subject);
  const attempt = vscode.l10n.t("Could not open a panel");
  await parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  return undefined;
}

/** Asks for panels of one connection, and for what to do with each. */
export class PanelPrompt {
  private readonly questions: PanelQuestions;

  constructor(
    private readonly parts: FetchDependencies,
    private readonly connection: Connection,
    vintage: Vintage,
  ) {
    this.questions = new PanelQuestions(parts, connection, vintage);
  }

  /** Starts at the list of signals that have variants with the chosen values. */
  async runList(start: PanelStart): Promise<void> {
    const end = await this.askList(start);
    if (end.kind === "back") await vscode.commands.executeCommand("workbench.action.showCommands");
    await this.finish(end);
  }

  /** Opens all variants of a signal if there is a single way to address them, else asks as from the list. */
  async open(signal: ListedSignal, start: PanelStart): Promise<void> {
    const end = await this.choose(signal, start, { kind: "open", form: rowForm() });
    if (end?.kind === "back") await this.runList({ chosen: {} });
    if (end !== undefined) await this.finish(end);
  }

  /**
   * The panel that {@link open} would open. Undefined when a question was left, and when it is a single series, which
   * is reported.
   */
  async panelOf(signal: ListedSignal, start: PanelStart): Promise<PanelRef | undefined> {
    const end = await this.choose(signal, start, { kind: "save", format: "parquet" });
    if (end?.kind !== "decided") return undefined;
    if (end.reference.family === "panel") return end.reference;
    const words = vscode.l10n.t("{0} is one series, not a panel.", signal.code);
    await vscode.window.showInformationMessage(plainLine(words));
    return undefined;
  }

  /**
   * The panel or series of one of several rows; asks for its signal where the row has none. Undefined when a question
   * was left.
   *
   * @throws what a definition fails with, and {@link NoPanelError}.
   */
  async referenceOf(start: PanelStart): Promise<PanelRef | SignalRef | undefined> {
    const outcome: SeriesOutcome = { kind: "open", form: rowForm() };
    const { signal } = start;
    const end =
      signal === undefined
        ? await this.askList(start, outcome)
        : await this.ask(await this.define(signal, start), outcome);
    return end.kind === "decided" ? end.reference : undefined;
  }

  /** Undefined when nothing can be chosen, which is reported. */
  private async choose(
    signal: ListedSignal,
    start: PanelStart,
    outcome: SeriesOutcome,
  ): Promise<PanelEnd | undefined> {
    const defined = await this.defined(signal, start);
    return defined && this.ask(defined, outcome);
  }

  private async ask(defined: DefinedSignal, outcome: SeriesOutcome): Promise<PanelEnd> {
    const reference = this.wholeOf(defined);
    return reference === undefined
      ? this.questions.askAxis(defined, outcome)
      : { kind: "decided", reference, outcome };
  }

  /** Aborts what is loading for the list when the list closes. @param outcome - Asked for if absent. */
  private async askList(start: PanelStart, outcome?: SeriesOutcome): Promise<PanelEnd> {
    const source = new SignalListSource(() => this.connect(), start);
    const steps = outcome === undefined ? minSteps : minSteps - 1;
    const picker = new SeriesPicker(source, { text: "", steps });
    try {
      source.start();
      for (;;) {
        const buttons = vintageButtons(this.questions.vintage);
        const answer = await picker.ask(this.listTitle(start), buttons);
        const end = await this.afterAnswer(answer, start, outcome);
        if (end === "again") source.start();
        else if (end !== undefined) return end;
      }
    } finally {
      picker.dispose();
      source.dispose();
    }
  }

  /** Undefined to show the list again, `again` to load it once more. */
  private async afterAnswer(
    answer: PickerAnswer<ChooseSignal>,
    start: PanelStart,
    outcome: SeriesOutcome | undefined,
  ): Promise<PanelEnd | "again" | undefined> {
    switch (answer.kind) {
      case "left":
      case "back":
        return answer;
      case "enter-key":
        await enterApiKey(this.parts, this.connection.id);
        return "again";
      case "pressed":
        await this.questions.change(answer.button);
        return undefined;
      case "chosen": {
        const defined = await this.defined(answer.chosen.signal, start);
        const end = defined && (await this.questions.askAxis(defined, outcome));
        return end?.kind === "back" ? undefined : end;
      }
    }
  }

  /** Undefined when the definition could not be loaded, or allows no panel; both are reported. */
  private async defined(
    signal: ListedSignal,
    start: PanelStart,
  ): Promise<DefinedSignal | undefined> {
    try {
      return await this.define(signal, start);
    } catch (error) {
      if (error instanceof NoPanelError) {
        await vscode.window.showInformationMessage(plainLine(error.message));
        return undefined;
      }
      const attempt = vscode.l10n.t("Could not open a panel of {0}", nameOf(signal));
      const connectionId = this.connection.id;
      void this.parts.failures.report(error, { attempt, connectionId });
      return undefined;
    }
  }

  private async define(signal: ListedSignal, start: PanelStart): Promise<DefinedSignal> {
    const title = vscode.l10n.t("Loading the variants of {0}", nameOf(signal));
    const { tags } = await withDelayedProgress(title, async (aborted) => {
      const { catalog } = await this.connect();
      return catalog.definition(signal, { signal: aborted });
    });
    const space = openSpace(VariantSpace.of(tags), start);
    if (openAddresses(space).length === 0) throw new NoPanelError(nameOf(signal));
    return { signal, tags, space };
  }

  /** The panel of all variants, if there is a single way to address them and they are not too many. */
  private wholeOf({ signal, tags, space }: DefinedSignal): PanelRef | undefined {
    const [address, ...others] = openAddresses(space);
    if (address === undefined || others.length > 0) return undefined;
    const sets = new Map<string, TagSet>(Object.entries(chosenSets(space)));
    for (const kind of address) sets.set(kind, "*");
    const panel = this.questions.referenceOf(signal, Object.fromEntries(sets));
    if (panel.family !== "panel") return undefined;
    try {
      panelVariants(panel, tags);
      return panel;
    } catch (error) {
      if (error instanceof PanelTooLargeError) return undefined;
      throw error;
    }
  }

  private async finish(end: PanelEnd): Promise<void> {
    if (end.kind !== "decided") return;
    const target = { connectionId: this.connection.id, reference: end.reference };
    await runOutcome(this.parts.actions, target, end.outcome);
  }

  private connect(): Promise<ConnectedService> {
    return this.parts.services.get(this.connection.id);
  }

  private listTitle({ chosen }: PanelStart): string {
    const { dataKind, asOf } = this.questions.vintage;
    const flow = vscode.l10n.t("Open Panel");
    const parts = [flow, this.connection.name, ...Object.values(chosen), dataKind, asOfText(asOf)];
    return plainLine(parts.join(" · "));
  }
}

function nameOf({ code, version }: ListedSignal): string {
  return `${code} v${version}`;
}
