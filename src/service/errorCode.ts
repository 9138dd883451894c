/** The code of the operating system's, the runtime's or the HTTP library's errors, for example `ECONNREFUSED`. */
export function errorCodeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
