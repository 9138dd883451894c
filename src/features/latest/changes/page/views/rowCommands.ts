import { type FromChanges } from "../../messages";
import { type ForecastCommand } from "../../../explorer/protocol";
import { t } from "../../../../../ui/l10n";
import { type MenuEntry } from "../../../../../ui/menu";
import { type Row } from "../../../../../ui/rowList";
import { seriesEntries } from "../../../explorer/page/views/explorerMenu";

type Command = ForecastCommand | "open";

/** The subject of a row: a signal, a record of a variant, or a forecast, by its index in one of the answers. */
export interface RowSubject {
  readonly of: "signal" | "variant" | "forecast";
  readonly index: number;
  readonly isOlder: boolean;
}

export type SubjectRow = Row<RowSubject>;

export function subjectKey({ of, index, isOlder }: RowSubject): string {
  return `${of} ${index} ${isOlder}`;
}

/** The message that runs a command; undefined if the row does not support it. */
export function subjectMessage(
  { of, index, isOlder }: RowSubject,
  command: Command,
  generation: number,
): FromChanges | undefined {
  switch (of) {
    case "signal":
      return command === "open" ? { type: "openSignal", generation, signal: index } : undefined;
    case "variant": {
      const run = command === "open" ? "openChart" : command;
      return { type: "run", generation, command: run, record: index, isOlder };
    }
    case "forecast": {
      const run = command === "open" ? "explore" : command;
      return { type: "runForecast", generation, command: run, summary: index, isOlder };
    }
  }
}

export function rowEntries(
  { of }: RowSubject,
  run: (command: Command) => void,
): readonly (MenuEntry | null)[] {
  const open = (label: string): MenuEntry => ({ label, key: "Enter", run: () => run("open") });
  if (of === "signal") return [open(t("Open Latest Values"))];
  const entries = seriesEntries(run);
  if (of === "variant") return entries;
  // Enter opens the explorer.
  const others = entries.map((entry) => entry && { label: entry.label, run: entry.run });
  return [open(t("Open in Forecast Explorer")), ...others];
}
