import * as vscode from "vscode";
import { type JoinMismatch } from "../../../data/panelJoin";
import { tableName } from "../../../data/table/name";
import { plainLabel, plainMessage } from "../../../shared/plainText";
import { formatCount } from "../../../shared/series/numberText";
import { isLatest } from "../../../store/latest";
import { type PanelOptions } from "../../../store/panel";
import { withAsOf } from "../../../store/seriesBatch";
import { type PanelTarget } from "../../panelTarget";
import { withDelayedProgress } from "../../progress";
import { repairWordsOfAll } from "../../report/repairWords";
import { sayInStatusBar } from "../../report/sayInStatusBar";
import { seriesTitle } from "../documentTitle";
import { askSaveLocation } from "../saveLocation";
import { type SaveDependencies } from "../saveSubject";
import { EmptyPanelError } from "./emptyPanelError";
import { type FetchedPanel, countOf, failedSeries, fetchPanel, latestOfPanels } from "./fetchPanel";
import { askFormat } from "./saveShape";
import { tellFailures } from "./setFailures";
import { writeJoined } from "./writeJoined";

/**
 * Joins several panels in one long table, by the date and the tag kinds, asks where to and saves it; says what of them did not
 * match. Failures are told.
 */
export async function savePanels(
  options: SaveDependencies,
  targets: readonly PanelTarget[],
): Promise<void> {
  await new PanelsSave(options, targets).run();
}

/** One action: what failed may be tried again, as of the same instant, into the same file. */
class PanelsSave {
  private fetched: readonly FetchedPanel[] = [];
  private location: vscode.Uri | undefined;
  private readonly title: string;

  constructor(
    private readonly options: SaveDependencies,
    private readonly targets: readonly PanelTarget[],
  ) {
    this.title = vscode.l10n.t("Saving {0} panels", targets.length);
  }

  async run(): Promise<void> {
    try {
      this.fetched = await this.withProgress((options) => this.fetch(options));
      const failed = this.fetched.flatMap(failedSeries);
      if (this.fetched.some(({ panel }) => panel.variants.length > 0)) {
        if (!(await this.save())) return;
      } else if (failed.length === 0) throw new EmptyPanelError();
      void this.tell(failed);
    } catch (error) {
      await this.report(error);
    }
  }

  /** One after another, all that are of latest as of the newest instant that is shown and fresh, else that of the first. */
  private async fetch(options: PanelOptions): Promise<readonly FetchedPanel[]> {
    const { services } = this.options;
    const all: FetchedPanel[] = [];
    let latest = await latestOfPanels(services, this.targets);
    for (const [at, target] of this.targets.entries()) {
      const before = this.fetched[at]?.panel;
      const request = { target: { ...target, reference: withAsOf(target.reference, latest) } };
      const known = before === undefined ? {} : { before };
      const fetched = await fetchPanel(services, { ...request, ...known }, options);
      if (isLatest(target.reference)) latest ??= fetched.panel.reference.asOf;
      all.push({ ...fetched, target });
    }
    return all;
  }

  /** False when the person left it. */
  private async save(): Promise<boolean> {
    this.location ??= await this.askLocation();
    const { location } = this;
    if (location === undefined) return false;
    const mismatch = await this.withProgress((options) =>
      writeJoined(this.fetched, location, this.options.worker, options),
    );
    const file = location.path.slice(location.path.lastIndexOf("/") + 1);
    tellJoined(mismatch, this.fetched, file);
    return true;
  }

  private async askLocation(): Promise<vscode.Uri | undefined> {
    const what = vscode.l10n.t("{0} Panels", this.targets.length);
    const format = await askFormat(vscode.l10n.t("Save {0}", what), "parquet");
    if (format === undefined) return undefined;
    const name = tableName({ kind: "join", members: this.fetched }, {}, format);
    return askSaveLocation(what, name, format);
  }

  private withProgress<T>(work: (options: PanelOptions) => Promise<T>): Promise<T> {
    return withDelayedProgress(this.title, (signal, tell) => {
      const onProgress = (done: number, of: number): void =>
        tell(vscode.l10n.t("{0} of {1}", done, of));
      return work({ signal, onProgress });
    });
  }

  private get attempt(): string {
    return vscode.l10n.t("Could not save {0} panels", this.targets.length);
  }

  private async tell(failed: ReturnType<typeof failedSeries>): Promise<void> {
    const { reporter } = this.options;
    const of = this.fetched.reduce((sum, { panel }) => sum + countOf(panel), 0);
    const retry = (): Promise<void> => this.run();
    await tellFailures(reporter, {
      failed,
      of,
      title: this.title,
      attempt: this.attempt,
      retry,
    });
  }

  private async report(error: unknown): Promise<void> {
    const { reporter } = this.options;
    const connectionId = this.targets[0]?.connectionId ?? "";
    const retry = (): Promise<void> => this.run();
    await reporter.report(error, { attempt: this.attempt, connectionId, retry });
  }
}

/** More variants are counted, not named. */
const mostNamed = 5;

/** That something did not match is what somebody has to know. */
function tellJoined(mismatch: JoinMismatch, fetched: readonly FetchedPanel[], name: string): void {
  const { t } = vscode.l10n;
  const variants = fetched.flatMap(({ panel }) => panel.variants);
  const saved = [
    t("Saved {0} ({1} panels)", plainLabel(name), fetched.length),
    ...repairWordsOfAll(variants),
  ].join(" · ");
  const words = mismatchWords(
    mismatch,
    fetched.map(({ target }) => seriesTitle(target)),
  );
  if (words.length === 0) sayInStatusBar(saved);
  else void vscode.window.showInformationMessage(plainMessage(`${saved}. ${words.join(" ")}`));
}

/**
 * What of panels did not match; nothing where all did.
 *
 * @param titles - Of the panels.
 */
export function mismatchWords(
  { variants, missing, rows, uneven }: JoinMismatch,
  titles: readonly string[],
): readonly string[] {
  const { t } = vscode.l10n;
  const lacking = missing.flatMap((lost, at) =>
    lost.length === 0
      ? []
      : [
          t(
            "{0} has no data for {1} of {2} variants: {3}.",
            titles[at] ?? "",
            formatCount(lost.length),
            formatCount(variants),
            namedVariants(lost),
          ),
        ],
  );
  const days =
    uneven === 0
      ? []
      : [
          t(
            "For the variants in all panels, {0} of {1} days are missing from at least one.",
            formatCount(uneven),
            formatCount(rows),
          ),
        ];
  return [...lacking, ...days];
}

/** Each by its values: `DE, FR`, `DE Energy, and 3 more`. */
function namedVariants(lost: JoinMismatch["missing"][number]): string {
  const named = lost
    .slice(0, mostNamed)
    .map((values) => values.filter((value) => value !== null).join(" "));
  const others = lost.length - named.length;
  const more = others > 0 ? [vscode.l10n.t("and {0} more", formatCount(others))] : [];
  return [...named, ...more].join(", ");
}
