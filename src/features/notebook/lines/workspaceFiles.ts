import * as vscode from "vscode";
import { isDataFileName, namedFiles } from "../code/fileOfLine";
import { dataFolderPath } from "../insertSettings";

/** The result of a workspace search. */
export interface WorkspaceFiles {
  /** Files of series in data folders. */
  readonly dataFiles: readonly vscode.Uri[];
  /** Names of data files mentioned anywhere in the workspace, in saved or unsaved text. */
  readonly named: ReadonlySet<string>;
  /** Whether everything was searched; otherwise mentions may be missing. */
  readonly isComplete: boolean;
}

/** Search limit: larger workspaces are not searched completely. */
const maxFolders = 20_000;
const maxTexts = 10_000;
const maxTextBytes = 64 * 1024 * 1024;

/** Folders with many files, none of them written by hand. */
const skipped = /^(\.(?!github$|vscode$)|node_modules$|site-packages$|__pycache__$|venv$)/;
/** Notebooks, scripts, texts, configuration and build files: anything that may mention a data file. */
const textForm =
  /(\.(ipynb|ipy|pyw?|rmd|qmd|r|sql|md|markdown|jl|txt|tex|html?|ya?ml|jsonl?|toml|ini|cfg|conf|env|xml|sh|bash|zsh|fish|ps1|bat|cmd|m|do|[cm]?[jt]sx?|mk)|^(make|docker|snake|just|jenkins)file)$/i;

/** Searches all folders of the workspace. @throws the signal's reason when it aborts. */
export async function workspaceFiles(
  roots: readonly vscode.Uri[],
  signal: AbortSignal,
): Promise<WorkspaceFiles> {
  const look = new Look(signal);
  await look.run(roots);
  return look;
}

class Look implements WorkspaceFiles {
  readonly dataFiles: vscode.Uri[] = [];
  readonly named = new Set<string>();
  isComplete = true;
  private texts = 0;

  constructor(private readonly signal: AbortSignal) {}

  async run(roots: readonly vscode.Uri[]): Promise<void> {
    const waiting = [...roots];
    for (let folders = 0; waiting.length > 0; folders++) {
      const folder = waiting.pop();
      if (folder === undefined || folders >= maxFolders) {
        this.isComplete = false;
        break;
      }
      waiting.push(...(await this.lookInto(folder)));
    }
    for (const document of vscode.workspace.textDocuments) this.take(document.getText());
  }

  /**
   * Its subfolders. Does not follow links, which may be circular or leave the workspace, so their content counts as
   * unsearched.
   */
  private async lookInto(folder: vscode.Uri): Promise<vscode.Uri[]> {
    this.signal.throwIfAborted();
    const entries = await this.entriesOf(folder);
    const isDataFolder = endsWith(folder, dataFolderPath(folder));
    const folders: vscode.Uri[] = [];
    for (const [name, type] of entries) {
      const location = vscode.Uri.joinPath(folder, name);
      if (mayHideTexts(name, type)) this.isComplete = false;
      if (type === vscode.FileType.Directory && !skipped.test(name)) folders.push(location);
      if (type !== vscode.FileType.File) continue;
      if (isDataFolder && isDataFileName(name)) this.dataFiles.push(location);
      else if (textForm.test(name)) await this.read(location);
    }
    return folders;
  }

  private async entriesOf(folder: vscode.Uri): Promise<[string, vscode.FileType][]> {
    try {
      return await vscode.workspace.fs.readDirectory(folder);
    } catch {
      // Its content is unknown.
      this.isComplete = false;
      return [];
    }
  }

  private async read(location: vscode.Uri): Promise<void> {
    this.signal.throwIfAborted();
    try {
      const { size } = await vscode.workspace.fs.stat(location);
      if (++this.texts > maxTexts || size > maxTextBytes) this.isComplete = false;
      else this.take(new TextDecoder().decode(await vscode.workspace.fs.readFile(location)));
    } catch {
      // Its text is unknown.
      this.isComplete = false;
    }
  }

  private take(text: string): void {
    for (const name of namedFiles(text)) this.named.add(name);
  }
}

/** Whether an entry is a link to a folder, or to a text that may mention files. */
function mayHideTexts(name: string, type: vscode.FileType): boolean {
  const { SymbolicLink, Directory } = vscode.FileType;
  if ((type & SymbolicLink) === 0) return false;
  return (type & Directory) === 0 ? textForm.test(name) : !skipped.test(name);
}

function endsWith({ path }: vscode.Uri, steps: readonly string[]): boolean {
  return steps.length === 0 || path.endsWith(`/${steps.join("/")}`);
}
