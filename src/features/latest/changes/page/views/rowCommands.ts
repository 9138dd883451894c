import { type FromChanges } from "../../messages";
import { type ChangesAnswer } from "../../protocol";
import { type ForecastCommand } from "../../../explorer/protocol";
import { t } from "../../../../../ui/l10n";
import { type MenuEntry } from "../../../../../ui/menu";
import { seriesEntries } from "../../../explorer/page/views/explorerMenu";

type Command = ForecastCommand | "open";

/** The subject of a row. */
export interface RowSubject {
  readonly of: "signal" | "variant" | "forecast";
  /** The message that runs a command; undefined if the row does not support it. */
  readonly run: (command: Command) => FromChanges | undefined;
}

/** The subject of a row, by its key: `signal 3`, `entry 12`, `newer 40`, `older 7`, `forecast 5`, `newForecast 5`, `goneForecast 2`. */
export function subjectOf(row: HTMLElement, answer: ChangesAnswer): RowSubject | undefined {
  const [kind = "", number = ""] = (row.dataset["key"] ?? "").split(" ");
  const at = Number(number);
  const { generation, signals } = answer;
  switch (kind) {
    case "signal":
      return {
        of: "signal",
        run: (command) =>
          command === "open" ? { type: "openSignal", generation, signal: at } : undefined,
      };
    case "entry":
      return variant(generation, signals?.changed.records[at] ?? 0, false);
    case "newer":
    case "older":
      return variant(generation, at, kind === "older");
    case "forecast":
    case "newForecast":
    case "goneForecast":
      return {
        of: "forecast",
        run: (command) => ({
          type: "runForecast",
          generation,
          command: command === "open" ? "explore" : command,
          summary: at,
          isOlder: kind === "goneForecast",
        }),
      };
    default:
      return undefined;
  }
}

function variant(generation: number, record: number, isOlder: boolean): RowSubject {
  return {
    of: "variant",
    run: (command) => ({
      type: "run",
      generation,
      command: command === "open" ? "openChart" : command,
      record,
      isOlder,
    }),
  };
}

export function rowEntries(
  { of, run }: RowSubject,
  post: (message: FromChanges) => void,
): readonly (MenuEntry | null)[] {
  const send = (command: Command): void => {
    const message = run(command);
    if (message !== undefined) post(message);
  };
  if (of === "signal") {
    return [{ label: t("Open Latest Values"), key: "Enter", run: () => send("open") }];
  }
  const entries = seriesEntries((command) => send(command));
  if (of === "variant") return entries;
  const explore = { label: t("Open in Forecast Explorer"), key: "Enter", run: () => send("open") };
  return [explore, ...entries.map((entry) => withoutKey(entry))];
}

/** Enter opens the explorer. */
function withoutKey(entry: MenuEntry | null): MenuEntry | null {
  return entry === null ? null : { label: entry.label, run: entry.run };
}
