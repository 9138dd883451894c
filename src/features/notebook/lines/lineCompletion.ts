import * as vscode from "vscode";
import { ReadableNames } from "../../../catalog/readableNames";
import { isReferenceLine } from "../../../shared/referenceLine";
import { plainLine } from "../../../shared/plainText";
import { connectionOfService } from "../../../connect/connectionOfService";
import { type ConnectedService } from "../../../connect/connectedServices";
import { cachedNewest } from "../../browse/cachedNewest";
import { rowScore, signalValue } from "../../browse/rowValue";
import { cardMarkdown, type SignalCard, signalCard } from "../../browse/signalCard";
import { placeInLiteral } from "../code/completedLiteral";
import {
  type CompletedPlace,
  placeInDataset,
  placeInLine,
  placeInPin,
} from "../code/completedPlace";
import { languageIdOf } from "../languageId";
import { specEnding } from "../../../dataset/spec";
import { CachedSeries, type CachedSeriesOptions } from "./cachedSeries";
import { type CompletingText, choicesAt, signalOf } from "./completionChoices";

/** Longer names are cut. */
const longestName = 60;

/** Where the cursor is, and whether the person asked for completions there. */
export interface AskedPlace {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly isAsked: boolean;
}

/** Completes reference lines and texts in their code with what is cached: makes no request. */
export class LineCompletion {
  private readonly names = new ReadableNames(vscode.env.language);
  private readonly known: CachedSeries;
  /** The signals of items, whose cards are made when they are looked at. */
  private readonly cards = new WeakMap<vscode.CompletionItem, () => Promise<SignalCard>>();

  constructor(private readonly options: CachedSeriesOptions) {
    this.known = new CachedSeries(options);
  }

  /**
   * The items that complete a place; undefined outside reference lines and our code.
   *
   * @throws the signal's reason when it aborts.
   */
  async at(asked: AskedPlace, signal: AbortSignal): Promise<vscode.CompletionList | undefined> {
    const place = placeOf(asked);
    const service = place && (await this.serviceOf(place));
    signal.throwIfAborted();
    if (place === undefined || service === undefined) return undefined;
    const { catalog } = service;
    const signals = (await catalog.cachedSignals())?.items ?? [];
    const named = signalOf(place.signal, { signals });
    if (named !== undefined) await catalog.storedDefinition(named);
    signal.throwIfAborted();
    const known = {
      signals,
      definitionOf: catalog.cachedDefinition.bind(catalog),
      valueName: (kind: string, value: string) => this.names.tagValue(kind, value),
    };
    const { choices, isCut } = choicesAt(place, known, asked.isAsked);
    const { line } = asked.position;
    const range = new vscode.Range(line, place.from, line, place.to);
    const items: vscode.CompletionItem[] = [];
    for (const [at, choice] of choices.entries()) {
      const written = place.write(choice.text);
      if (written === undefined) continue;
      const value = await this.valueOf(choice, service);
      signal.throwIfAborted();
      const item = itemOf(choice, { written, value, range, at });
      const listed = choice.signal;
      const { gate } = this.options.services;
      if (listed !== undefined) this.cards.set(item, () => signalCard(service, listed, gate));
      items.push(item);
    }
    return new vscode.CompletionList(items, isCut);
  }

  /** Adds the card of a signal. */
  async resolve(item: vscode.CompletionItem): Promise<vscode.CompletionItem> {
    const card = await this.cards.get(item)?.();
    if (card !== undefined) item.documentation = cardMarkdown(card);
    return item;
  }

  /** The service of the line; without one, of the active connection. */
  private async serviceOf({ service }: CompletedPlace): Promise<ConnectedService | undefined> {
    const { connections } = this.known;
    const connection =
      service === undefined ? connections.active : connectionOfService(service, connections);
    return connection && this.known.serviceOf(connection.id);
  }

  /** The newest value of a choice's variant, which has no as-of; after its name unless the choice is its value. */
  private async valueOf(choice: CompletingText, { catalog }: ConnectedService): Promise<string> {
    const score = rowScore();
    if (score === undefined || this.options.services.gate.instant !== undefined) return "";
    const variant = choice.variant?.();
    if (variant === undefined) return "";
    const { definition, tags } = variant;
    const values = await cachedNewest(catalog, definition);
    const newest = values?.of(tags);
    if (newest === undefined) return "";
    const { text } = signalValue(newest, values?.newestDay, score);
    if (choice.what === "tagValue") return text;
    const names = Object.entries(tags).map(([kind, value]) => this.names.tagValue(kind, value));
    return [...names, text].join(" ");
  }
}

/** Whether a document has the editor's settings, whose pins are written as reference lines are. */
function isSettings({ uri }: vscode.TextDocument): boolean {
  return uri.path.endsWith("/settings.json");
}

function placeOf({ document, position }: AskedPlace): CompletedPlace | undefined {
  const { line: row, character: column } = position;
  const lineAt = (at: number): string => document.lineAt(at).text;
  const text = lineAt(row);
  if (isSettings(document)) return placeInPin(lineAt, row, column);
  if (document.uri.path.endsWith(specEnding))
    return placeInDataset(document.getText(), text, column);
  if (isReferenceLine(text)) return placeInLine(text, column);
  const languageId = languageIdOf(document.languageId, document.uri.path);
  return placeInLiteral({ lineAt, row, column, languageId });
}

const { CompletionItemKind } = vscode;

const kindOf: Readonly<Record<CompletingText["what"], vscode.CompletionItemKind>> = {
  code: CompletionItemKind.Constant,
  version: CompletionItemKind.Constant,
  tagKind: CompletionItemKind.Property,
  tagValue: CompletionItemKind.EnumMember,
  dataKind: CompletionItemKind.Keyword,
};

interface WrittenChoice {
  readonly written: string;
  /** Empty without a value. */
  readonly value: string;
  readonly range: vscode.Range;
  readonly at: number;
}

function itemOf(
  { what, text, name }: CompletingText,
  { written, value, range, at }: WrittenChoice,
): vscode.CompletionItem {
  const label = {
    label: plainLine(text, longestName),
    detail: value === "" ? "" : ` ${plainLine(value, longestName)}`,
    description: name === text ? "" : plainLine(name, longestName),
  };
  const item = new vscode.CompletionItem(label, kindOf[what]);
  item.insertText = written;
  item.range = range;
  // Typed text is matched with what it becomes, and with the name.
  item.filterText = `${written} ${text} ${name}`;
  // The editor sorts by text, and the order is that of the service.
  item.sortText = String(at).padStart(4, "0");
  // Offers the values of a tag kind, which follow at once.
  if (/[=/]$/.test(written)) item.command = { command: "editor.action.triggerSuggest", title: "" };
  return item;
}
