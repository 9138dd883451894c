import { button, element, setAttributes, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { type MenuEntry, openMenuWith } from "../../../../ui/menu";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { rowScoreText, type SeriesRow } from "../model/seriesRows";
import { type Dispatch } from "./pageState";
import { swatch } from "./swatch";

/** A row of the table of several series. */
export class SeriesRowView {
  readonly root: HTMLElement;
  readonly atCursor = cell("at-day");
  readonly change = cell("change");
  /** Opens the menu of a part; undefined for a compared series. */
  readonly actions: HTMLButtonElement | undefined;
  /** The entries of the menu that {@link actions} opens. */
  readonly entries: readonly MenuEntry[] = [];
  private readonly newest = cell("newest");
  private readonly score = cell("distance");
  private readonly track = element("span", { class: "track", "aria-hidden": "true" });
  private readonly dot = element("i");
  private readonly percentile = element("span", { class: "share" });
  /** The name of the series, which is the control that the row focuses. */
  readonly stop: HTMLButtonElement;
  readonly id: string;
  private line: string | null = null;

  constructor(row: SeriesRow, theme: ChartTheme, dispatch: Dispatch) {
    this.id = row.id;
    this.stop = toggleOf(row, theme, dispatch);
    this.actions = row.part.role === "part" ? actionsOf(row, this.stop) : undefined;
    const controls = element("div", {}, this.stop);
    const name = element("th", { scope: "row", class: "name" }, controls);
    if (this.actions !== undefined) {
      controls.append(this.actions);
      const { id } = row.part;
      this.entries = [
        { label: t("Open Chart"), run: () => dispatch({ type: "openPart", id }) },
        { label: t("Remove from This Chart"), run: () => dispatch({ type: "remove", id }) },
      ];
      openMenuWith(this.actions, () => this.entries);
    }
    this.track.append(this.dot);
    const rank = element("td", { class: "percentile" }, this.track, this.percentile);
    const { atCursor, newest, change, score } = this;
    this.root = element("tr", {}, name, atCursor, newest, change, score, rank);
  }

  get lineId(): string | null {
    return this.line;
  }

  show(row: SeriesRow, colour: string): void {
    const { line, newest, isShown, part } = row;
    this.line = line?.id ?? null;
    setAttributes(this.stop, { "aria-pressed": `${isShown}` });
    const awaited = part.isLoading ? t("Fetching…") : t("no data");
    setText(this.newest, newest?.text ?? (isShown ? awaited : ""));
    this.newest.classList.toggle("muted", newest === undefined);
    setText(this.score, rowScoreText(row));
    this.track.hidden = newest === undefined;
    this.dot.style.background = colour;
    this.dot.style.left = `${newest?.percentile ?? 0}%`;
    setText(this.percentile, newest === undefined ? "" : `${newest.percentile}`);
  }

  setEmphasised(id: string | null): void {
    this.root.classList.toggle("is-emphasised", this.line !== null && this.line === id);
  }
}

function cell(column: string): HTMLElement {
  return element("td", { class: `number ${column}` });
}

/** The name, on which a click shows or hides the series, and a double click shows it alone. */
function toggleOf(row: SeriesRow, theme: ChartTheme, dispatch: Dispatch): HTMLButtonElement {
  const { id } = row.part;
  const showAlone = (): void => dispatch({ type: "showAlone", isColumn: false, id });
  const made = button(
    {
      class: "tool toggle",
      "aria-pressed": "true",
      title: t("{0}. Double-click or press Shift+Enter to show only this one", row.label),
    },
    () => dispatch({ type: "togglePart", id }),
  );
  made.append(
    swatch({ swatch: "line", ...row }, theme),
    element("span", { class: "series-name", text: row.label }),
  );
  made.addEventListener("dblclick", showAlone);
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.shiftKey) return;
    event.preventDefault();
    showAlone();
  });
  return made;
}

function actionsOf({ part }: SeriesRow, toggle: HTMLButtonElement): HTMLButtonElement {
  const made = button(
    { class: "tool small", tabindex: -1, "aria-label": t("Actions for {0}", part.title) },
    () => undefined,
  );
  made.append(icon("down"));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft") return;
    event.preventDefault();
    toggle.focus();
  });
  return made;
}
