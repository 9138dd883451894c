import * as vscode from "vscode";
import { PanelTooLargeError } from "../../catalog/panelErrors";
import {
  openAddresses,
  openSpace,
  type PanelStart,
  type PanelSubject,
} from "../../catalog/panelStart";
import { panelVariants } from "../../catalog/panelVariants";
import { VariantSpace } from "../../catalog/variantSpace";
import { type ListedSignal } from "../../service/parseSignals";
import { plainLine } from "../../shared/plainText";
import { type PanelRef, type TagSet, type Vintage } from "../../shared/reference";
import { type Connection } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { UnknownConnectionError } from "../../editor/report/unknownConnectionError";
import { withDelayedProgress } from "../../editor/progress";
import { type DefinedSignal, chosenSets, type PanelEnd, PanelQuestions } from "./panelQuestions";

/** A signal's definition allows no panel. */
export class NoPanelError extends Error {
  override readonly name = "NoPanelError";

  /** @param signal - Its code and version. */
  constructor(signal: string) {
    super(vscode.l10n.t("{0} has no variants for a panel.", signal));
  }
}

/** A prompt on the connection of a target; undefined where the connection is gone, which is reported. */
export async function panelPromptOf(
  parts: ConnectionDependencies,
  subject: PanelSubject,
): Promise<PanelPrompt | undefined> {
  const { connectionId } = subject;
  const connection = parts.connections.find(connectionId);
  if (connection !== undefined) return new PanelPrompt(parts, connection, subject);
  const attempt = vscode.l10n.t("Could not open a panel");
  await parts.failures.report(new UnknownConnectionError(connectionId), { attempt });
  return undefined;
}

/** Asks for panels of one connection. */
export class PanelPrompt {
  private readonly questions: PanelQuestions;

  constructor(
    private readonly parts: ConnectionDependencies,
    private readonly connection: Connection,
    vintage: Vintage,
  ) {
    this.questions = new PanelQuestions(parts, connection, vintage);
  }

  /** Including the person's changes. */
  get vintage(): Vintage {
    return this.questions.vintage;
  }

  /**
   * All variants of a signal if there is a single way to address them, else what the person chooses. Undefined when its
   * definition could not be loaded, or allows no panel; both are reported.
   */
  async choose(
    signal: ListedSignal,
    start: PanelStart,
    isWhole = true,
  ): Promise<PanelEnd | undefined> {
    try {
      return await this.ask(signal, start, isWhole);
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

  /** As {@link choose}. @throws what a definition fails with, and {@link NoPanelError}. */
  async ask(signal: ListedSignal, start: PanelStart, isWhole = true): Promise<PanelEnd> {
    const defined = await this.define(signal, start);
    const reference = isWhole ? this.wholeOf(defined) : undefined;
    if (reference !== undefined) return { kind: "decided", reference };
    return this.questions.askAxis(defined);
  }

  /** A panel, as {@link choose}. Undefined also for a single series, which is reported. */
  async panelOf(signal: ListedSignal, start: PanelStart): Promise<PanelRef | undefined> {
    const end = await this.choose(signal, start);
    if (end?.kind !== "decided") return undefined;
    if (end.reference.family === "panel") return end.reference;
    const words = vscode.l10n.t("{0} is one series, not a panel.", signal.code);
    await vscode.window.showInformationMessage(plainLine(words));
    return undefined;
  }

  private async define(signal: ListedSignal, start: PanelStart): Promise<DefinedSignal> {
    const title = vscode.l10n.t("Loading the variants of {0}", nameOf(signal));
    const { tags } = await withDelayedProgress(title, async (aborted) => {
      const { catalog } = await this.parts.services.get(this.connection.id);
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
}

function nameOf({ code, version }: ListedSignal): string {
  return `${code} v${version}`;
}
