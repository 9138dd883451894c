import { plainLine } from "../shared/plainText";
import { type DatasetFault } from "./specReading";

/** Translates a text and fills in its `{0}`; `vscode.l10n.t` in the editor. */
export type Translate = (message: string, ...values: (string | number)[]) => string;

/** {@link Translate} into English, for programs without an editor. */
export const english: Translate = (message, ...values) =>
  message.replace(/\{(\d)\}/g, (whole, at: string) => String(values[Number(at)] ?? whole));

/** A fault of a spec, for people, as a sentence on one line. */
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
      return t("This must be a JSON object.");
    case "text":
      return t("This must be a string.");
    case "missing":
      return t("The field “{0}” is missing.", named);
    case "unknown":
      return t("The field “{0}” does not belong here.", named);
    case "repeated":
      return t(
        "“{0}” is used more than once; names that differ only in case count as the same.",
        named,
      );
    case "secret":
      return t(
        "This looks like an API key. Never put a key in this file: store it with Set API Key, or in MACRO_SIGNALS_API_KEY.",
      );
    case "version":
      return t("Only version 1 is supported.");
    case "service":
      return t("The service must be a base URL such as https://api.acme.com, or sample.");
    case "kind":
      return t("The kind must be FIT or SNAP.");
    case "as-of":
      return t(
        "An as-of must be a day such as 2024-06-28, an instant such as 20240628T180000Z, or latest.",
      );
    case "folder":
      return t(
        "The folder must be a relative path below this file’s folder, with / and no name that begins with a dot.",
      );
    case "format":
      return t("The format must be parquet, csv or json.");
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
        "The layout must be long, or files for panels and sets, or partitioned for vintages.",
      );
    case "tables":
      return t("A dataset must have between 1 and 1,000 tables.");
    case "table-name":
      return t(
        "A table’s name must be a file name of letters, digits, dots, hyphens and underscores, and not one that Windows reserves.",
      );
    case "table":
      return t("A table must have exactly one of series, panel, set, vintages and forecast.");
    case "reference":
      return t("This is not a reference such as signals/INFL/2/country_iso=US.");
    case "series":
      return t("This must be a single series of a signal, with one value per tag kind.");
    case "panel":
      return t("This must be a panel: a signal with * or several values for a tag kind.");
    case "set":
      return t("A set must be a list of 1 to 2,000 series, none of them a panel.");
    case "forecast":
      return t("This must be a forecast such as forecasts/SPX/USD/12 Months.");
    case "vintages":
      return t("Vintages must be a list of 1 to 2,000 signals or panels, without as-ofs.");
    case "as-ofs":
      return t(
        "The as-ofs must be productions, a list of at most 5,000, or every week, month, quarter or year from one day to a later one.",
      );
    case "every":
      return t("This must be week, month, quarter or year.");
    case "boundary":
      return t("This must be a day such as 2024-06-28.");
  }
}
