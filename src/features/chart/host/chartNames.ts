import * as vscode from "vscode";
import { type ReadableNames } from "../../../catalog/readableNames";
import { type ChartNames } from "./seriesIdentity";

/** Phrases of chart names in the editor's language. */
export function chartNames(readable: ReadableNames): ChartNames {
  const { t } = vscode.l10n;
  return {
    readable,
    sampleData: t("Sample data"),
    valuesOf: (kind, count) => (count === "*" ? t("all {0}", kind) : t("{0} {1}", count, kind)),
    variants: (count) => (count === 1 ? t("1 variant") : t("{0} variants", count)),
    asOf: (text) => t("as of {0}", text),
    series: (count) => t("{0} series", count),
    vintages: (count) => t("{0} vintages", count),
  };
}
