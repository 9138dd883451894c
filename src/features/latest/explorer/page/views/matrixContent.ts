import { t } from "../../../../../ui/l10n";
import { type TooltipContent } from "../../../../../ui/tooltipContent";
import {
  emptyCell,
  type GridCell,
  type GridContent,
  type GridHead,
  type GridRow,
  type GridSizes,
} from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { absenceOf } from "../model/absence";
import { type Matrix, summaryAt } from "../model/matrix";
import { isSameKey, type SummaryIndex, type SummaryKey } from "../model/summaryIndex";
import { absenceText, bpText, coordinatesText, marketName, percentText } from "./explorerLabels";

/** Pixels of the widest forecast columns, and of the difference column, in a comparison. */
const pairPx = 66;
const asidePx = 62;
/** The smallest width of a forecast column, in pixels: `12 Months` fits on one line. */
const columnPx = 62;
/** The width of names beside the columns, in pixels: most fit on one line, the others on two. */
const namesPx = 150;
/** Titles with more characters than this may wrap. */
const longestTitle = 10;

export interface MatrixContentOptions {
  readonly index: SummaryIndex;
  readonly matrix: Matrix;
  /** The two sides of a comparison; null for a side not chosen. */
  readonly sides: readonly [SummaryKey | null, SummaryKey | null];
  readonly isPair: boolean;
}

/** The forecasts of markets as the content of a grid. */
export class MatrixContent implements GridContent {
  readonly label = t("Forecasts in percent");
  readonly rows: readonly GridRow[];
  readonly corner: GridHead = headOf(t("Forecast, %"));
  readonly columns: readonly GridHead[];
  readonly asides: readonly GridHead[];
  readonly totals = [];
  readonly sizes: GridSizes;

  constructor(private readonly options: MatrixContentOptions) {
    const { matrix, isPair } = options;
    this.rows = matrix.rows.map(({ market, name, code, repeat }) => ({
      label: name,
      // The code is in the tooltip: there is no room for it here.
      code: repeat === 0 ? "" : `${code} (${repeat + 1})`,
      isHeading: market < 0,
    }));
    this.columns = matrix.columns.map(({ title }, at) => ({
      ...headOf(title.length > longestTitle ? title : title.replaceAll(" ", "\u00a0")),
      below: isPair ? { text: at === 0 ? "A" : "B", isChoice: false } : null,
    }));
    const difference = { ...headOf(t("B − A")), below: { text: t("bp"), isChoice: false } };
    this.asides = isPair ? [difference] : [];
    const names = (width: number): number =>
      isPair
        ? Math.max(116, width - 2 * pairPx - asidePx - 1)
        : width < 320
          ? 116
          : width < 400
            ? 134
            : Math.min(Math.max(namesPx, width - pairPx * matrix.columns.length), 200);
    this.sizes = { row: 24, names, column: { least: columnPx, most: pairPx }, aside: asidePx };
  }

  cellAt({ row, column }: CellPlace): GridCell {
    const { index, matrix } = this.options;
    if (this.rows[row]?.isHeading !== false) return emptyCell;
    if (column >= matrix.columns.length) return this.differenceAt(row);
    const summary = summaryAt(matrix, row, column);
    if (summary < 0) return emptyCell;
    const total = index.totalOf(summary);
    const key = this.keyAt({ row, column }) ?? null;
    const side = this.options.sides.findIndex((each) => isSameKey(each, key));
    const isCompared = this.options.sides[1] !== null && side >= 0;
    const repeats = this.repeatsAt({ row, column });
    const sign = total < 0 ? "n" : total > 0 ? "p" : "zero";
    return {
      text: percentText(total),
      class: isCompared && side === 1 ? `${sign} second` : sign,
      strength: Number.isNaN(total) ? 0 : Math.abs(total) / (matrix.limits[column] ?? 1),
      label:
        repeats > 1 ? t("{0}, one of {1} different forecasts", percentText(total), repeats) : null,
      mark: isCompared ? "AB".charAt(side) : repeats > 1 ? `${(key?.repeat ?? 0) + 1}` : null,
    };
  }

  /** The summary key of a cell, even without a forecast; undefined for places outside the markets and columns. */
  keyAt({ row, column }: CellPlace): SummaryKey | undefined {
    const { index, matrix } = this.options;
    const { market = -1, repeat = 0 } = matrix.rows[row] ?? {};
    const coordinates = matrix.columns[column]?.coordinates;
    if (market < 0 || coordinates === undefined) return undefined;
    return index.nameOf(market, coordinates, repeat);
  }

  /** The tooltip of a cell; undefined when it would add nothing. */
  tooltipOf(place: CellPlace): TooltipContent | undefined {
    const { index, matrix } = this.options;
    const key = this.keyAt(place);
    if (key === undefined) return undefined;
    const title = `${marketName(index, key.market)} · ${coordinatesText(key)}`;
    const summary = summaryAt(matrix, place.row, place.column);
    if (summary < 0) return { title, pairs: [], lines: [absenceText(absenceOf(index, key), key)] };
    const repeats = this.repeatsAt(place);
    const lines =
      repeats > 1 ? [t("The service sent {0} different forecasts for this", repeats)] : [];
    return { title, pairs: [[t("Forecast, %"), percentText(index.totalOf(summary))]], lines };
  }

  private repeatsAt({ row, column }: CellPlace): number {
    const { index, matrix } = this.options;
    const coordinates = matrix.columns[column]?.coordinates;
    const market = matrix.rows[row]?.market ?? -1;
    return coordinates === undefined ? 0 : index.at(market, coordinates).length;
  }

  private differenceAt(row: number): GridCell {
    const { index, matrix } = this.options;
    const [first, second] = [0, 1].map((column) => index.totalOf(summaryAt(matrix, row, column)));
    const difference = (second ?? Number.NaN) - (first ?? Number.NaN);
    const text = Number.isNaN(difference) ? "" : bpText(difference);
    return { ...emptyCell, text, class: "aside" };
  }
}

function headOf(title: string): GridHead {
  return { title, tooltip: "", sort: null, below: null };
}
