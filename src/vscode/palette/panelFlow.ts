import * as vscode from "vscode";
import { PanelTooLargeError } from "../../catalog/panelErrors";
import { panelMembers } from "../../catalog/panelMembers";
import {
  type Axis,
  axesOf,
  openAddresses,
  openSpace,
  type PanelStart,
  type PanelSubject,
} from "../../catalog/panelStart";
import { readableTagKind } from "../../catalog/readableNames";
import { VariantSpace } from "../../catalog/variantSpace";
import { type ListedSignal } from "../../service/parseSignals";
import { type Tag } from "../../service/parseTags";
import { plainLine } from "../../shared/plainText";
import { type PanelRef, panelRef, type SignalRef, type TagSet } from "../../shared/reference";
import { type Connection } from "../connection/connection";
import { type ConnectedService } from "../connection/connectedServices";
import { enterApiKey } from "../connection/keyFlow";
import { UnknownConnectionError } from "../connection/unknownConnectionError";
import { activeDocuments } from "../documents/documentTabs";
import { panelTargetOf } from "../panelTarget";
import { withDelayedProgress } from "../progress";
import { type Answer, type Back, type Left } from "../prompt/answer";
import { pickMany } from "../prompt/pickMany";
import { pickOne, type PickQuestion } from "../prompt/pickOne";
import { seriesTargetOf } from "../seriesTarget";
import { rowForm } from "../tree/rowForm";
import { changedVintage } from "./changedVintage";
import { ensureContext } from "./ensureContext";
import { type FetchParts } from "./fetchFlow";
import { axisRows, setOf, valueRows } from "./panelSteps";
import { outcomeRows, runOutcome, type SeriesOutcome } from "./seriesOutcome";
import { type PickerAnswer, SeriesPicker } from "./seriesPicker";
import { type ChooseSignal, SignalListSource } from "./signalListSource";
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
  const { connectionId } = subject;
  const connection = parts.connections.find(connectionId);
  if (connection === undefined) {
    const attempt = vscode.l10n.t("Opening a panel");
    return parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  }
  const flow = new PanelFlow(parts, connection, subject);
  const { signal } = subject;
  await (signal === undefined ? flow.runList(subject) : flow.open(signal, subject));
}

/** All variants of the signal of which something shows one or some. */
function subjectOf(argument: unknown): PanelSubject | undefined {
  const target = panelTargetOf(argument) ?? seriesTargetOf(argument);
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

/** A signal whose variants are known. */
interface Defined {
  readonly signal: ListedSignal;
  readonly tags: readonly Tag[];
  /** The variants that may be chosen. */
  readonly space: VariantSpace;
}

type FlowEnd =
  | Left
  | Pick<Back, "kind">
  | {
      readonly kind: "decided";
      readonly reference: PanelRef | SignalRef;
      readonly outcome: SeriesOutcome;
    };

/** How many steps there are when nothing is held: the signal, its values, what to do with them. */
const fewestSteps = 3;

/** One run of the flow, on one connection. */
class PanelFlow {
  private step = { number: 1, of: fewestSteps };

  constructor(
    private readonly parts: FetchParts,
    private readonly connection: Connection,
    private vintage: Vintage,
  ) {}

  /** From the list of the signals that have variants with the chosen values. */
  async runList(start: PanelStart): Promise<void> {
    const { chosen } = start;
    const isFree = Object.keys(chosen).length === 0;
    const source = new SignalListSource(
      () => this.connect(),
      (listed, catalog) => {
        if (isFree) return true;
        const tags = catalog.keptDefinition(listed)?.tags ?? [];
        return openAddresses(openSpace(VariantSpace.of(tags), start)).length > 0;
      },
    );
    const picker = new SeriesPicker(source, { text: "", steps: fewestSteps });
    try {
      source.start();
      for (;;) {
        const answer = await picker.ask(this.listTitle(), vintageButtons(this.vintage));
        if (answer.kind === "enter-key") {
          await enterApiKey(this.parts, this.connection.id);
          source.start();
          continue;
        }
        const end = await this.afterAnswer(answer, start);
        if (end === undefined) continue;
        if (end.kind === "back") await showCommands();
        await this.finish(end);
        return;
      }
    } finally {
      picker.dispose();
      source.dispose();
    }
  }

  /** From a signal: all of its variants where there is one way to address them, else as from the list. */
  async open(signal: ListedSignal, start: PanelStart): Promise<void> {
    const defined = await this.defined(signal, start);
    if (defined === undefined) return;
    const whole = this.wholeOf(defined);
    if (whole !== undefined) {
      await this.finish({
        kind: "decided",
        reference: whole,
        outcome: { kind: "open", form: rowForm() },
      });
      return;
    }
    const end = await this.askAxis(defined, { kind: "open", form: rowForm() });
    if (end.kind === "back") await this.runList({ chosen: {} });
    await this.finish(end);
  }

  /** Undefined when the list is to be shown again. */
  private async afterAnswer(
    answer: Exclude<PickerAnswer<ChooseSignal>, { readonly kind: "enter-key" }>,
    start: PanelStart,
  ): Promise<FlowEnd | undefined> {
    switch (answer.kind) {
      case "left":
      case "back":
        return answer;
      case "pressed":
        await this.change(answer.button);
        return undefined;
      case "chosen": {
        const defined = await this.defined(answer.chosen.signal, start);
        const end = defined && (await this.askAxis(defined));
        return end?.kind === "back" ? undefined : end;
      }
    }
  }

  /** Undefined when the definition could not be had, or leaves no panel; both are told. */
  private async defined(signal: ListedSignal, start: PanelStart): Promise<Defined | undefined> {
    const name = `${signal.code} v${signal.version}`;
    const attempt = vscode.l10n.t("Opening a panel of {0}", name);
    const retry = (): Promise<void> => this.open(signal, start);
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
      void this.parts.failures.report(error, { attempt, connectionId, hasKeyWorked, retry });
    }
    return undefined;
  }

  /** All variants, where there is one way to address them and they are not too many. */
  private wholeOf({ signal, tags, space }: Defined): PanelRef | undefined {
    const [address, ...others] = openAddresses(space);
    if (address === undefined || others.length > 0) return undefined;
    const sets = new Map<string, TagSet>(Object.entries(held(space)));
    for (const kind of address) sets.set(kind, "*");
    const panel = this.referenceOf(signal, Object.fromEntries(sets));
    if (panel.family !== "panel") return undefined;
    try {
      panelMembers(panel, tags);
      return panel;
    } catch (error) {
      if (error instanceof PanelTooLargeError) return undefined;
      throw error;
    }
  }

  /** @param outcome - Without it is asked for. */
  private async askAxis(defined: Defined, outcome?: SeriesOutcome): Promise<FlowEnd> {
    const axes = axesOf(defined.space);
    const [only, ...more] = axes;
    if (only === undefined) return { kind: "back" };
    const asked = more.length === 0 ? 0 : 1;
    const of = fewestSteps + asked + Math.max(...axes.map(({ others }) => others.length));
    this.step = { number: 2, of: outcome === undefined ? of : of - 1 };
    if (more.length === 0) return this.askHeld(defined, only, outcome);
    for (;;) {
      const answer = await this.pick({
        title: this.titleOf(defined),
        placeholder: vscode.l10n.t("Choose what the panel runs over"),
        rows: axisRows(axes),
      });
      if (answer.kind !== "given") return answer;
      const narrowed = { ...defined, space: answer.value.space };
      const end = await this.deeper(() => this.askHeld(narrowed, answer.value, outcome));
      if (end.kind !== "back") return end;
    }
  }

  /** One value of each tag kind that the panel does not run over. */
  private async askHeld(
    defined: Defined,
    axis: Axis,
    outcome: SeriesOutcome | undefined,
  ): Promise<FlowEnd> {
    const { space } = defined;
    const open = axis.others.find((kind) => !Object.hasOwn(space.chosen, kind));
    if (open === undefined) return this.askValues(defined, axis, outcome);
    for (;;) {
      const answer = await this.pick({
        title: this.titleOf(defined),
        placeholder: vscode.l10n.t("Choose the {0} of all variants", readableTagKind(open)),
        rows: valueRows(open, space.values(open)),
      });
      if (answer.kind !== "given") return answer;
      const narrowed = { ...defined, space: space.with(open, answer.value) };
      const end = await this.deeper(() => this.askHeld(narrowed, axis, outcome));
      if (end.kind !== "back") return end;
    }
  }

  private async askValues(
    defined: Defined,
    { tagKind }: Axis,
    outcome: SeriesOutcome | undefined,
  ): Promise<FlowEnd> {
    const { signal, space } = defined;
    const rows = valueRows(tagKind, space.values(tagKind));
    let ticked: readonly string[] = rows.map(({ value }) => value);
    for (;;) {
      const answer = await pickMany({
        title: this.titleOf(defined),
        step: this.step,
        placeholder: vscode.l10n.t("Tick the values of {0}; type to search", tagKind),
        rows,
        ticked: new Set(ticked),
        tellNone: () =>
          void vscode.window.showInformationMessage(vscode.l10n.t("Tick at least one value.")),
        buttons: vintageButtons(this.vintage),
      });
      if (answer.kind === "pressed") {
        ({ ticked } = answer);
        await this.change(answer.button);
        continue;
      }
      if (answer.kind !== "given") return answer;
      ticked = answer.value;
      const sets = new Map<string, TagSet>(Object.entries(held(space)));
      sets.set(tagKind, setOf(ticked, rows));
      const end = await this.deeper(() =>
        this.askOutcome(signal, Object.fromEntries(sets), outcome),
      );
      if (end.kind !== "back") return end;
    }
  }

  private async askOutcome(
    signal: ListedSignal,
    sets: Readonly<Record<string, TagSet>>,
    outcome: SeriesOutcome | undefined,
  ): Promise<FlowEnd> {
    if (outcome !== undefined) {
      return { kind: "decided", reference: this.referenceOf(signal, sets), outcome };
    }
    const words = Object.values(sets).map((set) => {
      if (set === "*") return vscode.l10n.t("all");
      return set.length > 1 ? String(set.length) : set.join("");
    });
    const answer = await this.pick({
      title: this.titleWith(signal, words),
      placeholder: vscode.l10n.t("Choose how to open or save the panel"),
      rows: outcomeRows(),
    });
    if (answer.kind !== "given") return answer;
    const reference = this.referenceOf(signal, sets);
    return { kind: "decided", reference, outcome: answer.value };
  }

  private async finish(end: FlowEnd): Promise<void> {
    if (end.kind !== "decided") return;
    const target = { connectionId: this.connection.id, reference: end.reference };
    await runOutcome(this.parts.actions, target, end.outcome);
  }

  /** One of some rows, with Back and the buttons of the kind and the as-of. */
  private async pick<T>(
    question: Pick<PickQuestion<T>, "title" | "placeholder" | "rows">,
  ): Promise<Answer<T>> {
    for (;;) {
      const { step } = this;
      const buttons = vintageButtons(this.vintage);
      const answer = await pickOne({ ...question, step, buttons, hasBack: true });
      if (answer.kind !== "pressed") return answer;
      await this.change(answer.button);
    }
  }

  private async deeper(ask: () => Promise<FlowEnd>): Promise<FlowEnd> {
    const { step } = this;
    this.step = { ...step, number: step.number + 1 };
    const end = await ask();
    this.step = step;
    return end;
  }

  private async change(button: vscode.QuickInputButton): Promise<void> {
    this.vintage = await changedVintage(this.vintage, button, this.parts, this.connection);
  }

  private referenceOf(
    { code, version }: ListedSignal,
    tags: Readonly<Record<string, TagSet>>,
  ): PanelRef | SignalRef {
    const { dataKind, asOf } = this.vintage;
    return panelRef({ code, version, tags, dataKind, asOf });
  }

  private connect(): Promise<ConnectedService> {
    return this.parts.services.get(this.connection.id);
  }

  private listTitle(): string {
    const { dataKind, asOf } = this.vintage;
    const parts = [vscode.l10n.t("Fetch Panel"), this.connection.name, dataKind, asOfWords(asOf)];
    return plainLine(parts.join(" · "));
  }

  private titleOf({ signal, space }: Defined): string {
    return this.titleWith(signal, Object.values(space.chosen));
  }

  private titleWith({ code, version }: ListedSignal, words: readonly string[]): string {
    const { dataKind, asOf } = this.vintage;
    const isSample = this.connection.kind === "sample";
    const sample = isSample ? ["SAMPLE"] : [];
    const parts = [...sample, `${code} v${version}`, ...words, dataKind, asOfWords(asOf)];
    return plainLine(parts.join(" · "));
  }
}

function held(space: VariantSpace): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(space.chosen).map(([kind, value]) => [kind, [value]]));
}

async function showCommands(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.showCommands");
}
