/** What was thrown, in words: WebAssembly modules throw texts as well as errors. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
