import { type ExportForm } from "../../shared/pageProtocol";
import * as vscode from "vscode";
import { type LatestPlace, latestTitle } from "./model/latestPlace";
import { sampleConnection } from "../../shared/place";
import { plainLabel } from "../../shared/plainText";
import { type Reporter } from "../../editor/report/failureReporter";
import { askLocation } from "../../editor/files/saveQuestions";
import { writeLocation } from "../../editor/files/writeLocation";

export interface LatestFilesOptions {
  readonly place: LatestPlace;
  readonly reporter: Reporter;
  readonly report: (words: string) => void;
}

const fileTypes: Readonly<Record<ExportForm, string>> = {
  csv: "CSV",
  tsv: "TSV",
  md: "Markdown",
  json: "JSON",
};

/** Saves and copies the table of a page of newest values or forecasts. */
export class LatestFiles {
  constructor(private readonly options: LatestFilesOptions) {}

  async copyText(text: string): Promise<void> {
    try {
      await vscode.env.clipboard.writeText(text);
      this.options.report(vscode.l10n.t("Copied"));
    } catch (error) {
      await this.options.reporter.report(error, {
        attempt: vscode.l10n.t("Could not copy"),
      });
    }
  }

  async save(form: ExportForm, text: string): Promise<void> {
    const { place } = this.options;
    const title = latestTitle(place);
    try {
      const location = await askLocation(
        vscode.l10n.t("Save {0} As", title),
        fileName(place, form),
        {
          [fileTypes[form]]: [form],
        },
      );
      if (location === undefined) return;
      await writeLocation(location, new TextEncoder().encode(text));
      const saved = location.path.slice(location.path.lastIndexOf("/") + 1);
      this.options.report(vscode.l10n.t("Saved {0}", plainLabel(saved)));
    } catch (error) {
      await this.options.reporter.report(error, {
        attempt: vscode.l10n.t("Could not save {0}", title),
      });
    }
  }
}

/** An ASCII name that marks samples: `SAMPLE_INFL-v2_latest_20261120.csv`, `forecasts_latest_20261120.csv`. */
function fileName(place: LatestPlace, form: ExportForm): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
  const signal = place.of === "signals" ? place.signal : undefined;
  const subject =
    signal && `${signal.code.replace(/[^\w.]/g, "-").slice(0, 60)}-v${signal.version}`;
  const sample = place.connectionId === sampleConnection ? ["SAMPLE"] : [];
  return `${[...sample, subject ?? place.of, "latest", day].join("_")}.${form}`;
}
