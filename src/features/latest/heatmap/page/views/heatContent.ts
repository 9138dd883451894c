import { t } from "../../../../../ui/l10n";
import {
  emptyCell,
  type GridCell,
  type GridContent,
  type GridHead,
  type GridRow,
  type GridTotal,
} from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { formatCount } from "../../../../../shared/series/numberText";
import { isUnchangedScore } from "../model/scoreChanges";
import { heading, type HeatView } from "../model/heatView";
import { byMean, byName, type Sorting } from "../model/order";
import { type ColumnStatistics, strengthOf } from "../model/columnStatistics";
import { changeLabel, changeText, flipTotal, regionText } from "./changeLabels";
import { columnTitle, valueText } from "./heatMapLabels";

export interface HeatContentOptions {
  readonly view: HeatView;
  readonly label: string;
  readonly rowKind: string;
  readonly sorting: Sorting;
  readonly hasMean: boolean;
  readonly limit: number;
  /** The accessible label of a stale cell. */
  readonly staleLabel: (cell: CellPlace) => string;
}

/** The latest signals as the content of a grid. */
export class HeatContent implements GridContent {
  readonly label: string;
  readonly rows: readonly GridRow[];
  readonly corner: GridHead;
  readonly columns: readonly GridHead[];
  readonly asides: readonly GridHead[];
  readonly totals: readonly GridTotal[];
  readonly sizes = {
    row: 21,
    names: (width: number): number => (width < 520 ? 120 : 184),
    column: { least: 62, most: 104 },
    aside: 56,
  };

  constructor(private readonly options: HeatContentOptions) {
    const { view, rowKind, sorting, hasMean } = options;
    this.label = options.label;
    const { hasOnlyFlips } = view;
    this.rows = view.rows.map(({ row, label, code }, at) => ({
      label,
      code: row === heading && hasOnlyFlips ? regionText(view, at) : code,
      isHeading: row === heading,
    }));
    this.corner = headOf(rowKind, byName, sorting);
    this.columns = view.columns.map((column) => {
      const { signal, held, choices, key } = column;
      return {
        ...headOf(columnTitle(column, view.columns), key, sorting),
        tooltip: `${signal.name} · ${signal.code} v${signal.version}`,
        below:
          held === null ? null : { text: hyphenated(held.label), isChoice: choices.length > 1 },
      };
    });
    const aside = hasOnlyFlips ? t("Flips") : t("Mean");
    this.asides = hasMean || hasOnlyFlips ? [headOf(aside, byMean, sorting)] : [];
    const totals: readonly (readonly [string, (each: ColumnStatistics) => number])[] = [
      [t("Max"), ({ largest }) => largest],
      [t("Median"), ({ median }) => median],
      [t("Min"), ({ smallest }) => smallest],
    ];
    this.totals = hasOnlyFlips
      ? [flipTotal(view)]
      : totals.map(([name, of]) => ({
          name,
          textAt: (column) =>
            column < view.columns.length ? valueText(of(view.statisticsAt(column))) : "",
        }));
  }

  cellAt(place: CellPlace): GridCell {
    const { view, limit, staleLabel } = this.options;
    const { row, column } = place;
    if (this.rows[row]?.isHeading !== false) return emptyCell;
    if (column >= view.columns.length) {
      const text = view.hasOnlyFlips
        ? formatCount(view.flipsOf(row).length)
        : valueText(view.meanAt(row));
      return { ...emptyCell, text, class: "aside" };
    }
    const value = view.valueAt(row, column);
    if (Number.isNaN(value)) return emptyCell;
    if (view.changes !== undefined) return this.changeAt(place, value);
    const sign = signOf(value);
    const isOld = view.isStale(row, column);
    return {
      text: valueText(value),
      class: isOld ? `${sign} old` : sign,
      strength: strengthOf(value, limit),
      label: isOld ? staleLabel(place) : null,
      mark: null,
    };
  }

  /** Among flips, other changes are dimmed. */
  private changeAt(place: CellPlace, change: number): GridCell {
    const { view, limit } = this.options;
    const flip = view.hasOnlyFlips ? view.flipAt(place.row, place.column) : 0;
    const isQuiet = view.hasOnlyFlips ? flip === 0 : isUnchangedScore(change);
    const turn = flip > 0 ? " flip up" : flip < 0 ? " flip down" : "";
    return {
      text: flip === 0 ? changeText(change) : valueText(change),
      class: isQuiet ? "none past" : `${signOf(change)}${turn}`,
      strength: isQuiet ? 0 : strengthOf(change, limit),
      label: changeLabel(view, place),
      mark: null,
    };
  }
}

/** Adds soft hyphens to long words, because browsers without a dictionary do not hyphenate English. */
function hyphenated(text: string): string {
  return text.replace(/\p{L}{10,}/gu, (word) =>
    word.replace(/(?<=\p{L}{3}[aeiou])(?=[^aeiou][aeiou]\p{L}{2})/giu, "\u00ad"),
  );
}

function signOf(value: number): string {
  return value < 0 ? "n" : value > 0 ? "p" : "zero";
}

function headOf(title: string, key: string, { by, isDescending }: Sorting): GridHead {
  const sort = by !== key ? null : isDescending ? "descending" : "ascending";
  return { title, tooltip: "", sort, below: null };
}
