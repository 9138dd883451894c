import { type ForecastsMoved } from "../../protocol";
import { t } from "../../../../../ui/l10n";
import { type TooltipContent } from "../../../../../ui/tooltipContent";
import { filterTerms, passesFilter } from "../../../../../ui/table/filterTerms";
import {
  type GridCell,
  type GridContent,
  type GridHead,
  type GridRow,
} from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { type SummaryIndex, type SummaryKey } from "../model/summaryIndex";
import { coordinatesText, marketName, percentText, signedPercentText } from "./explorerLabels";

const columnPx = 64;

interface MovedRow {
  readonly key: SummaryKey;
  readonly total: number;
  readonly added: number;
}

/** The forecasts that a signal variant moves, largest contribution first, as the content of a grid. */
export class MovedContent implements GridContent {
  readonly label: string;
  readonly rows: readonly GridRow[];
  readonly corner: GridHead = headOf(t("By contribution"));
  readonly columns: readonly GridHead[] = [
    // Browsers do not hyphenate English without a dictionary.
    headOf(t("Contribution, %").replace("Contribution", "Contri\u00adbution")),
    headOf(t("Forecast, %")),
  ];
  readonly asides = [];
  readonly totals = [];
  readonly sizes = {
    row: 22,
    names: (width: number): number => Math.max(116, width - 2 * columnPx - 1),
    column: { least: columnPx, most: columnPx },
    aside: 0,
  };
  private readonly moved: readonly MovedRow[];
  private readonly limit: number;

  constructor(
    private readonly index: SummaryIndex,
    { variant, summaries, forecasts }: ForecastsMoved,
    filter: string,
  ) {
    this.label = t("Forecasts moved by {0}", variant);
    const terms = filterTerms(filter);
    const all = Array.from(summaries, (summary, at) => ({
      key: index.nameOfSummary(summary),
      total: index.totalOf(summary),
      added: forecasts[at] ?? Number.NaN,
    }));
    this.moved = all.filter(({ key }) =>
      passesFilter(terms, `${marketName(index, key.market)} ${key.market}`),
    );
    this.limit = all.reduce(
      (limit, { added }) => (Math.abs(added) > limit ? Math.abs(added) : limit),
      Number.MIN_VALUE,
    );
    this.rows = this.moved.map(({ key }) => ({
      label: marketName(index, key.market),
      code: coordinatesText(key),
      isHeading: false,
    }));
  }

  cellAt({ row, column }: CellPlace): GridCell {
    const { added = Number.NaN, total = Number.NaN } = this.moved[row] ?? {};
    const value = column === 0 ? added : total;
    const sign = value < 0 ? "n" : value > 0 ? "p" : "zero";
    return {
      text: column === 0 ? signedPercentText(added) : percentText(total),
      class: column === 0 ? sign : "none",
      strength: Number.isNaN(added) || column > 0 ? 0 : Math.abs(added) / this.limit,
      label: null,
      mark: null,
    };
  }

  keyAt({ row }: CellPlace): SummaryKey | undefined {
    return this.moved[row]?.key;
  }

  tooltipOf({ row }: CellPlace): TooltipContent | undefined {
    const moved = this.moved[row];
    if (moved === undefined) return undefined;
    const { key, added, total } = moved;
    return {
      title: `${marketName(this.index, key.market)} · ${coordinatesText(key)}`,
      pairs: [
        [t("Contribution, %"), signedPercentText(added)],
        [t("Forecast, %"), percentText(total)],
      ],
      lines: [],
    };
  }

  rowOf(key: SummaryKey, isSame: (one: SummaryKey, other: SummaryKey) => boolean): number {
    return this.moved.findIndex((each) => isSame(each.key, key));
  }
}

function headOf(title: string): GridHead {
  return { title, tooltip: "", sort: null, below: null };
}
