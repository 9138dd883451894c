import { type LatestAction } from "../../../messages";
import { type ExportForm } from "../../../../../shared/pageProtocol";
import { type VariantCommand } from "../../protocol";
import { type MenuEntry } from "../../../../../ui/menu";
import { t } from "../../../../../ui/l10n";
import { type HeatMapViewState } from "./heatMapViewState";

/** Null is a separator. */
type Entries = readonly (MenuEntry | null)[];

/** Commands for the records of the selected cells. */
export function cellEntries(
  recordCount: number,
  run: (command: VariantCommand) => void,
  copy: () => void,
): Entries {
  const copying = { label: t("Copy"), key: copyKey, run: copy };
  if (recordCount === 0) return [copying];
  const entry = (label: string, command: VariantCommand): MenuEntry => ({
    label,
    run: () => run(command),
  });
  const shared = [
    null,
    entry(t("Insert Code…"), "insertIntoNotebook"),
    entry(t("Copy Reference"), "copyReference"),
    entry(t("Save As…"), "saveAs"),
  ];
  return recordCount === 1
    ? [
        { ...entry(t("Open Chart"), "openChart"), key: "Enter" },
        entry(t("Open Chart to the Side"), "openBeside"),
        entry(t("Add to Chart"), "addToChart"),
        entry(t("Open as CSV"), "openCsv"),
        entry(t("Forecasts It Moves"), "forecastsItMoves"),
        ...shared,
        entry(t("Show in Side Bar"), "showInSideBar"),
        null,
        copying,
      ]
    : [
        entry(t("Open as One Chart"), "openChart"),
        entry(t("Add to Chart"), "addToChart"),
        entry(t("Open All Variants"), "openPanel"),
        ...shared,
        null,
        copying,
      ];
}

const copyKey = navigator.userAgent.includes("Mac") ? "⌘C" : "Ctrl+C";

interface HeatMapMenuParameters {
  readonly state: HeatMapViewState;
  /** Whether the page is about one signal. */
  readonly isOne: boolean;
  readonly hasRegions: boolean;
  /** Whether only sign flips are shown: always grouped, with their counts in place of means. */
  readonly hasOnlyFlips: boolean;
  readonly onChange: (changes: Partial<HeatMapViewState>) => void;
  readonly onCopy: () => void;
  readonly onSave: (form: ExportForm) => void;
  readonly onDo: (action: LatestAction) => void;
}

/** Commands for the whole table. */
export function heatMapEntries({
  state,
  isOne,
  hasRegions,
  hasOnlyFlips,
  onChange,
  onCopy,
  onSave,
  onDo,
}: HeatMapMenuParameters): Entries {
  const saved = (label: string, form: ExportForm): MenuEntry => ({
    label,
    run: () => onSave(form),
  });
  const opened = (label: string, action: LatestAction): MenuEntry => ({
    label,
    run: () => onDo(action),
  });
  const toggled = (label: string, key: "hasMean" | "hasAllVersions" | "isGrouped"): MenuEntry => ({
    label,
    isChecked: state[key],
    run: () => onChange({ [key]: !state[key] }),
  });
  const toggles = [
    ...(isOne || hasOnlyFlips ? [] : [toggled(t("Mean Column"), "hasMean")]),
    ...(isOne ? [] : [toggled(t("All Versions"), "hasAllVersions")]),
    ...(hasRegions && !hasOnlyFlips ? [toggled(t("Group Rows by Region"), "isGrouped")] : []),
  ];
  return [
    ...toggles,
    ...(toggles.length === 0 ? [] : [null]),
    { label: t("Copy Table"), run: onCopy },
    saved(t("Save Table as CSV…"), "csv"),
    saved(t("Save Table as TSV…"), "tsv"),
    saved(t("Save Table as Markdown…"), "md"),
    saved(t("Save Table as JSON…"), "json"),
    null,
    opened(t("Open Records as CSV"), "openCsv"),
    opened(t("Open Records as JSON"), "openJson"),
  ];
}
