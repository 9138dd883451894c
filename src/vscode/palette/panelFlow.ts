import * as vscode from "vscode";
import { PanelTooLargeError } from "../../catalog/panelErrors";
import { panelVariants } from "../../catalog/panelVariants";
import {
  openAddresses,
  openSpace,
  type PanelStart,
  type PanelSubject,
  type RowPanel,
} from "../../catalog/panelStart";
import { VariantSpace } from "../../catalog/variantSpace";
import { type ListedSignal } from "../../service/parseSignals";
import { plainLine } from "../../shared/plainText";
import { type PanelRef, type TagSet } from "../../shared/reference";
import { type Connection } from "../connection/connection";
import { type ConnectedService } from "../connection/connectedServices";
import { enterApiKey } from "../connection/keyFlow";
import { UnknownConnectionError } from "../connection/unknownConnectionError";
import { activeDocuments } from "../documents/documentTabs";
import { type PanelTarget } from "../panelTarget";
import { withDelayedProgress } from "../progress";
import { targetOf } from "../target";
import { rowForm } from "../tree/rowForm";
import { ensureContext } from "./ensureContext";
import { type FetchParts } from "./fetchFlow";
import {
  type DefinedSignal,
  fewestSteps,
  held,
  type PanelEnd,
  PanelQuestions,
} from "./panelQuestions";
import { type SeriesOutcome, runOutcome } from "./seriesOutcome";
import { type PickerAnswer, SeriesPicker } from "./seriesPicker";
import { type ChooseSignal } from "./panelSignalRow";
import { SignalListSource } from "./signalListSource";
import { type Vintage, asOfWords, vintageButtons } from "./vintage";

/** Asks for a panel of the active connection, then for what to do with it. */
export async function fetchPanel(parts: FetchParts): Promise<void> {
  const context = await ensureContext(parts, vscode.l10n.t("Fetch Panel"));
  if (context === undefined) return;
  await new PanelFlow(parts, context.connection, context).runList({ chosen: {} });
}

/** Opens all variants that a row or a document leads to, as rows are opened; asks where there is more than one way. */
export async function openPanel(
  parts: FetchParts,
  row: PanelSubject | undefined,
  argument: unknown,
): Promise<void> {
  const subject = row ?? subjectOf(argument ?? activeDocuments().at(-1));
  if (subject === undefined) return fetchPanel(parts);
  const flow = await flowOf(parts, subject);
  if (flow === undefined) return;
  const { signal } = subject;
  await (signal === undefined ? flow.runList(subject) : flow.open(signal, subject));
}

/** The panels that rows stand for, asked about where that may be several; none when one of the questions is left. */
export async function panelsOf(
  parts: FetchParts,
  subjects: readonly RowPanel[],
): Promise<readonly PanelTarget[]> {
  const targets: PanelTarget[] = [];
  for (const subject of subjects) {
    const { connectionId, signal } = subject;
    const flow = await flowOf(parts, subject);
    const reference = await flow?.panelOf(signal, subject);
    if (reference === undefined) return [];
    targets.push({ connectionId, reference });
  }
  return targets;
}

/** Undefined where the connection is gone, which is told. */
async function flowOf(parts: FetchParts, subject: PanelSubject): Promise<PanelFlow | undefined> {
  const { connectionId } = subject;
  const connection = parts.connections.find(connectionId);
  if (connection !== undefined) return new PanelFlow(parts, connection, subject);
  const attempt = vscode.l10n.t("Opening a panel");
  await parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  return undefined;
}

/** All variants of the signal of which something shows one or some. */
function subjectOf(argument: unknown): PanelSubject | undefined {
  const target = targetOf(argument);
  if (target === undefined || target.reference.family === "forecast") return undefined;
  const { code, version, tags, dataKind, asOf } = target.reference;
  return {
    connectionId: target.connectionId,
    dataKind,
    asOf,
    signal: { code, version, name: code },
    chosen: {},
    address: Object.keys(tags),
  };
}

/** One run of the flow, on one connection. */
class PanelFlow {
  private readonly questions: PanelQuestions;

  constructor(
    private readonly parts: FetchParts,
    private readonly connection: Connection,
    vintage: Vintage,
  ) {
    this.questions = new PanelQuestions(parts, connection, vintage);
  }

  /** From the list of the signals that have variants with the chosen values. */
  async runList(start: PanelStart): Promise<void> {
    const end = await this.askList(start);
    if (end.kind === "back") await vscode.commands.executeCommand("workbench.action.showCommands");
    await this.finish(end);
  }

  /** From a signal: all of its variants where there is one way to address them, else as from the list. */
  async open(signal: ListedSignal, start: PanelStart): Promise<void> {
    const end = await this.choose(signal, start, { kind: "open", form: rowForm() });
    if (end?.kind === "back") await this.runList({ chosen: {} });
    if (end !== undefined) await this.finish(end);
  }

  /** The same without opening it. Undefined when it was left, or is one series, which is told. */
  async panelOf(signal: ListedSignal, start: PanelStart): Promise<PanelRef | undefined> {
    const end = await this.choose(signal, start, { kind: "save", format: "parquet" });
    if (end?.kind !== "decided") return undefined;
    if (end.reference.family === "panel") return end.reference;
    const words = vscode.l10n.t("{0} is one series, not a panel.", signal.code);
    await vscode.window.showInformationMessage(plainLine(words));
    return undefined;
  }

  private async choose(
    signal: ListedSignal,
    start: PanelStart,
    outcome: SeriesOutcome,
  ): Promise<PanelEnd | undefined> {
    const defined = await this.defined(signal, start);
    if (defined === undefined) return undefined;
    const reference = this.wholeOf(defined);
    return reference === undefined
      ? this.questions.askAxis(defined, outcome)
      : { kind: "decided", reference, outcome };
  }

  /** What loads for the list ends with it. */
  private async askList(start: PanelStart): Promise<PanelEnd> {
    const source = new SignalListSource(() => this.connect(), start);
    const picker = new SeriesPicker(source, { text: "", steps: fewestSteps });
    try {
      source.start();
      for (;;) {
        const buttons = vintageButtons(this.questions.vintage);
        const answer = await picker.ask(this.listTitle(), buttons);
        const end = await this.afterAnswer(answer, start);
        if (end === "again") source.start();
        else if (end !== undefined) return end;
      }
    } finally {
      picker.dispose();
      source.dispose();
    }
  }

  /** Undefined when the list is to be shown again, `again` when it is to be loaded once more. */
  private async afterAnswer(
    answer: PickerAnswer<ChooseSignal>,
    start: PanelStart,
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
        const end = defined && (await this.questions.askAxis(defined));
        return end?.kind === "back" ? undefined : end;
      }
    }
  }

  /** Undefined when the definition could not be had, or leaves no panel; both are told. */
  private async defined(
    signal: ListedSignal,
    start: PanelStart,
  ): Promise<DefinedSignal | undefined> {
    const name = `${signal.code} v${signal.version}`;
    const attempt = vscode.l10n.t("Opening a panel of {0}", name);
    try {
      const title = vscode.l10n.t("Loading the variants of {0}", name);
      const { tags } = await withDelayedProgress(title, async (aborted) => {
        const { catalog } = await this.connect();
        return catalog.definition(signal, { signal: aborted });
      });
      const space = openSpace(VariantSpace.of(tags), start);
      if (openAddresses(space).length > 0) return { signal, tags, space };
      const words = vscode.l10n.t("{0} has no variants that could be a panel.", name);
      await vscode.window.showInformationMessage(plainLine(words));
    } catch (error) {
      const service = await this.connect().catch(() => undefined);
      const hasKeyWorked = service?.hasKeyWorked === true;
      const connectionId = this.connection.id;
      void this.parts.failures.report(error, { attempt, connectionId, hasKeyWorked });
    }
    return undefined;
  }

  /** All variants, where there is one way to address them and they are not too many. */
  private wholeOf({ signal, tags, space }: DefinedSignal): PanelRef | undefined {
    const [address, ...others] = openAddresses(space);
    if (address === undefined || others.length > 0) return undefined;
    const sets = new Map<string, TagSet>(Object.entries(held(space)));
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

  private listTitle(): string {
    const { dataKind, asOf } = this.questions.vintage;
    const parts = [vscode.l10n.t("Fetch Panel"), this.connection.name, dataKind, asOfWords(asOf)];
    return plainLine(parts.join(" · "));
  }
}
