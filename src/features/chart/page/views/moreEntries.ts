import { t } from "../../../../ui/l10n";
import { type MenuEntries, type MenuEntry, openMenu } from "../../../../ui/menu";
import { canShowHistory, dayForHistory, showHistory } from "./historyPanel";
import { Outputs, type OutputsOptions } from "./outputs";
import { isSeveral } from "../model/series";
import { type Dispatch } from "./pageState";
import { type Shown, firstSignal, hasForecast } from "./shown";

export interface MoreOptions extends OutputsOptions {
  readonly dispatch: Dispatch;
  readonly showKeys: () => void;
}

/** The entries of the *More* menu; null is a separator. */
export function moreEntries(options: MoreOptions): MenuEntries {
  const outputs = new Outputs(options);
  return () => entriesOf(options.shown(), outputs, options);
}

function entriesOf(
  shown: Shown,
  outputs: Outputs,
  { dispatch, showKeys }: MoreOptions,
): readonly (MenuEntry | null)[] {
  const { isTable, isStatistics } = shown.state;
  return [
    { label: t("Open as CSV"), run: () => dispatch({ type: "do", action: "openCsv" }) },
    { label: t("Open as JSON"), run: () => dispatch({ type: "do", action: "openJson" }) },
    ...(shown.panel === null
      ? []
      : [
          {
            label: t("Show Coverage"),
            run: () => dispatch({ type: "do", action: "showCoverage" }),
          },
          ...(shown.parts.length === 0
            ? []
            : [{ label: t("Add to Chart…"), run: () => openVariants(shown, dispatch) }]),
        ]),
    ...(shown.panel !== null || firstSignal(shown.parts) === undefined
      ? []
      : [
          {
            label: t("Forecasts It Moves"),
            run: () => dispatch({ type: "do", action: "forecastsItMoves" }),
          },
        ]),
    ...(isSingleSignal(shown)
      ? [{ label: t("Add Vintages…"), run: () => dispatch({ type: "do", action: "addVintages" }) }]
      : []),
    null,
    { label: t("Insert Code…"), run: () => dispatch({ type: "do", action: "insertIntoNotebook" }) },
    { label: t("Save As…"), run: () => dispatch({ type: "do", action: "saveAs" }) },
    ...(shown.panel === null && firstSignal(shown.parts) === undefined
      ? []
      : [
          {
            label: t("Save Vintages…"),
            run: () => dispatch({ type: "do", action: "saveVintages" }),
          },
        ]),
    { label: t("Save Chart…"), run: () => dispatch({ type: "do", action: "saveChart" }) },
    { label: t("Pin"), run: () => dispatch({ type: "do", action: "pin" }) },
    null,
    ...(shown.view.panes.length === 0 ? [] : outputEntries(outputs)),
    { label: t("Show as Table"), isChecked: isTable, run: () => dispatch({ type: "toggleTable" }) },
    {
      label: t("Statistics"),
      isChecked: isStatistics,
      run: () => dispatch({ type: "toggleStatistics" }),
    },
    ...bridge(shown, dispatch),
    ...history(shown, dispatch),
    { label: t("Keyboard Shortcuts"), key: "?", run: showKeys },
  ];
}

/** Whether a chart has one series, a signal's, besides those compared with it. */
function isSingleSignal({ parts, panel }: Shown): boolean {
  return panel === null && !isSeveral(parts) && firstSignal(parts) !== undefined;
}

/** Opens a menu of a panel's variants; the chosen one is added to a chart of series. */
function openVariants({ parts, state }: Shown, dispatch: Dispatch): void {
  // The first menu, now closed, has returned the focus to its opener.
  const opener = document.activeElement;
  if (!(opener instanceof HTMLElement)) return;
  const own = parts.filter(({ role }) => role === "part");
  const chosen = own.filter(({ id }) => id === state.fullSize || id === state.highlighted);
  const others = own.filter((part) => !chosen.includes(part));
  const entryOf = ({ id, title }: (typeof own)[number]): MenuEntry => ({
    label: title,
    run: () => dispatch({ type: "addVariant", id }),
  });
  const isSplit = chosen.length > 0 && others.length > 0;
  const entries = [...chosen.map(entryOf), ...(isSplit ? [null] : []), ...others.map(entryOf)];
  const returnFocus = (): void => opener.focus();
  openMenu(entries, { label: t("Add to Chart"), at: opener, returnFocus });
}

function outputEntries(outputs: Outputs): readonly (MenuEntry | null)[] {
  return [
    { label: t("Copy Image"), run: () => void outputs.copyImage() },
    { label: t("Copy Visible Range"), run: () => outputs.copyShown() },
    null,
    { label: t("Save PNG…"), run: () => void outputs.saveImage("png") },
    { label: t("Save SVG…"), run: () => void outputs.saveImage("svg") },
    { label: t("Save Visible Data as CSV…"), run: () => outputs.saveCsv() },
    null,
  ];
}

function bridge(shown: Shown, dispatch: Dispatch): readonly MenuEntry[] {
  if (!hasForecast(shown.parts)) return [];
  const isChecked = shown.state.bridge !== null;
  return [{ label: t("Change Bridge"), isChecked, run: () => dispatch({ type: "toggleBridge" }) }];
}

function history(shown: Shown, dispatch: Dispatch): readonly MenuEntry[] {
  if (!canShowHistory(shown)) return [];
  const isChecked = shown.state.history !== null;
  const day = isChecked ? null : dayForHistory(shown, null);
  return [
    { label: t("History of a Day"), key: "H", isChecked, run: () => showHistory(dispatch, day) },
  ];
}
