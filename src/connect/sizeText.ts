import * as vscode from "vscode";

/** `84.2 MB` */
export function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kB"] : [bytes / 1_000_000, "MB"];
  const digits = { maximumFractionDigits: 1 };
  return `${size.toLocaleString(vscode.env.language, digits)} ${unit}`;
}
