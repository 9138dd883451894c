import * as vscode from "vscode";
import { sliceFrame } from "../../../data/sliceFrame";
import { type TableContent, type TableView } from "../../../data/table/content";
import { type JoinMismatch } from "../../../data/table/join";
import { type Instant } from "../../../shared/instant";
import { plainLabel, plainLine } from "../../../shared/plainText";
import { formatCount } from "../../../shared/series/numberText";
import { readableTitle } from "../../chart/host/readableTitle";
import { type Table } from "../../../store/tables";
import { asOfText } from "../../../editor/text/dateText";
import { countText } from "../../../editor/text/coverageLine";
import { rowsText } from "../../../editor/text/countedText";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { panelSummary } from "../../../editor/text/panelSummary";
import { failureText } from "../../../editor/report/failureText";
import { repairText, repairTextOfAll } from "../../../editor/report/repairText";
import { reportSavedFile } from "../../../editor/report/savedFiles";
import { type Services } from "../../../connect/connectedServices";

/** The titles used while saving a table. */
export interface SaveTitles {
  /** The title of the questions. */
  readonly question: string;
  /** The title of the file dialog. */
  readonly dialog: string;
  readonly progress: string;
  readonly failure: string;
}

export async function saveTitles(content: TableContent, services: Services): Promise<SaveTitles> {
  const { t } = vscode.l10n;
  switch (content.kind) {
    case "series":
    case "panel": {
      const title = await readableTitle(content.member, services);
      return {
        question: t("Save {0}", title),
        dialog: t("Save {0} As", title),
        progress: t("Saving {0}", title),
        failure: t("Could not save {0}", title),
      };
    }
    case "set": {
      const { length } = content.members;
      return {
        question: t("Save {0} Series", length),
        dialog: t("Save {0} Series As", length),
        progress: t("Saving {0} series", length),
        failure: t("Could not save {0} series", length),
      };
    }
    case "join": {
      const { length } = content.members;
      return {
        question: t("Save {0} Panels", length),
        dialog: t("Save {0} Panels As", length),
        progress: t("Saving {0} panels", length),
        failure: t("Could not save {0} panels", length),
      };
    }
  }
}

/** Reports a save, and how joined panels did not match. */
export function reportSaved(
  table: Table,
  view: TableView,
  location: vscode.Uri,
  {
    mismatch,
    bound,
  }: { readonly mismatch?: JoinMismatch | undefined; readonly bound?: Instant | undefined } = {},
): void {
  const saved = savedText(table, view, nameOfLocation(location), bound);
  const words =
    mismatch === undefined || table.kind !== "join"
      ? []
      : mismatchText(
          mismatch,
          table.members.map(({ target }) => seriesTitle(target)),
        );
  const message = words.length === 0 ? saved : `${saved}. ${words.join(" ")}`;
  void reportSavedFile(message, location);
}

/** The file's name for display. */
export function nameOfLocation({ path }: vscode.Uri): string {
  return plainLine(path.slice(path.lastIndexOf("/") + 1));
}

/**
 * The message after saving. The file comes first, since a status bar truncates the end, then its size: `Saved
 * INFL-v2….csv (8,778 rows)`, `Saved INFL-v2….parquet (38 of 40 variants · 2 without data)`; then why it is not newer,
 * and the repairs of the answers.
 *
 * @param bound - The window's as-of, which forecasts ignore.
 */
export function savedText(
  table: Table,
  { slice }: TableView,
  name: string,
  bound?: Instant,
): string {
  const { t } = vscode.l10n;
  switch (table.kind) {
    case "series": {
      const { frame, staleBecause, repairs, reference } = table.member;
      const rows = rowsText(sliceFrame(frame, slice).days.length);
      const isNewest = bound !== undefined && reference.family === "forecast";
      const newest = isNewest ? [t("latest, not as of {0}", asOfText(bound))] : [];
      const saved = t("Saved {0} ({1})", name, rows);
      return joined(saved, newest, staleText(staleBecause), repairText(repairs));
    }
    case "set": {
      const saved = t("Saved {0} ({1} series)", name, table.members.length);
      return joined(saved, repairTextOfAll(table.members));
    }
    case "panel": {
      const { panel } = table.member;
      const summary = panelSummary(panel);
      const saved = t("Saved {0} ({1})", name, countText(summary));
      return joined(saved, staleText(panel.staleBecause), repairText(summary.repairs));
    }
    case "join": {
      const saved = t("Saved {0} ({1} panels)", name, table.members.length);
      return joined(saved, repairTextOfAll(table.members.flatMap(({ panel }) => panel.variants)));
    }
  }
}

function joined(saved: string, ...more: readonly (readonly string[])[]): string {
  return [saved, ...more.flat()].join(" · ");
}

function staleText(staleBecause: Error | undefined): readonly string[] {
  return staleBecause === undefined
    ? []
    : [vscode.l10n.t("out of date ({0})", plainLabel(failureText(staleBecause)))];
}

/** Above this number, variants are counted, not named. */
const maxNamed = 5;

/**
 * The mismatches of joined panels; empty when all match.
 *
 * @param titles - Of the panels.
 */
export function mismatchText(
  { variants, missing, rows, uneven }: JoinMismatch,
  titles: readonly string[],
): readonly string[] {
  const { t } = vscode.l10n;
  const lacking = missing.flatMap((lost, at) =>
    lost.length === 0
      ? []
      : [
          t(
            "{0} has no data for {1} of {2} variants: {3}.",
            titles[at] ?? "",
            formatCount(lost.length),
            formatCount(variants),
            namedVariants(lost),
          ),
        ],
  );
  const days =
    uneven === 0
      ? []
      : [
          t(
            "For the variants in all panels, {0} of {1} days are missing from at least one.",
            formatCount(uneven),
            formatCount(rows),
          ),
        ];
  return [...lacking, ...days];
}

/** Variants by their tag values: `DE, FR`, `DE Energy, and 3 more`. */
function namedVariants(lost: JoinMismatch["missing"][number]): string {
  const named = lost
    .slice(0, maxNamed)
    .map((values) => values.filter((value) => value !== null).join(" "));
  const others = lost.length - named.length;
  const more = others > 0 ? [vscode.l10n.t("and {0} more", formatCount(others))] : [];
  return [...named, ...more].join(", ");
}
