import { type ForecastCommand } from "../../../shared/latest/explorerProtocol";
import { type MenuEntry } from "../../kit/menu";
import { t } from "../../l10n";

/** What can be done with the series of a forecast or of a signal variant. */
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
