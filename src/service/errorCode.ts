/** The error code of the operating system, the runtime or the HTTP library, for example `ECONNREFUSED`. */
export function errorCodeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
