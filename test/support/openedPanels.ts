import type * as vscode from "vscode";
import { type PanelRef, type TagSet, panelRef } from "../../src/shared/reference";
import { type Slice } from "../../src/shared/slice";
import { type FrameWorker } from "../../src/store/frameWorker";
import { PanelDocuments } from "../../src/features/documents/panels/panelDocuments";
import { SeriesFileSystem } from "../../src/features/documents/seriesFileSystem";
import { type FailureContext } from "../../src/editor/report/failureReporter";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { SharedProgress } from "../../src/editor/sharedProgress";
import { targetUri } from "../../src/editor/tabs/target";
import { pastAsOf } from "./sampleSeries";
import { TestServices, type TestServicesOptions } from "./testServices";

/** A panel of FIT as of a past day. */
export function pastPanel(
  code: string,
  version: number,
  tags: Readonly<Record<string, TagSet>>,
): PanelRef {
  const reference = panelRef({ code, version, tags, dataKind: "FIT", asOf: pastAsOf });
  if (reference.family !== "panel") throw new RangeError("a series");
  return reference;
}

/** The panels of one service as documents, as the extension has them, with what is told of them. */
export class OpenedPanels {
  readonly services: TestServices;
  readonly panels: PanelDocuments;
  readonly files: SeriesFileSystem;
  readonly reported: { readonly error: unknown; readonly context: FailureContext }[] = [];
  /** How far what is under way is. */
  readonly progress: string[] = [];

  constructor(url: string, worker: FrameWorker, options: TestServicesOptions) {
    const reporter = {
      report: (error: unknown, context: FailureContext): Promise<void> => {
        this.reported.push({ error, context });
        return Promise.resolve();
      },
    };
    this.services = new TestServices(url, worker, options);
    const { services } = this;
    this.panels = new PanelDocuments({ services, reporter });
    const parts = { services, worker, reporter, seriesFailures: new SeriesFailures() };
    const progress = new SharedProgress((_title, work) =>
      work(new AbortController().signal, (message) => this.progress.push(message)),
    );
    this.files = new SeriesFileSystem({ ...parts, panels: this.panels.shown, progress });
  }

  uriOf(reference: PanelRef, slice?: Slice): vscode.Uri {
    return targetUri({ connectionId: "acme", reference }, "csv", slice);
  }

  async linesOf(reference: PanelRef, slice?: Slice): Promise<string[]> {
    const bytes = await this.files.readFile(this.uriOf(reference, slice));
    return Buffer.from(bytes).toString("utf8").trimEnd().split("\n");
  }

  /** What stands on top of a document. */
  async lensesOf(uri: vscode.Uri): Promise<vscode.Command[]> {
    // All that the provider looks at.
    const document = { uri } as vscode.TextDocument;
    const lenses = await this.panels.provideCodeLenses(document);
    return lenses.flatMap(({ command }) => command ?? []);
  }

  dispose(): void {
    for (const each of [this.files, this.panels, this.services]) each.dispose();
  }
}
