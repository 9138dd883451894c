/** The message of whatever was thrown: WebAssembly modules throw strings as well as errors. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
