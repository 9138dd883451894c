import * as vscode from "vscode";

/** Files in memory, on a disk that can be full, when half of a file is written and the write fails, or write-protected. */
export class FullFileSystem implements vscode.FileSystemProvider {
  isFull = false;
  isProtected = false;
  private readonly files = new Map<string, Uint8Array>();
  private readonly didChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.didChangeFile.event;

  contents(): Record<string, string> {
    const entries = [...this.files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
    return Object.fromEntries(entries) as Record<string, string>;
  }

  empty(): void {
    this.files.clear();
    this.isFull = false;
    this.isProtected = false;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (!uri.path.includes(".")) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).length };
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Every folder is there.
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.files.get(uri.path);
    if (bytes === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    if (this.isProtected) throw vscode.FileSystemError.NoPermissions(uri);
    const half = bytes.slice(0, bytes.length >> 1);
    this.files.set(uri.path, this.isFull ? half : bytes);
    if (this.isFull) throw new vscode.FileSystemError("ENOSPC: no space left on device");
  }

  delete(uri: vscode.Uri): void {
    this.readFile(uri);
    this.files.delete(uri.path);
  }

  rename(from: vscode.Uri, to: vscode.Uri, { overwrite }: { readonly overwrite: boolean }): void {
    if (!overwrite && this.files.has(to.path)) throw vscode.FileSystemError.FileExists(to);
    this.files.set(to.path, this.readFile(from));
    this.files.delete(from.path);
  }
}
