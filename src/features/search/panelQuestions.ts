import * as vscode from "vscode";
import { type TagAxis, tagAxes } from "../../catalog/panelStart";
import { type VariantSpace } from "../../catalog/variantSpace";
import { type ListedSignal } from "../../service/parseSignals";
import { type Tag } from "../../service/parseTags";
import { plainLine } from "../../shared/plainText";
import {
  type PanelRef,
  panelRef,
  type SignalRef,
  type TagSet,
  type Vintage,
} from "../../shared/reference";
import { readableTagKind } from "../../shared/tagKind";
import { type Connection } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import {
  type Left,
  type Pressed,
  type PromptAnswer,
  askBesideButtons,
  askThen,
} from "../../editor/prompt/promptAnswer";
import { pickMany } from "../../editor/prompt/pickMany";
import { pickOne, type PickQuestion } from "../../editor/prompt/pickOne";
import { axisRows, setOf, tickedOf, valueRows, withMore } from "./panelSteps";
import { changedVintage, vintageButtons } from "./vintage";
import { asOfText } from "../../editor/text/dateText";

/** A signal with its variants. */
export interface DefinedSignal {
  readonly signal: ListedSignal;
  readonly tags: readonly Tag[];
  /** The variants to choose from. */
  readonly space: VariantSpace;
}

/** How the person left the questions. */
export type PanelEnd =
  | Left
  | { readonly kind: "back" }
  | { readonly kind: "decided"; readonly reference: PanelRef | SignalRef };

/** The questions about a panel once its signal is chosen, with kind and as-of in each title. */
export class PanelQuestions {
  private step = { number: 1, of: 1 };
  private current: Vintage;
  /** Ticked values by signal and tag kind, for when the person returns. */
  private readonly kept = new Map<string, TagSet>();

  constructor(
    private readonly parts: ConnectionDependencies,
    private readonly connection: Connection,
    vintage: Vintage,
  ) {
    this.current = vintage;
  }

  /** Including the person's changes. */
  get vintage(): Vintage {
    return this.current;
  }

  /** Handles a title button. */
  async change(button: vscode.QuickInputButton): Promise<void> {
    this.current = await changedVintage(this.current, button, this.parts, this.connection);
  }

  referenceOf(
    { code, version }: ListedSignal,
    tags: Readonly<Record<string, TagSet>>,
  ): PanelRef | SignalRef {
    const { dataKind, asOf } = this.current;
    return panelRef({ code, version, tags, dataKind, asOf });
  }

  /** Asks which tag kind the panel runs over, and the questions that follow. */
  async askAxis(defined: DefinedSignal): Promise<PanelEnd> {
    const axes = tagAxes(defined.space);
    const [only, ...more] = axes;
    if (only === undefined) return { kind: "back" };
    const asked = more.length === 0 ? 1 : 2;
    this.step = { number: 1, of: asked + Math.max(...axes.map(({ others }) => others.length)) };
    if (more.length === 0) return this.askHeld(defined, only);
    const ask = (): Promise<PromptAnswer<TagAxis>> =>
      this.pick({
        title: this.titleOf(defined),
        placeholder: vscode.l10n.t("Choose the tag the panel runs over"),
        rows: axisRows(axes),
      });
    return askThen(ask, (axis) =>
      this.deeper(() => this.askHeld({ ...defined, space: axis.space }, axis)),
    );
  }

  /** Asks for one value of each tag kind that the panel does not run over. */
  private async askHeld(defined: DefinedSignal, axis: TagAxis): Promise<PanelEnd> {
    const { space } = defined;
    const open = axis.others.find((kind) => !Object.hasOwn(space.chosen, kind));
    if (open === undefined) return this.askValues(defined, axis);
    const values = space.values(open);
    const question = vscode.l10n.t("Choose the {0} for all variants", readableTagKind(open));
    const ask = (): Promise<PromptAnswer<string>> =>
      this.pick({
        title: this.titleOf(defined),
        placeholder: withMore(question, values),
        rows: valueRows(open, values),
      });
    return askThen(ask, (value) => {
      const narrowed = { ...defined, space: space.with(open, value) };
      return this.deeper(() => this.askHeld(narrowed, axis));
    });
  }

  private async askValues(defined: DefinedSignal, { tagKind }: TagAxis): Promise<PanelEnd> {
    const { signal, space } = defined;
    const values = space.values(tagKind);
    const rows = valueRows(tagKind, values);
    const question = vscode.l10n.t("Select values of {0}; type to search", tagKind);
    const key = JSON.stringify([signal.code, signal.version, tagKind]);
    const tick = async (): Promise<PromptAnswer<readonly string[]> | Pressed> => {
      const answer = await pickMany({
        title: this.titleOf(defined),
        ...this.shownStep,
        placeholder: withMore(question, values),
        rows,
        ticked: new Set(tickedOf(rows, this.kept.get(key))),
        reportNone: () =>
          void vscode.window.showInformationMessage(vscode.l10n.t("Select at least one value.")),
        buttons: vintageButtons(this.current),
      });
      if (answer.kind !== "left") {
        this.kept.set(key, setOf(answer.kind === "given" ? answer.value : answer.ticked, rows));
      }
      return answer;
    };
    const ask = (): Promise<PromptAnswer<readonly string[]>> => this.besideButtons(tick);
    const answer = await ask();
    if (answer.kind !== "given") return answer;
    const sets = new Map<string, TagSet>(Object.entries(chosenSets(space)));
    sets.set(tagKind, setOf(answer.value, rows));
    return { kind: "decided", reference: this.referenceOf(signal, Object.fromEntries(sets)) };
  }

  /** Asks for one of several rows, with Back and the buttons for kind and as-of. */
  private pick<T>(question: PickQuestion<T>): Promise<PromptAnswer<T>> {
    return this.besideButtons(() => {
      const buttons = vintageButtons(this.current);
      return pickOne({ ...question, ...this.shownStep, buttons, hasBack: true });
    });
  }

  /** A single question has no number. */
  private get shownStep(): { readonly step?: { readonly number: number; readonly of: number } } {
    return this.step.of > 1 ? { step: this.step } : {};
  }

  private besideButtons<A extends { readonly kind: string }>(
    ask: () => Promise<A | Pressed>,
  ): Promise<Exclude<A, Pressed>> {
    return askBesideButtons(ask, (button) => this.change(button));
  }

  private async deeper(ask: () => Promise<PanelEnd>): Promise<PanelEnd> {
    const { step } = this;
    this.step = { ...step, number: step.number + 1 };
    const end = await ask();
    this.step = step;
    return end;
  }

  private titleOf({ signal: { code, version }, space }: DefinedSignal): string {
    const { dataKind, asOf } = this.current;
    const isSample = this.connection.kind === "sample";
    const sample = isSample ? ["SAMPLE"] : [];
    const words = [`${code} v${version}`, ...Object.values(space.chosen), dataKind, asOfText(asOf)];
    return plainLine([...sample, ...words].join(" · "));
  }
}

/** The chosen values as sets with one value each. */
export function chosenSets(space: VariantSpace): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(space.chosen).map(([kind, value]) => [kind, [value]]));
}
