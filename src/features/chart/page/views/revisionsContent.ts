import { type RevisionsState } from "../../model/viewState";
import { formatCount, formatValue } from "../../../../shared/series/numberText";
import { type RevisionRun } from "../../../../shared/series/revisions";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import {
  emptyCell,
  type GridCell,
  type GridContent,
  type GridHead,
  type GridRow,
} from "../../../../ui/table/gridView";
import { type CellPlace } from "../../../../ui/table/selection";
import { type VintagePair } from "../model/pane";
import { formatDifference, isSignFlipRun, kindText } from "../model/revisionTable";

/** The indices of the columns beside the days. */
const columnOf = { days: 0, before: 1, after: 2, change: 3, kind: 4 } as const;
export const changeColumn = columnOf.change;

/** A row whose texts are made only when it is in sight, because there may be thousands. */
class RunRow implements GridRow {
  readonly isHeading = false;

  constructor(private readonly run: RevisionRun) {}

  get label(): string {
    return dateText(this.run.first);
  }

  get code(): string {
    const { first, last } = this.run;
    return first === last ? "" : `– ${dateText(last)}`;
  }
}

/** The runs of days that differ between two vintages, as the content of a grid. */
export class RevisionsContent implements GridContent {
  readonly label = t("Revisions");
  readonly rows: readonly GridRow[];
  readonly corner: GridHead;
  readonly columns: readonly GridHead[];
  readonly asides = [];
  readonly totals = [];
  readonly sizes = {
    row: 22,
    names: (): number => 172,
    column: { least: 56, most: 96 },
    aside: 0,
  };
  private readonly limit: number;

  constructor(
    private readonly pair: VintagePair,
    readonly runs: readonly RevisionRun[],
    by: RevisionsState["by"],
  ) {
    this.rows = runs.map((run) => new RunRow(run));
    this.corner = headOf(t("From – to"), by === "day" ? "ascending" : null);
    this.columns = [
      headOf(t("Days")),
      headOf(pair.before.name),
      headOf(pair.after.name),
      {
        // Browsers do not hyphenate English without a dictionary.
        ...headOf(
          t("Difference").replace("Differ", "Differ\u00ad"),
          by === "size" ? "descending" : null,
        ),
        tooltip: `${pair.after.name} − ${pair.before.name}`,
      },
      headOf(t("Change")),
    ];
    this.limit = runs.reduce(
      (most, { change }) => (Math.abs(change) > most ? Math.abs(change) : most),
      Number.MIN_VALUE,
    );
  }

  cellAt({ row, column }: CellPlace): GridCell {
    const run = this.runs[row];
    if (run === undefined) return emptyCell;
    return column === columnOf.change
      ? this.changeCell(run)
      : { ...emptyCell, text: this.textOf(run, column) };
  }

  private textOf(run: RevisionRun, column: number): string {
    const { unit } = this.pair;
    switch (column) {
      case columnOf.days:
        return formatCount(run.days);
      case columnOf.before:
        return Number.isNaN(run.before) ? "" : formatValue(unit, run.before);
      case columnOf.after:
        return Number.isNaN(run.after) ? "" : formatValue(unit, run.after);
      default:
        return kindText(run);
    }
  }

  /** The colour is the sign of the difference; a sign flip has the bar that it has in the heat map. */
  private changeCell(run: RevisionRun): GridCell {
    const { change } = run;
    if (Number.isNaN(change)) return emptyCell;
    const sign = change > 0 ? "p" : "n";
    const turn = isSignFlipRun(run) ? (change > 0 ? " flip up" : " flip down") : "";
    return {
      ...emptyCell,
      text: formatDifference(this.pair.unit, change),
      class: `${sign}${turn}`,
      strength: Math.abs(change) / this.limit,
    };
  }
}

function headOf(title: string, sort: GridHead["sort"] = null): GridHead {
  return { title, tooltip: "", sort, below: null };
}
