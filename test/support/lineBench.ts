import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type InsertWay } from "../../src/features/notebook/code/language";
import { sampleConnection } from "../../src/shared/place";
import { type Reference } from "../../src/shared/reference";
import { FrameWorker } from "../../src/store/frameWorker";
import { CodeMaker } from "../../src/features/notebook/codeMaker";
import { DataFolder } from "../../src/features/notebook/dataFolder";
import { type CodePlace } from "../../src/features/notebook/insertSubject";
import {
  type LineInDocument,
  type SeriesLinePlace,
} from "../../src/features/notebook/lines/lineCode";
import { linesIn, seriesLineOf } from "../../src/features/notebook/lines/lineSubject";
import { hostSetting } from "./hostResult";
import { type TemporaryFolder, temporaryFolder } from "./temporaryFolder";
import { TestServices } from "./testServices";

/** Each start of a thread takes a while: the tests of all files share one. */
const holder = globalThis as { workerOfBenches?: FrameWorker };

/** Code of series in documents of a folder, as it is inserted, and all that is needed to do something with its lines. */
export class LineBench {
  readonly worker: FrameWorker;
  readonly services: TestServices;
  readonly files: DataFolder;
  readonly connections;
  private readonly folder: TemporaryFolder = temporaryFolder("lines");

  /** @param address - Of another service than the sample's, which gives CSV. */
  constructor(address?: string) {
    const { url, key } = hostSetting().sample;
    holder.workerOfBenches ??= new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
    this.worker = holder.workerOfBenches;
    const options = address === undefined ? { key } : { transferFormat: "csv" as const };
    this.services = new TestServices(address ?? url, this.worker, options);
    this.files = new DataFolder(this.worker);
    const sample = { kind: "sample", id: sampleConnection, name: "Sample" } as const;
    this.connections = { services: [this.services.connection], active: undefined, sample };
  }

  get path(): string {
    return this.folder.path;
  }

  /** Names of the files beside its documents; none before there is a folder. */
  get dataFiles(): readonly string[] {
    const folder = path.join(this.path, "data");
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  /** Code of a series or a panel, with its file where it reads one. */
  async code(
    reference: Reference,
    way: InsertWay,
    language: CodePlace["language"] = "python",
  ): Promise<string> {
    const maker = new CodeMaker(this.services, this.files);
    const target = { connectionId: this.services.connection.id, reference };
    const place = { language, way, folder: vscode.Uri.file(this.path) };
    const { made, failed } = await maker.make([{ target }], place);
    const [code] = made;
    if (code === undefined) throw new Error("no code was made", { cause: failed[0]?.error });
    return code.text;
  }

  /** A script of this text, saved and shown. */
  async script(text: string, name = "research.py"): Promise<vscode.TextDocument> {
    const file = path.join(this.path, name);
    writeFileSync(file, text);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  /** A Jupyter notebook of these cells, saved and shown. */
  async notebook(...cells: readonly string[]): Promise<vscode.NotebookDocument> {
    const file = path.join(this.path, "research.ipynb");
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: "python" } },
      cells: cells.map((text, index) => ({
        cell_type: "code",
        id: `cell-${index}`,
        execution_count: null,
        metadata: {},
        outputs: [],
        source: text.split(/(?<=\n)/),
      })),
    };
    writeFileSync(file, JSON.stringify(notebook));
    const document = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(document);
    return document;
  }

  async dispose(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    this.services.dispose();
    this.folder.remove();
  }
}

/** All lines of a document that can be read. */
export function placesIn(document: vscode.TextDocument): LineInDocument[] {
  return linesIn(document).flatMap(({ line, row }) => {
    return line === undefined ? [] : [{ document, row, line }];
  });
}

/** The first of them that names a series. */
export function seriesPlaceIn(document: vscode.TextDocument): SeriesLinePlace {
  for (const place of placesIn(document)) {
    const line = seriesLineOf(place.line);
    if (line !== undefined) return { ...place, line };
  }
  throw new Error("the document has no reference line of a series");
}

/** The first of them. */
export function placeIn(document: vscode.TextDocument): LineInDocument {
  const [place] = placesIn(document);
  if (place === undefined) throw new Error("the document has no reference line");
  return place;
}
