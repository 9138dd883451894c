import * as vscode from "vscode";
import { tableName } from "../../../data/table/name";
import { expandedSignals } from "../../../dataset/expandedSignals";
import { NotFoundError } from "../../../service/errors";
import { asOfsOfGrid } from "../../../shared/asOfGrid";
import { instantOfMs } from "../../../shared/instant";
import { type Target } from "../../../shared/place";
import { plainLabel, plainLine, plainMessage } from "../../../shared/plainText";
import { type PanelRef, type SignalRef } from "../../../shared/reference";
import { formatCount } from "../../../shared/series/numberText";
import {
  type SettledVintage,
  type VintageFile,
  type VintageRef,
  vintageFiles,
} from "../../../store/vintageFiles";
import { withChosenKind } from "../../../connect/chooseDataKind";
import { type ConnectedService } from "../../../connect/connectedServices";
import { tableSources } from "../../../connect/tableSources";
import { sizeText } from "../../../connect/sizeText";
import {
  askSaveFolder,
  askSaveLocation,
  formatOfLocation,
} from "../../../editor/files/saveQuestions";
import { isTaken, writeFolder } from "../../../editor/files/writeFolder";
import { writeBlocks } from "../../../editor/files/writeLocation";
import { withCountedProgress, withDelayedProgress } from "../../../editor/progress";
import { pickOne } from "../../../editor/prompt/pickOne";
import { failureText } from "../../../editor/report/failureText";
import {
  reportSavedFile,
  reportSavedFiles,
  reportSavedPlace,
} from "../../../editor/report/savedFiles";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { openSeries } from "../../../editor/tabs/openSeries";
import { rowsText } from "../../../editor/text/countedText";
import { mayRequest } from "../../../editor/unaskedRequests";
import { lastAsOf, productionTimes } from "../../chart/host/addVintages";
import { readableTitle } from "../../chart/host/readableTitle";
import { type SaveAsParts } from "./saveAs";
import { nameOfLocation, type SaveTitles } from "./saveText";
import { askVintageShape, type VintageShape } from "./vintageQuestions";

/** 35 years of business days, where no series of the table is in memory. */
const usualRows = 9_000;

/**
 * Saves series and panels as of several instants as one long table or a folder of files. Asks for the as-ofs, the form
 * and the place. Failures are reported, and so are forecasts, which have no vintages.
 *
 * @param isOfRows - Whether the targets are rows, which inherit the kind of the context.
 */
export async function saveVintages(
  parts: SaveAsParts,
  targets: readonly Target[],
  isOfRows: boolean,
): Promise<void> {
  const signals = targets.filter(isSignal);
  const [first] = signals;
  const { t } = vscode.l10n;
  if (first === undefined) {
    if (targets.length > 0) inform(t("Forecasts have no vintages."));
    return;
  }
  const { connectionId } = first;
  if (signals.some((each) => each.connectionId !== connectionId)) {
    inform(t("Vintages from several connections cannot be saved as one table."));
    return;
  }
  const chosen = isOfRows ? await withChosenKind(signals, parts.context) : signals;
  if (chosen.length > 0) await new VintagesSave(parts, chosen, await titlesOf(parts, chosen)).run();
}

type SignalTarget = Target<SignalRef | PanelRef>;

function isSignal(target: Target): target is SignalTarget {
  return target.reference.family !== "forecast";
}

function inform(message: string): void {
  void vscode.window.showInformationMessage(plainMessage(message));
}

async function titlesOf(
  { services }: SaveAsParts,
  targets: readonly SignalTarget[],
): Promise<SaveTitles> {
  const { t } = vscode.l10n;
  const [only, ...others] = targets;
  const name =
    only !== undefined && others.length === 0
      ? await readableTitle(only, services)
      : t("{0} series", targets.length);
  return {
    question: t("Save Vintages of {0}", name),
    dialog: t("Save Vintages of {0} As", name),
    progress: t("Saving vintages of {0}", name),
    failure: t("Could not save vintages of {0}", name),
  };
}

/** One save action. After a failure the same as-ofs are saved again, without a request for what is cached. */
class VintagesSave {
  private members: readonly SignalRef[] | undefined;
  private shape: VintageShape | undefined;
  /** The file, or the folder of the table. */
  private location: vscode.Uri | undefined;

  constructor(
    private readonly parts: SaveAsParts,
    private readonly targets: readonly SignalTarget[],
    private readonly titles: SaveTitles,
  ) {}

  async run(): Promise<void> {
    const { services, reporter } = this.parts;
    const connectionId = this.targets[0]?.connectionId ?? "";
    try {
      const service = await services.get(connectionId);
      const members = (this.members ??= await this.expanded(service));
      const shape = (this.shape ??= await this.askShape(service, members));
      if (shape === undefined) return;
      const location = (this.location ??= await this.askLocation(members, shape, connectionId));
      if (location === undefined) return;
      const coverage = await this.write(connectionId, { members, shape, location });
      this.reportSaved(coverage, location, shape);
    } catch (error) {
      const retry = (): Promise<void> => this.run();
      await reporter.report(error, { attempt: this.titles.failure, connectionId, retry });
    }
  }

  /** The series of all targets, each once. */
  private expanded({ catalog }: ConnectedService): Promise<readonly SignalRef[]> {
    const references = this.targets.map(({ reference }) => reference);
    return withDelayedProgress(this.titles.progress, (signal) =>
      expandedSignals(catalog, references, signal),
    );
  }

  private async askShape(
    service: ConnectedService,
    members: readonly SignalRef[],
  ): Promise<VintageShape | undefined> {
    const { gate } = this.parts.services;
    const last = lastAsOf(service, gate);
    const times = await productionTimes(service);
    const productions = asOfsOfGrid("productions", {
      last,
      productions: times.flatMap((ms) => instantOfMs(ms) ?? []),
    });
    const shape = await askVintageShape({
      ...{ title: this.titles.question, series: members.length, last, productions, gate },
      rows: rowsOf(service, members),
    });
    if (shape === undefined) return undefined;
    const size = vscode.l10n.t("about {0}", sizeText(shape.sizeBytes));
    const attempt = `${this.titles.progress} (${size})`;
    return (await mayRequest(attempt, members.length * shape.asOfs.length)) ? shape : undefined;
  }

  private async askLocation(
    members: readonly SignalRef[],
    { asOfs, format, isPartitioned }: VintageShape,
    connectionId: string,
  ): Promise<vscode.Uri | undefined> {
    const { service, isSample } = await tableSources(this.parts.services).get(connectionId);
    const held = { kind: "vintages", members, asOfs, service, isSample } as const;
    const name = tableName(held, {}, format);
    if (!isPartitioned) return askSaveLocation(this.titles.dialog, name, format);
    const folder = await askSaveFolder(this.titles.question);
    if (folder === undefined) return undefined;
    const location = vscode.Uri.joinPath(folder, name.slice(0, -format.length - 1));
    return (await mayReplaceFolder(location)) ? location : undefined;
  }

  /** After a failed write, another location is asked for. */
  private async write(
    connectionId: string,
    { members, shape, location }: WrittenVintages,
  ): Promise<VintageCoverage> {
    const { worker, services } = this.parts;
    const source = await tableSources(services).get(connectionId);
    const { asOfs, isPartitioned } = shape;
    const format = isPartitioned ? shape.format : formatOfLocation(location);
    const coverage = new VintageCoverage(members.length * asOfs.length);
    try {
      await withCountedProgress(this.titles.progress, async (signal, onProgress) => {
        const onSettled = (vintage: SettledVintage): void => coverage.add(vintage);
        const files = vintageFiles(
          worker,
          { source, members, asOfs },
          { name: "table", format, isPartitioned },
          { signal, onProgress, onSettled },
        );
        if (isPartitioned) await writeFolder(location, inFolder(files, coverage), signal);
        else await writeBlocks(location, blocksOf(files, coverage), signal);
      });
      return coverage;
    } catch (error) {
      this.location = undefined;
      throw error;
    }
  }

  private reportSaved(
    coverage: VintageCoverage,
    location: vscode.Uri,
    { isPartitioned }: VintageShape,
  ): void {
    const message = coverage.text(nameOfLocation(location));
    if (coverage.absent.length > 0) void this.offerDetails(message, location, coverage);
    else if (isPartitioned) void reportSavedFiles(message, location);
    else void reportSavedFile(message, location);
  }

  private async offerDetails(
    message: string,
    location: vscode.Uri,
    { absent, of }: VintageCoverage,
  ): Promise<void> {
    const { t } = vscode.l10n;
    const details = t("Show Details");
    const chosen = await reportSavedPlace(message, location, details);
    const connectionId = this.targets[0]?.connectionId;
    if (chosen !== details || connectionId === undefined) return;
    const answer = await pickOne<VintageRef>({
      title: t("{0} of {1} Vintages Without Data", formatCount(absent.length), formatCount(of)),
      placeholder: t("Choose a series to open it"),
      rows: absent.map(({ reference, reason }) => ({
        value: reference,
        label: plainLabel(seriesTitle({ connectionId, reference })),
        detail: plainLine(reason),
      })),
    });
    if (answer.kind === "given") await openSeries({ connectionId, reference: answer.value }, "csv");
  }
}

interface WrittenVintages {
  readonly members: readonly SignalRef[];
  readonly shape: VintageShape;
  readonly location: vscode.Uri;
}

/** No vintage of a table has rows. */
class NoVintagesError extends Error {
  override readonly name = "NoVintagesError";

  constructor() {
    super(vscode.l10n.t("the service has no data for any of the vintages"));
  }
}

/** The vintages of a table that have rows, and those that have none. */
class VintageCoverage {
  readonly absent: { readonly reference: VintageRef; readonly reason: string }[] = [];
  private rows = 0;
  private broken = 0;
  private readonly leftOut = new Set<string>();

  /** @param of - The number of vintages. */
  constructor(readonly of: number) {}

  add(vintage: SettledVintage): void {
    const { reference } = vintage;
    if ("error" in vintage) {
      if (!(vintage.error instanceof NotFoundError)) this.broken += 1;
      this.absent.push({ reference, reason: failureText(vintage.error) });
      return;
    }
    this.rows += vintage.frame.days.length;
    for (const name of vintage.leftOut) this.leftOut.add(name);
    if (vintage.frame.days.length === 0) {
      this.absent.push({ reference, reason: vscode.l10n.t("The series has no rows") });
    }
  }

  /** @throws {@link NoVintagesError} */
  check(): void {
    if (this.rows === 0) throw new NoVintagesError();
  }

  /** `Saved INFL….parquet (1,234 rows of 58 vintages) · 2 without data · 1 failed` */
  text(name: string): string {
    const { t } = vscode.l10n;
    const { length } = this.absent;
    const rows = rowsText(this.rows);
    const saved = t("Saved {0} ({1} of {2} vintages)", name, rows, formatCount(this.of - length));
    const lacking = length - this.broken;
    return [
      saved,
      ...(lacking > 0 ? [t("{0} without data", formatCount(lacking))] : []),
      ...(this.broken > 0 ? [t("{0} failed", formatCount(this.broken))] : []),
      ...(this.leftOut.size > 0 ? [t("left out: {0}", [...this.leftOut].join(", "))] : []),
    ].join(" · ");
  }
}

async function* blocksOf(
  files: AsyncIterable<VintageFile>,
  coverage: VintageCoverage,
): AsyncGenerator<Uint8Array, void, void> {
  for await (const { blocks } of files) yield* blocks;
  coverage.check();
}

/** The files with paths relative to the folder of the table. */
async function* inFolder(
  files: AsyncIterable<VintageFile>,
  coverage: VintageCoverage,
): AsyncGenerator<VintageFile, void, void> {
  for await (const { path, blocks } of files) {
    yield { path: path.slice(path.indexOf("/") + 1), blocks };
  }
  coverage.check();
}

async function mayReplaceFolder(location: vscode.Uri): Promise<boolean> {
  if (!(await isTaken(location))) return true;
  const { t } = vscode.l10n;
  const replace = t("Replace");
  const question = t(
    "The folder {0} already exists. Replace all its files?",
    nameOfLocation(location),
  );
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
}

/** As many rows as the longest series in memory has. */
function rowsOf({ series }: ConnectedService, members: readonly SignalRef[]): number {
  const codes = new Set(members.map(({ code }) => code));
  const known = series
    .allCachedSeries()
    .filter(({ reference }) => reference.family === "signal" && codes.has(reference.code));
  const longest = known.reduce((rows, { frame }) => Math.max(rows, frame.days.length), 0);
  return longest === 0 ? usualRows : longest;
}
