import { pluralTagKind, readableTagKind } from "../../../../../shared/tagKind";
import { type Since } from "../../../model/since";
import { t } from "../../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../../ui/element";
import { FilterBox } from "../../../../../ui/filterBox";
import { icon } from "../../../../../ui/icon";
import { openMenuWith } from "../../../../../ui/menu";
import { dateText } from "../../../../../ui/dateText";
import { type Segment, Segments } from "../../../../../ui/segments";
import { type HeatView } from "../model/heatView";
import { type Score, scores } from "../model/grid";
import { type HeatMapViewState } from "./heatMapViewState";
import { scoreText } from "./heatMapLabels";

type SinceChoice = "value" | "week" | "month" | "day";

export interface HeatMapControlsOptions {
  readonly onScore: (score: Score) => void;
  readonly onRowKind: (stem: string) => void;
  /** "day" asks the user for a day. */
  readonly onSince: (since: Since | "day" | null) => void;
  readonly onFlips: () => void;
  readonly onFilter: (text: string) => void;
}

/** The controls in the toolbar of the heat map. */
export class HeatMapControls {
  readonly toolbar: readonly HTMLElement[];
  private readonly score: Segments<Score>;
  private readonly kinds = element("div", { class: "tools" });
  private readonly kind = button({ class: "tool framed-line" }, () => undefined);
  private readonly kindName = element("span");
  private readonly since: Segments<SinceChoice>;
  private readonly flips: HTMLButtonElement;
  private readonly filter: FilterBox;
  private rowKinds: readonly string[] = [];
  private rowKind = "";

  constructor({ onScore, onRowKind, onSince, onFlips, onFilter }: HeatMapControlsOptions) {
    this.score = new Segments(t("Score"), onScore);
    this.kind.append(this.kindName, icon("down"));
    this.kinds.append(element("span", { class: "muted", text: t("Rows") }), this.kind);
    openMenuWith(this.kind, () =>
      this.rowKinds.map((stem) => ({
        label: readableTagKind(stem),
        isChecked: stem === this.rowKind,
        run: () => onRowKind(stem),
      })),
    );
    this.filter = new FilterBox(t("Filter rows and columns"), onFilter);
    this.filter.root.title = t("Names or codes, separated by commas");
    this.since = new Segments(t("Value or Change"), (since) =>
      onSince(since === "value" ? null : since),
    );
    this.flips = button({ class: "tool framed-line", text: t("Sign Flips") }, onFlips);
    this.flips.title = t("Show only rows and columns in which a score changed sign");
    this.toolbar = [this.score.root, this.kinds, this.since.root, this.flips, this.filter.root];
  }

  show(state: HeatMapViewState, isOneSignal: boolean, view: HeatView): void {
    const { since, filter } = state;
    this.score.root.hidden = isOneSignal;
    this.score.show(
      scores.map((value) => ({ value, text: scoreText(value), tooltip: "" })),
      state.score,
    );
    this.rowKinds = view.grid.rowKinds;
    this.rowKind = view.grid.rowKind;
    this.kinds.hidden = this.rowKinds.length < 2;
    const kind = readableTagKind(this.rowKind);
    setText(this.kindName, kind);
    setAttributes(this.kind, { "aria-label": t("Rows: {0}", kind) });
    const chosen = since === null ? "value" : typeof since === "number" ? "day" : since;
    this.since.show(sinceSegments(since), chosen);
    setAttributes(this.flips, { "aria-pressed": `${view.hasOnlyFlips}` });
    this.filter.show(filter);
  }
}

/** `40 countries × 20 signals, newest scores` */
export function heatMapSubtitle(isOneSignal: boolean, view: HeatView): string {
  const rows = view.rows.filter(({ row }) => row >= 0).length;
  const signals = new Set(view.columns.map(({ signal }) => signal)).size;
  // Without older values there are no sign flips, hence neither rows nor columns.
  if (view.hasOnlyFlips && rows === 0 && signals === 0) return t("Changes in newest scores");
  const { rowKind } = view.grid;
  const kind = (rows === 1 ? readableTagKind(rowKind) : pluralTagKind(rowKind)).toLowerCase();
  const counted = signals === 1 ? t("1 signal") : t("{0} signals", signals);
  const size = isOneSignal ? `${rows} ${kind}` : `${rows} ${kind} × ${counted}`;
  const what = view.changes === undefined ? t("newest scores") : t("changes in newest scores");
  return `${size}, ${what}`;
}

function sinceSegments(since: Since | null): readonly Segment<SinceChoice>[] {
  const day = typeof since === "number" ? t("Since {0}", dateText(since)) : t("Since…");
  return [
    { value: "value", text: t("Value"), tooltip: t("The newest scores") },
    { value: "week", text: t("1 Week"), tooltip: t("Changes over seven days") },
    { value: "month", text: t("1 Month"), tooltip: t("Changes over one calendar month") },
    { value: "day", text: day, tooltip: t("Changes since a day of your choice") },
  ];
}
