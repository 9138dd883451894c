import * as vscode from "vscode";
import { isDataFileName, namedFiles } from "../../../code/fileOfLine";
import { dataFolderPath } from "../insertSettings";

/** What a look through the workspace found. */
export interface WorkspaceFiles {
  /** Files of series in data folders. */
  readonly dataFiles: readonly vscode.Uri[];
  /** Names of data files that anything in the workspace mentions, saved or not. */
  readonly named: ReadonlySet<string>;
  /** Whether everything was looked at: else what is named may not be known. */
  readonly isComplete: boolean;
}

/** A larger workspace is not looked through to its end. */
const maxFolders = 20_000;
const maxTexts = 10_000;
const maxTextBytes = 64 * 1024 * 1024;

/** Folders that hold many files and none that a person wrote. */
const skipped = /^(\.(?!github$|vscode$)|node_modules$|site-packages$|__pycache__$|venv$)/;
/** Notebooks, scripts, texts, configuration and build files: whatever may name a data file. */
const textForm =
  /(\.(ipynb|ipy|pyw?|rmd|qmd|r|sql|md|markdown|jl|txt|tex|html?|ya?ml|jsonl?|toml|ini|cfg|conf|env|xml|sh|bash|zsh|fish|ps1|bat|cmd|m|do|[cm]?[jt]sx?|mk)|^(make|docker|snake|just|jenkins)file)$/i;

/** Looks through all folders of the workspace. @throws the signal's reason when it aborts. */
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

  /** The folders in it. Links lead in circles, or out of the workspace: what is behind them is not known. */
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
      // What is in there is not known.
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
      // What it says is not known.
      this.isComplete = false;
    }
  }

  private take(text: string): void {
    for (const name of namedFiles(text)) this.named.add(name);
  }
}

/** A link to a folder, or to a text that may name files. */
function mayHideTexts(name: string, type: vscode.FileType): boolean {
  const { SymbolicLink, Directory } = vscode.FileType;
  if ((type & SymbolicLink) === 0) return false;
  return (type & Directory) === 0 ? textForm.test(name) : !skipped.test(name);
}

function endsWith({ path }: vscode.Uri, steps: readonly string[]): boolean {
  return steps.length === 0 || path.endsWith(`/${steps.join("/")}`);
}
