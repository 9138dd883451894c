import { plainLine } from "../shared/plainText";
import { type DatasetFault } from "./specReading";

/** Translates a text and fills in its `{0}`; `vscode.l10n.t` in the editor. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** {@link Translate} into English, for programs without an editor. */
export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole));

/** What is wrong with a spec, for people, as a sentence on one line. */
export function specFaultText({ kind, detail = "" }: DatasetFault, t: Translate = english): string {
  const named = plainLine(detail, 80);
  const reason = reasonOf(kind, named, t);
  const isNamedThere = kind === "missing" || kind === "unknown" || kind === "repeated";
  return named === "" || isNamedThere ? reason : `${named}: ${reason}`;
}

function reasonOf(kind: DatasetFault["kind"], named: string, t: Translate): string {
  switch (kind) {
    case "syntax":
      return t("This is not valid JSON; comments and trailing commas are not allowed.");
    case "too-large":
      return t("The file is too large.");
    case "object":
      return t("This must be an object in braces.");
    case "text":
      return t("This must be a text in quotes.");
    case "missing":
      return t("The field “{0}” is missing.", named);
    case "unknown":
      return t("The field “{0}” is unknown here.", named);
    case "repeated":
      return t("“{0}” is here already; names that differ only in case are the same.", named);
    case "secret":
      return t(
        "This looks like an API key. A key must never be in this file: store it with Set API Key, or in MACRO_SIGNALS_API_KEY.",
      );
    case "version":
      return t("Only version 1 is supported.");
    case "service":
      return t("The service is a base URL such as https://api.acme.com, or sample.");
    case "kind":
      return t("The kind is FIT or SNAP.");
    case "as-of":
      return t(
        "An as-of is a day such as 2024-06-28, an instant such as 20240628T180000Z, or latest.",
      );
    case "folder":
      return t("The folder is below this file’s, relative, with /, and no name begins with a dot.");
    case "format":
      return t("The format is parquet, csv or json.");
    case "as-ofs":
    case "boundary":
    case "every":
    case "forecast":
    case "layout":
    case "panel":
    case "reference":
    case "series":
    case "set":
    case "table":
    case "table-name":
    case "tables":
    case "vintages":
      return tableReasonOf(kind, t);
  }
}

type TableFault = Extract<
  DatasetFault["kind"],
  | ("as-ofs" | "boundary" | "every" | "forecast" | "layout" | "panel" | "reference")
  | ("series" | "set" | "table" | "table-name" | "tables" | "vintages")
>;

function tableReasonOf(kind: TableFault, t: Translate): string {
  switch (kind) {
    case "layout":
      return t(
        "The layout is long; for panels and sets also files, for vintages also partitioned.",
      );
    case "tables":
      return t("A dataset has at least one table, and at most 1,000.");
    case "table-name":
      return t("A table’s name is a file name of letters, digits, dots, hyphens and underscores.");
    case "table":
      return t("A table is one of series, panel, set, vintages and forecast.");
    case "reference":
      return t("This is not a reference such as signals/INFL/2/country_iso=US.");
    case "series":
      return t("This must be one series of a signal, with one value per tag kind.");
    case "panel":
      return t("This must be a panel: a signal with * or several values of a tag kind.");
    case "set":
      return t("A set is a list of series, none of them a panel, and at most 2,000.");
    case "forecast":
      return t("This must be a forecast such as forecasts/SPX/USD/12 Months.");
    case "vintages":
      return t("Vintages are of a list of signals or panels without an as-of, at most 2,000.");
    case "as-ofs":
      return t(
        "As-ofs are a list of at most 5,000, productions, or every week, month, quarter or year from one day to a later one.",
      );
    case "every":
      return t("Every is week, month, quarter or year.");
    case "boundary":
      return t("This must be a day such as 2024-06-28.");
  }
}
