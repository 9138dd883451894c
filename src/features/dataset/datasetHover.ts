import {
  findNodeAtLocation,
  findNodeAtOffset,
  getNodePath,
  type Node,
  parseTree,
} from "jsonc-parser";
import * as vscode from "vscode";
import { type DatasetLock, type LockedSeries } from "../../dataset/lock";
import { type AsOfGate } from "../../store/asOfGate";
import { instantOfTyped } from "../../shared/instant";
import { plainLine } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { referenceOfPath } from "../../shared/referencePath";
import { toMarkdownCell } from "../../data/markdownTable";
import { TokenSignal, isCancellation } from "../../editor/cancellation";
import { rowsText } from "../../editor/text/countedText";
import { dateText } from "../../editor/text/dateText";
import { CachedSeries, type CachedSeriesOptions } from "../notebook/lines/cachedSeries";
import { lineHover } from "../notebook/lines/hoverText";
import { lockBeside } from "./datasetOnDisk";

/** More absent series are counted only. */
const maxAbsent = 8;

/**
 * The hover for a table or a reference of a dataset: what the lock says of it, and what is cached. Reads files and the
 * cache; makes no request.
 */
export async function datasetHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  options: CachedSeriesOptions,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const root = parseTree(document.getText());
  const node = root && findNodeAtOffset(root, document.offsetAt(position));
  const place = root && node && placeOf(root, node);
  if (node === undefined || place === undefined) return undefined;
  const cancellation = new TokenSignal(token);
  try {
    const lock = await lockBeside(document.uri).catch(() => undefined);
    const { gate } = options.services;
    const locked = lock && lockedText(linesOf(lock, place), gate);
    const cached =
      place.line && (await lineHover(place.line, new CachedSeries(options), cancellation.signal));
    const contents = [
      ...(cached === undefined ? [] : [cached]),
      ...(locked === undefined ? [] : [new vscode.MarkdownString(toMarkdownCell(locked))]),
    ];
    if (contents.length === 0) return undefined;
    const range = new vscode.Range(
      document.positionAt(node.offset),
      document.positionAt(node.offset + node.length),
    );
    return new vscode.Hover(contents, range);
  } catch (error) {
    if (isCancellation(error)) return undefined;
    throw error;
  } finally {
    cancellation.dispose();
  }
}

/** The part of a dataset under the pointer: a table, or a reference of it. */
interface HoveredPlace {
  readonly table: string;
  readonly line: { readonly reference: Reference; readonly service: string } | undefined;
}

function placeOf(root: Node, node: Node): HoveredPlace | undefined {
  const [first, table, ...rest] = getNodePath(node);
  if (first !== "tables" || typeof table !== "string" || node.type !== "string") return undefined;
  const isKey = node.parent?.type === "property" && node.parent.children?.[0] === node;
  if (isKey) return rest.length === 0 ? { table, line: undefined } : undefined;
  const reference = referenceIn(root, String(node.value));
  if (reference === undefined) return undefined;
  const service = String(findNodeAtLocation(root, ["service"])?.value);
  return { table, line: { reference, service } };
}

/** The reference in a text, with the kind and the as-of of the dataset where it has none. */
function referenceIn(root: Node, text: string): Reference | undefined {
  const asOf = String(findNodeAtLocation(root, ["asOf"])?.value ?? "latest");
  const kind = String(findNodeAtLocation(root, ["kind"])?.value);
  const typed = instantOfTyped(asOf);
  const instant = typed.ok ? typed.instant : "latest";
  const own = text.split("/").length > 4 ? text : `${text}/${kind}`;
  return (
    referenceOfPath(text) ??
    referenceOfPath(`${own}/${instant}`) ??
    referenceOfPath(`${own}/latest`)
  );
}

/** The lines of a table, or those of its series that a reference names. */
function linesOf({ series }: DatasetLock, { table, line }: HoveredPlace): readonly LockedSeries[] {
  const own = series.filter((each) => each.table === table);
  const reference = line?.reference;
  if (reference === undefined || reference.family === "panel") return own;
  const isIt = (other: Reference): boolean =>
    other.family === "forecast" || reference.family === "forecast"
      ? JSON.stringify(other) === JSON.stringify(reference)
      : other.code === reference.code &&
        other.version === reference.version &&
        JSON.stringify(other.tags) === JSON.stringify(reference.tags);
  return own.filter((each) => isIt(each.reference));
}

/** `In the lock: 40 series, 312,000 rows, 1 Jan 1990 – 28 Jun 2024. Absent: country_iso=XK (404)`. */
function lockedText(lines: readonly LockedSeries[], gate: AsOfGate): string | undefined {
  const { t } = vscode.l10n;
  // The hover hides series that are later than the window's as-of.
  const shown = lines.filter(({ reference }) =>
    reference.family === "forecast" ? gate.instant === undefined : !gate.isLater(reference.asOf),
  );
  if (shown.length === 0) return undefined;
  const held = shown.flatMap((each) => ("absent" in each ? [] : [each]));
  const absent = shown.flatMap((each) => ("absent" in each ? [each] : []));
  // A table of vintages may have more series than a call has arguments.
  const first = held.reduce((before, each) => Math.min(before, each.first ?? Infinity), Infinity);
  const last = held.reduce((before, each) => Math.max(before, each.last ?? -Infinity), -Infinity);
  const days = first > last ? [] : [t("{0} to {1}", dateText(first), dateText(last))];
  const count =
    held.length === 1
      ? t("1 series")
      : t("{0} series", held.length.toLocaleString(vscode.env.language));
  const rows = rowsText(held.reduce((sum, each) => sum + each.rows, 0));
  const words = t("In the lock: {0}", [count, rows, ...days].join(", "));
  if (absent.length === 0) return words;
  const names = absent.slice(0, maxAbsent).map(absentName);
  const more = absent.length - names.length;
  const all = more > 0 ? [...names, t("{0} more", more)] : names;
  return `${words}. ${t("Absent: {0}", all.join(", "))}`;
}

function absentName({ reference, absent }: Extract<LockedSeries, { absent: unknown }>): string {
  const name =
    reference.family === "forecast"
      ? [reference.market, reference.currency, reference.horizon].join(" ")
      : [reference.code, ...Object.values(reference.tags)].join(" ");
  return plainLine(`${name} (${absent})`, 100);
}
