/** The versions of VS Code that the tests run on; any other release of both VS Code and code-server works too. */
export const editorVersions = { min: "1.103.2", newest: "1.139.1" } as const;

/** The version that `VSCODE_VERSION` asks for: `min`, `newest` (the default), or a number such as 1.120.0. */
export function wantedVersion(wanted = process.env["VSCODE_VERSION"] ?? ""): string {
  if (wanted === "" || wanted === "newest") return editorVersions.newest;
  if (wanted === "min") return editorVersions.min;
  if (/^1\.\d+\.\d+$/.test(wanted)) return wanted;
  throw new Error(`VSCODE_VERSION is "${wanted}": it can be min, newest or a version like 1.139.1`);
}
