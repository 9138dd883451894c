import * as vscode from "vscode";
import { type ImageFormat } from "../../shared/chart/chartProtocol";
import { type AnyChartPlace, chartTitle } from "../../shared/chartPlace";
import { instantOfMs } from "../../shared/instant";
import { plainLabel } from "../../shared/plainText";
import { askLocation } from "../save/saveQuestions";
import { writeLocation } from "../save/writeLocation";
import { type FailureReporter } from "../report/failureReporter";
import { showStatus } from "../report/showStatus";
import { chartFileName } from "./chartFileName";
import { savedChartEnding } from "./savedChart";

export interface ChartFilesOptions {
  readonly place: AnyChartPlace;
  readonly reporter: Pick<FailureReporter, "report">;
  /** The time that names the files, milliseconds since 1970-01-01 UTC; undefined before anything has come. */
  readonly fileTimeMs: () => number | undefined;
  /** Says in the page what came of it. */
  readonly report: (words: string) => void;
}

type Ending = ImageFormat | "csv" | typeof savedChartEnding;

const fileTypes: Readonly<Record<Ending, string>> = {
  png: "PNG",
  svg: "SVG",
  csv: "CSV",
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

  /** Under another name it would not open as a chart. */
  async saveChart(text: () => Promise<string>): Promise<void> {
    await this.save(savedChartEnding, async (location) => {
      if (!location.path.toLowerCase().endsWith(`.${savedChartEnding}`)) {
        throw new Error(vscode.l10n.t("the name must end in .{0}", savedChartEnding));
      }
      return new TextEncoder().encode(await text());
    });
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

  private async save(
    ending: Ending,
    content: Uint8Array | ((location: vscode.Uri) => Promise<Uint8Array>),
  ): Promise<void> {
    const { place, fileTimeMs } = this.options;
    try {
      const retrievedAt = instantOfMs(fileTimeMs() ?? Date.now());
      if (retrievedAt === undefined) throw new RangeError("no year of four digits has this time");
      const name = chartFileName(place, retrievedAt, ending);
      const location = await askLocation(vscode.l10n.t("Save {0} As", chartTitle(place)), name, {
        [fileTypes[ending]]: [ending],
      });
      if (location === undefined) return;
      const bytes = typeof content === "function" ? await content(location) : content;
      await writeLocation(location, bytes);
      const saved = location.path.slice(location.path.lastIndexOf("/") + 1);
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
