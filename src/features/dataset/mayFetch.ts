import * as vscode from "vscode";
import { membersOf } from "../../dataset/datasetTables";
import { type DatasetSource } from "../../dataset/source";
import { type DatasetTable } from "../../dataset/spec";
import { asOfsOfGrid } from "../../shared/asOfGrid";
import { endOfDay, type Instant } from "../../shared/instant";
import { plainMessage } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { type AsOfGate, LaterThanAsOfError } from "../../store/asOfGate";
import { isLatest } from "../../store/latest";
import { mayUseNewest } from "../../editor/prompt/mayUseNewest";
import { asOfText } from "../../editor/text/dateText";
import { type DatasetInFile } from "./datasetOnDisk";

type VintageTable = Extract<DatasetTable, { readonly kind: "vintages" }>;

/**
 * In a window with an as-of, asks before latest means that, before later vintages are left out, and before forecasts
 * are fetched. Requests nothing.
 *
 * @throws {@link LaterThanAsOfError} for a fixed as-of that is later, also one in a list
 */
export async function mayFetch(
  { name, spec }: DatasetInFile,
  source: DatasetSource,
  gate: AsOfGate,
  actionFor: (asOf: string) => string,
): Promise<boolean> {
  const { instant } = gate;
  if (instant === undefined) return true;
  const { t } = vscode.l10n;
  const members = spec.tables.flatMap(membersOf);
  const later = members.filter((each) => gate.refuses(each));
  const grids = spec.tables.flatMap((table) => (table.kind === "vintages" ? [table] : []));
  const dated = [...later, ...grids.flatMap(listedVintages)];
  const fixed = dated.find((each) => gate.refuses(each) && !isLatest(each));
  if (fixed !== undefined) throw new LaterThanAsOfError(fixed, instant);
  const known = grids.length === 0 ? [] : ((await source.productions?.()) ?? []);
  const cut = grids.filter((table) => hasLater(table, gate, known));
  const asOf = asOfText(instant);
  const words = [
    ...(later.length === 0
      ? []
      : [t("{0} asks for latest, but this window's as-of is {1}.", name, asOf)]),
    ...(cut.length === 0
      ? []
      : [
          t(
            "Vintages later than this window's as-of, {0}, are left out of {1}.",
            asOf,
            cut.map((table) => table.name).join(", "),
          ),
        ]),
  ];
  if (words.length > 0) {
    const use = actionFor(asOf);
    const options = { modal: true };
    const message = plainMessage(words.join(" "));
    if ((await vscode.window.showWarningMessage(message, options, use)) !== use) return false;
  }
  return mayUseNewest(members, gate);
}

/** The vintages that a list of as-ofs names; none for periods and productions. */
function listedVintages({ members, asOfs }: VintageTable): readonly Reference[] {
  if (!Array.isArray(asOfs)) return [];
  const listed = asOfs as readonly Instant[];
  return members.flatMap((each) => listed.map((asOf) => ({ ...each, asOf })));
}

/** Whether a grid has as-ofs up to today that are later than the window's. */
function hasLater(
  { asOfs }: VintageTable,
  gate: AsOfGate,
  productions: readonly Instant[],
): boolean {
  const today = endOfDay(Math.floor(Date.now() / 86_400_000));
  const newest = asOfsOfGrid(asOfs, { last: today, productions }).at(-1);
  return newest !== undefined && gate.isLater(newest);
}
