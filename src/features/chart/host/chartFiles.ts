import * as vscode from "vscode";
import { type ImageFormat } from "../protocol";
import { type AnyChartPlace } from "../../../shared/chartPlace";
import { instantOfMs } from "../../../shared/instant";
import { plainLabel, plainLine } from "../../../shared/plainText";
import { askLocation, mayReplace } from "../../../editor/files/saveQuestions";
import { takenNames } from "../../../editor/files/writeFiles";
import { writeLocation, writeNewLocation } from "../../../editor/files/writeLocation";
import { type Reporter } from "../../../editor/report/failureReporter";
import { reportSavedFile, reportSavedFiles } from "../../../editor/report/savedFiles";
import { chartFileName, savedChartFileName } from "./chartFileName";
import { savedChartEnding } from "./savedChart";

export interface ChartFilesOptions {
  readonly place: AnyChartPlace;
  readonly name: () => string;
  readonly reporter: Reporter;
  /** The time in the file names, milliseconds since 1970-01-01 UTC; undefined before the first answer. */
  readonly fileTimeMs: () => number | undefined;
}

const statisticsEnding = "statistics.csv";

type RevisionsEnding = `revisions.${"csv" | "json" | "md"}`;
type Ending =
  | ImageFormat
  | "csv"
  | typeof statisticsEnding
  | RevisionsEnding
  | typeof savedChartEnding;

const fileTypes: Readonly<Record<Ending, string>> = {
  png: "PNG",
  svg: "SVG",
  csv: "CSV",
  [statisticsEnding]: "CSV",
  "revisions.csv": "CSV",
  "revisions.json": "JSON",
  "revisions.md": "Markdown",
  [savedChartEnding]: "Macro Chart",
};

/** Saves what a chart shows: pictures, tables and the chart itself. */
export class ChartFiles {
  constructor(private readonly options: ChartFilesOptions) {}

  /** @param pages - Several pages are saved as separate files: `NAME-1.png`, `NAME-2.png` and so on. */
  async saveImage(format: ImageFormat, pages: readonly Uint8Array[]): Promise<void> {
    const [only = new Uint8Array()] = pages;
    await this.save(format, pages.length > 1 ? pages : only);
  }

  async saveCsv(text: string): Promise<void> {
    await this.save("csv", new TextEncoder().encode(text));
  }

  async saveStatistics(text: string): Promise<void> {
    await this.save(statisticsEnding, new TextEncoder().encode(text));
  }

  async saveRevisions(form: "csv" | "json" | "md", text: string): Promise<void> {
    await this.save(`revisions.${form}`, new TextEncoder().encode(text));
  }

  /** @param text - Called once the user has chosen a file. */
  async saveChart(text: () => Promise<string>): Promise<void> {
    await this.save(savedChartEnding, text);
  }

  private async save(
    ending: Ending,
    content: Uint8Array | readonly Uint8Array[] | (() => Promise<string>),
  ): Promise<void> {
    const name = this.options.name();
    try {
      const title = vscode.l10n.t("Save {0} As", plainLabel(name));
      const suggested = this.suggestedFile(name, ending);
      const chosen = await askLocation(title, suggested, {
        [fileTypes[ending]]: [lastOf(ending, ".")],
      });
      if (chosen === undefined) return;
      if (typeof content === "function" || content instanceof Uint8Array) {
        await this.write(chosen, ending, content);
      } else {
        await this.writePages(chosen, ending, content);
      }
    } catch (error) {
      await this.options.reporter.report(error, {
        attempt: vscode.l10n.t("Could not save {0}", name),
      });
    }
  }

  private async write(
    chosen: vscode.Uri,
    ending: Ending,
    content: Uint8Array | (() => Promise<string>),
  ): Promise<void> {
    const location = withEnding(chosen, ending);
    const bytes =
      typeof content === "function" ? new TextEncoder().encode(await content()) : content;
    // The dialog asks before replacing a file of the chosen name, but not of the changed one.
    const write = location === chosen ? writeLocation : writeNewLocation;
    await write(location, bytes);
    void reportSavedFile(
      vscode.l10n.t("Saved {0}", plainLine(lastOf(location.path, "/"))),
      location,
    );
  }

  private async writePages(
    chosen: vscode.Uri,
    ending: Ending,
    pages: readonly Uint8Array[],
  ): Promise<void> {
    const files = pages.map((bytes, index) => {
      const location = numbered(chosen, ending, index + 1);
      return { location, name: lastOf(location.path, "/"), bytes };
    });
    // The dialog asked only about the name without a number.
    const taken = await takenNames(
      files.map(({ name }) => name),
      vscode.Uri.joinPath(chosen, ".."),
    );
    const replaces = taken.size === 0 || (await mayReplace(taken.size, files.length));
    if (replaces === undefined) return;
    const written = replaces ? files : files.filter(({ name }) => !taken.has(name));
    for (const { location, name, bytes } of written) {
      const write = taken.has(name) ? writeLocation : writeNewLocation;
      await write(location, bytes);
    }
    const [first] = written;
    if (first === undefined) return;
    const names = [first.name, written.at(-1)?.name ?? ""].map((name) => plainLine(name));
    void reportSavedFiles(vscode.l10n.t("Saved {0} to {1}", ...names), first.location);
  }

  /** Names a data file after its references and time; a saved chart, which has neither, after the chart. */
  private suggestedFile(name: string, ending: Ending): string {
    if (ending === savedChartEnding) return savedChartFileName(name);
    const { place, fileTimeMs } = this.options;
    const retrievedAt = instantOfMs(fileTimeMs() ?? Date.now());
    if (retrievedAt === undefined) throw new RangeError("no year of four digits has this time");
    return chartFileName(place, retrievedAt, ending);
  }
}

/** The message when what a page sends is too large for a file or the clipboard. */
export function tooLargeText(): string {
  return vscode.l10n.t("Too large to save or copy. Show fewer days or series.");
}

/** `NAME-2.png` if `NAME.png` was chosen in the dialog. */
function numbered(location: vscode.Uri, ending: Ending, page: number): vscode.Uri {
  const suffix = `.${ending}`;
  const { path } = location;
  const hasSuffix = path.toLowerCase().endsWith(suffix);
  const stem = hasSuffix ? path.slice(0, -suffix.length) : path;
  return location.with({
    path: `${stem}-${page}${hasSuffix ? path.slice(-suffix.length) : suffix}`,
  });
}

/** Completes the extension: dialogs add only its last part, and without all of it a chart opens as text. */
function withEnding(location: vscode.Uri, ending: Ending): vscode.Uri {
  const { path } = location;
  if (ending !== savedChartEnding || path.toLowerCase().endsWith(`.${ending}`)) return location;
  return location.with({ path: `${path.replace(/\.json$/i, "")}.${ending}` });
}

function lastOf(text: string, separator: string): string {
  return text.slice(text.lastIndexOf(separator) + 1);
}
