import { type LatestAction } from "../../../messages";
import { type ExportForm } from "../../../../../shared/pageProtocol";
import { type ForecastCommand } from "../../protocol";
import { type MenuEntry } from "../../../../../ui/menu";
import { t } from "../../../../../ui/l10n";

/** Menu entries for the series of a forecast or of a signal variant. */
export function seriesEntries(
  run: (command: ForecastCommand) => void,
): readonly (MenuEntry | null)[] {
  const entry = (label: string, command: ForecastCommand): MenuEntry => ({
    label,
    run: () => run(command),
  });
  return [
    { ...entry(t("Open Chart"), "openChart"), key: "Enter" },
    entry(t("Open Chart to the Side"), "openBeside"),
    entry(t("Add to Chart"), "addToChart"),
    entry(t("Open as CSV"), "openCsv"),
    null,
    entry(t("Insert Code…"), "insertIntoNotebook"),
    entry(t("Copy Reference"), "copyReference"),
    entry(t("Save As…"), "saveAs"),
    entry(t("Show in Side Bar"), "showInSideBar"),
  ];
}

interface ExplorerMenuParameters {
  readonly isShown: boolean;
  readonly run: (action: LatestAction) => void;
  readonly copy: () => void;
  readonly save: (form: ExportForm) => void;
}

/** Menu entries for all forecasts. */
export function explorerEntries({
  isShown,
  run,
  copy,
  save,
}: ExplorerMenuParameters): readonly (MenuEntry | null)[] {
  if (!isShown) return [{ label: t("Show Log"), run: () => run("showLog") }];
  return [
    { label: t("Copy Table"), run: copy },
    { label: t("Save Table as CSV…"), run: () => save("csv") },
    { label: t("Save Table as TSV…"), run: () => save("tsv") },
    { label: t("Save Table as Markdown…"), run: () => save("md") },
    { label: t("Save Table as JSON…"), run: () => save("json") },
    null,
    { label: t("Open Forecasts as CSV"), run: () => run("openCsv") },
    { label: t("Open Forecasts as JSON"), run: () => run("openJson") },
  ];
}
