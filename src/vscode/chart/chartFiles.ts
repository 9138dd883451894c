import * as vscode from "vscode";
import { type ImageFormat } from "../../shared/chart/chartProtocol";
import { type AnyChartPlace, chartTitle } from "../../shared/chartPlace";
import { instantOfMs } from "../../shared/instant";
import { plainLabel } from "../../shared/plainText";
import { askLocation } from "../save/saveQuestions";
import { writeLocation, writeNewLocation } from "../save/writeLocation";
import { type FailureReporter } from "../report/failureReporter";
import { showStatus } from "../report/showStatus";
import { chartFileName } from "./chartFileName";
import { savedChartEnding } from "./savedChart";

export interface ChartFilesOptions {
  readonly place: AnyChartPlace;
  readonly reporter: Pick<FailureReporter, "report">;
  /** The time that names the files, milliseconds since 1970-01-01 UTC; undefined before anything has come. */
  readonly fileTimeMs: () => number | undefined;
  /** Reports the outcome in the page. */
  readonly report: (words: string) => void;
}

const statisticsEnding = "statistics.csv";

type Ending = ImageFormat | "csv" | typeof statisticsEnding | typeof savedChartEnding;

const fileTypes: Readonly<Record<Ending, string>> = {
  png: "PNG",
  svg: "SVG",
  csv: "CSV",
  [statisticsEnding]: "CSV",
  [savedChartEnding]: "Macro Chart",
};

/** What a person takes out of a chart: pictures and tables of what it shows. */
export class ChartFiles {
  constructor(private readonly options: ChartFilesOptions) {}

  async saveImage(format: ImageFormat, bytes: Uint8Array): Promise<void> {
    await this.save(format, bytes);
  }

  async saveCsv(text: string): Promise<void> {
    await this.save("csv", new TextEncoder().encode(text));
  }

  async saveStatistics(text: string): Promise<void> {
    await this.save(statisticsEnding, new TextEncoder().encode(text));
  }

  /** @param text - Called once the user has chosen a file. */
  async saveChart(text: () => Promise<string>): Promise<void> {
    await this.save(savedChartEnding, text);
  }

  async copyText(text: string): Promise<void> {
    try {
      await vscode.env.clipboard.writeText(text);
      this.report(vscode.l10n.t("Copied"));
    } catch (error) {
      await this.fail(error, vscode.l10n.t("Could not copy"));
    }
  }

  /** Says why there is neither a file nor a copy. */
  refuse(): void {
    this.report(vscode.l10n.t("Too large to save or copy. Show fewer days or series."));
  }

  private async save(ending: Ending, content: Uint8Array | (() => Promise<string>)): Promise<void> {
    const { place, fileTimeMs } = this.options;
    try {
      const retrievedAt = instantOfMs(fileTimeMs() ?? Date.now());
      if (retrievedAt === undefined) throw new RangeError("no year of four digits has this time");
      const name = chartFileName(place, retrievedAt, ending);
      const title = vscode.l10n.t("Save {0} As", chartTitle(place));
      const chosen = await askLocation(title, name, { [fileTypes[ending]]: [lastOf(ending, ".")] });
      if (chosen === undefined) return;
      const location = withEnding(chosen, ending);
      const bytes =
        typeof content === "function" ? new TextEncoder().encode(await content()) : content;
      // The dialog did not ask whether a file of this changed name may be replaced.
      const write = location === chosen ? writeLocation : writeNewLocation;
      await write(location, bytes);
      const saved = lastOf(location.path, "/");
      this.report(vscode.l10n.t("Saved {0}", plainLabel(saved)));
    } catch (error) {
      await this.fail(error, vscode.l10n.t("Could not save {0}", chartTitle(place)));
    }
  }

  private report(words: string): void {
    showStatus(words);
    this.options.report(words);
  }

  private async fail(error: unknown, attempt: string): Promise<void> {
    this.options.report(attempt);
    await this.options.reporter.report(error, { attempt });
  }
}

/** Dialogs know only the last part of the extension; without all of it, a chart would open as text. */
function withEnding(location: vscode.Uri, ending: Ending): vscode.Uri {
  const { path } = location;
  if (ending !== savedChartEnding || path.toLowerCase().endsWith(`.${ending}`)) return location;
  return location.with({ path: `${path.replace(/\.json$/i, "")}.${ending}` });
}

function lastOf(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
